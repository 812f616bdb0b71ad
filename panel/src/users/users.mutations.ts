import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type InfinitePages, updateRow } from '../lib/infinite-pages.ts';
import { deleteUser, disableUser, enableUser } from './user-account.api.ts';
import { usersKeys } from './users.keys.ts';

type Change = (user: UserSummary) => UserSummary | undefined;

/** Applies a change to every cached list at once, and invalidates the lists whose users may have changed. */
async function changeInLists(client: QueryClient, id: string, change: Change): Promise<void> {
  await client.cancelQueries({ queryKey: usersKeys.lists });
  client.setQueriesData<InfinitePages<UserSummary>>(
    { queryKey: usersKeys.lists },
    (data) => data && updateRow(data, id, change),
  );
  await client.invalidateQueries({ queryKey: usersKeys.lists });
}

async function showDisabled(client: QueryClient, id: string, isDisabled: boolean): Promise<void> {
  client.setQueryData(usersKeys.status(id), isDisabled);
  await Promise.all([
    changeInLists(client, id, (user) => ({ ...user, vohieuhoa: isDisabled })),
    client.invalidateQueries({ queryKey: usersKeys.detail(id), refetchType: 'none' }),
  ]);
}

function useSetDisabled(isDisabled: boolean, call: (id: string) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: call, onSuccess: (_, id) => showDisabled(client, id, isDisabled) });
}

/** Takes back that an account was disabled or enabled. It runs from a toast that outlives the screen, so it uses only the cache. */
export function useUndoDisabled(): (id: string, isDisabled: boolean) => Promise<void> {
  const client = useQueryClient();
  return async (id, isDisabled) => {
    await (isDisabled ? enableUser : disableUser)(id);
    await showDisabled(client, id, !isDisabled);
    await client.invalidateQueries({ queryKey: usersKeys.detail(id) });
  };
}

/** Disables an account; the lists show it at once. */
export const useDisableUser = () => useSetDisabled(true, disableUser);

/** Enables an account; the lists show it at once. */
export const useEnableUser = () => useSetDisabled(false, enableUser);

/** Deletes an account and removes it from the lists at once. Its page stays until the screen is left. */
export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteUser,
    onSuccess: async (_, id) => {
      client.removeQueries({ queryKey: usersKeys.status(id), type: 'inactive' });
      await Promise.all([
        changeInLists(client, id, () => undefined),
        client.invalidateQueries({ queryKey: usersKeys.detail(id), refetchType: 'none' }),
      ]);
    },
  });
}
