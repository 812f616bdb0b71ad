import { getUserDetail, getUserStatus, listRelatedAccounts } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { userNotFoundDetailsSchema } from '@hai-dang/contract/users/users.schema.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/api-client.ts';
import { ApiError, isNotFound } from '../lib/api-error.ts';
import { keyOf, queryOf, toData } from '../lib/endpoint-query.ts';
import { hasRecord, userRecordQuery } from '../moderation/record/record.queries.ts';

/** In place of a profile: the account is closed, and its purge is in progress. */
export const BEING_DELETED = 'beingDeleted';

/** The query of a user's profile; null if there is no such user. */
export const userDetailQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(getUserDetail, { params: { id } }), 'profile'],
    queryFn: async ({ signal }) => {
      try {
        return (await callEndpoint(getUserDetail, { params: { id }, signal })).data;
      } catch (error) {
        if (!(error instanceof ApiError && isNotFound(error))) throw error;
        return userNotFoundDetailsSchema.safeParse(error.details).data?.isBeingDeleted ? BEING_DELETED : null;
      }
    },
  });

/** Whether an account is disabled, fetched only if `wanted`. */
export const useUserStatus = (id: string, wanted: boolean) =>
  useQuery({
    ...queryOf(getUserStatus, { params: { id }, body: { userId: id } }),
    select: ({ isDisabled }) => isDisabled,
    enabled: wanted,
  });

/** Accounts that have something in common with a user's, fetched only if `wanted`. */
export const useRelatedAccounts = (id: string, wanted: boolean) =>
  useQuery({ ...queryOf(listRelatedAccounts, { params: { id } }), select: toData, enabled: wanted });

/** Loads all that a user's page begins with. */
export async function prefetchUser(client: QueryClient, id: string): Promise<void> {
  const user = await client.fetchQuery(userDetailQuery(id));
  if (user && user !== BEING_DELETED && hasRecord(user)) await client.prefetchQuery(userRecordQuery(id));
}
