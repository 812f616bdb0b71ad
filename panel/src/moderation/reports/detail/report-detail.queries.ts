import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { listReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { getComment, getPost, getTravelPost } from '@hai-dang/contract/posts/posts.endpoints.ts';
import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { keyOf } from '../../../lib/endpoint-query.ts';
import { toListPage, wholeList } from '../../../lib/infinite-pages.ts';
import { reportsKeys } from '../reports.keys.ts';

/** Page size of the other reports of the same subject. */
const OTHERS_PAGE_SIZE = 10;

/** The statuses of a backend for an unknown or invalid id. */
const NO_SUCH_STATUSES: readonly number[] = [400, 404];

const ITEM_ENDPOINTS = {
  User: getUserDetail,
  Post: getPost,
  TravelPost: getTravelPost,
  Comment: getComment,
} as const satisfies Record<ReportItemType, unknown>;

const isKnownType = (itemType: string): itemType is ReportItemType => Object.hasOwn(ITEM_ENDPOINTS, itemType);

/** The reporter by id, with a separate call (specification, section 7); null if no account has it. */
export function useReporterById(id: string | undefined) {
  const params = { id: id ?? '' };
  return useQuery({
    queryKey: [...keyOf(getUserDetail, { params }), 'reporter'],
    queryFn: async ({ signal }) => {
      try {
        return (await callEndpoint(getUserDetail, { params, signal })).data;
      } catch (error) {
        if (error instanceof ApiError && NO_SUCH_STATUSES.includes(error.status)) return null;
        throw error;
      }
    },
    enabled: id !== undefined,
  });
}

/** The subject of a report by id, with a separate call (specification, section 7); parse it with toSubject. */
export const useItemById = (itemType: string, id: string) =>
  useQuery({
    queryKey: reportsKeys.item(itemType, id),
    queryFn: async ({ signal }): Promise<unknown> => {
      if (!isKnownType(itemType)) throw new ApiError({ status: 0, code: 'UNKNOWN_ITEM_TYPE' });
      return (await callEndpoint(ITEM_ENDPOINTS[itemType], { params: { id }, signal })).data;
    },
  });

/** The reports of one subject, newest first, with more pages on demand. */
export const useReportsOfItem = (subject: SubjectRef) =>
  useInfiniteQuery({
    queryKey: reportsKeys.ofItem(subject),
    queryFn: async ({ pageParam, signal }) => {
      const { itemType, itemId } = subject;
      const body = { itemType, itemId, limit: OTHERS_PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) };
      const { data, pagination } = await callEndpoint(listReports, { body, signal });
      return toListPage(data, pagination ?? wholeList(data.length));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
