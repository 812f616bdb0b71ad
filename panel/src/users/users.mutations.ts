import {
  deleteUser,
  disableUser,
  enableUser,
  getUserDetail,
  getUserStatus,
} from '@hai-dang/contract/users/user-account.endpoints.ts';
import { listUsers, searchUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/api-client.ts';
import { keyOf, pagesKeyOf, queryOf } from '../lib/endpoint-query.ts';
import { type InfinitePages, updateRow } from '../lib/infinite-pages.ts';

type Change = (user: UserSummary) => UserSummary | undefined;

const LISTS = [pagesKeyOf(listUsers), pagesKeyOf(searchUsers)];

/** Applies a change to every cached list at once, and invalidates the lists whose users may have changed. */
async function changeInLists(client: QueryClient, id: string, change: Change): Promise<void> {
  await Promise.all(
    LISTS.map(async (queryKey) => {
      await client.cancelQueries({ queryKey });
      client.setQueriesData<InfinitePages<UserSummary>>({ queryKey }, (data) => data && updateRow(data, id, change));
      await client.invalidateQueries({ queryKey });
    }),
  );
}

const detailKey = (id: string) => keyOf(getUserDetail, { params: { id } });
const statusKey = (id: string) => queryOf(getUserStatus, { params: { id }, body: { userId: id } }).queryKey;

async function showDisabled(client: QueryClient, id: string, isDisabled: boolean): Promise<void> {
  client.setQueryData(statusKey(id), (status) => status && { ...status, isDisabled });
  await Promise.all([
    changeInLists(client, id, (user) => ({ ...user, vohieuhoa: isDisabled })),
    client.invalidateQueries({ queryKey: detailKey(id), refetchType: 'none' }),
  ]);
}

const setDisabled = (id: string, isDisabled: boolean) =>
  callEndpoint(isDisabled ? disableUser : enableUser, { params: { id } });

function useSetDisabled(isDisabled: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => setDisabled(id, isDisabled),
    onSuccess: (_, id) => showDisabled(client, id, isDisabled),
  });
}

/** Takes back that an account was disabled or enabled. It runs from a toast that outlives the screen, so it uses only the cache. */
export function useUndoDisabled(): (id: string, isDisabled: boolean) => Promise<void> {
  const client = useQueryClient();
  return async (id, isDisabled) => {
    await setDisabled(id, !isDisabled);
    await showDisabled(client, id, !isDisabled);
    await client.invalidateQueries({ queryKey: detailKey(id) });
  };
}

/** Disables an account; the lists show it at once. */
export const useDisableUser = () => useSetDisabled(true);

/** Enables an account; the lists show it at once. */
export const useEnableUser = () => useSetDisabled(false);

/** Deletes an account and removes it from the lists at once. Its page stays until the screen is left. */
export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(deleteUser, { params: { id } }),
    onSuccess: async (_, id) => {
      client.removeQueries({ queryKey: statusKey(id), type: 'inactive' });
      await Promise.all([
        changeInLists(client, id, () => undefined),
        client.invalidateQueries({ queryKey: detailKey(id), refetchType: 'none' }),
      ]);
    },
  });
}
