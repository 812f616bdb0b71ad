import { userNotFoundDetailsSchema } from '@hai-dang/contract/users/users.schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, isNotFound } from '../lib/api-error.ts';
import { fetchUserDetail, fetchUserStatus } from './users.api.ts';
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
