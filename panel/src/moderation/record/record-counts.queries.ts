import { listRecordCounts } from '@hai-dang/contract/moderation/record-counts.endpoints.ts';
import type { RecordCounts } from '@hai-dang/contract/moderation/record-counts.schema.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/endpoint-query.ts';

/**
 * The points and the open reports of an account in a list; undefined while they are loading. One call has those of a whole page,
 * and only pages with rows on the screen are refetched.
 * @param pageIds the ids of the page that the account is on
 */
export const useRecordCounts = (
  user: Pick<UserSummary, '_id' | 'disabledUntil'>,
  pageIds: readonly string[],
): RecordCounts | undefined =>
  useQuery({
    ...queryOf(listRecordCounts, { body: { ids: [...pageIds] } }),
    placeholderData: keepPreviousData,
    select: ({ data }) => data.find(({ _id }) => _id === user._id),
    // Only our backend, which knows decisions, says when a suspension ends.
    enabled: user.disabledUntil !== undefined && pageIds.length > 0,
  }).data;
