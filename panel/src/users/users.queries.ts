import { userNotFoundDetailsSchema } from '@hai-dang/contract/users/users.schema.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, isNotFound } from '../lib/api-error.ts';
import { hasRecord, userRecordQuery } from '../moderation/record/record.queries.ts';
import { fetchRelatedAccounts } from './related-accounts.api.ts';
import { fetchUserDetail, fetchUserStatus } from './user-account.api.ts';
import { usersKeys } from './users.keys.ts';

/** In place of a profile: the account is closed, and its purge is in progress. */
export const BEING_DELETED = 'beingDeleted';

/** The query of a user's profile; null if there is no such user. */
export const userDetailQuery = (id: string) =>
  queryOptions({
    queryKey: usersKeys.detail(id),
    queryFn: async ({ signal }) => {
      try {
        return await fetchUserDetail(id, signal);
      } catch (error) {
        if (!(error instanceof ApiError && isNotFound(error))) throw error;
        return userNotFoundDetailsSchema.safeParse(error.details).data?.isBeingDeleted ? BEING_DELETED : null;
      }
    },
  });

/** Whether an account is disabled, fetched only if `wanted`. */
export function useUserStatus(id: string, wanted: boolean) {
  return useQuery({
    queryKey: usersKeys.status(id),
    queryFn: ({ signal }) => fetchUserStatus(id, signal),
    enabled: wanted,
  });
}

/** Accounts that have something in common with a user's, fetched only if `wanted`. */
export const useRelatedAccounts = (id: string, wanted: boolean) =>
  useQuery({
    queryKey: usersKeys.related(id),
    queryFn: ({ signal }) => fetchRelatedAccounts(id, signal),
    enabled: wanted,
  });

/** Loads all that a user's page begins with. */
export async function prefetchUser(client: QueryClient, id: string): Promise<void> {
  const user = await client.fetchQuery(userDetailQuery(id));
  if (user && user !== BEING_DELETED && hasRecord(user)) await client.prefetchQuery(userRecordQuery(id));
}
