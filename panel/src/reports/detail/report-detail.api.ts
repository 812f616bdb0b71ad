import { getComment, getPost, getTravelPost } from '@hai-dang/contract/posts/posts.endpoints.ts';
import type { ReportItemType } from '@hai-dang/contract/reports/report-fields.schema.ts';
import { actOnReport as actOnReportEndpoint, listReports } from '@hai-dang/contract/reports/reports.endpoints.ts';
import type { ActOnReportBody, Report, ReportPerson } from '@hai-dang/contract/reports/reports.schema.ts';
import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type ListPage, toListPage, wholeList } from '../../lib/infinite-pages.ts';

/** Page size of the other reports of the same subject. */
const OTHERS_PAGE_SIZE = 10;

const ITEM_ENDPOINTS = {
  User: getUserDetail,
  Post: getPost,
  TravelPost: getTravelPost,
  Comment: getComment,
} as const satisfies Record<ReportItemType, unknown>;

const isKnownType = (itemType: string): itemType is ReportItemType => Object.hasOwn(ITEM_ENDPOINTS, itemType);

/**
 * Fetches the reporter with a separate call (specification, section 7).
 * @throws ApiError; status 404 or 400 if no account has the id
 */
export async function fetchReporter(id: string, signal: AbortSignal): Promise<ReportPerson> {
  return (await callEndpoint(getUserDetail, { params: { id }, body: {}, signal })).data;
}

/**
 * Fetches the subject of a report with a separate call; parse it with toSubject.
 * @throws ApiError, also for an unknown type
 */
export async function fetchReportedItem(itemType: string, id: string, signal: AbortSignal): Promise<unknown> {
  if (!isKnownType(itemType)) throw new ApiError({ status: 0, code: 'UNKNOWN_ITEM_TYPE' });
  const endpoint = ITEM_ENDPOINTS[itemType];
  return (await callEndpoint(endpoint, { params: { id }, body: {}, signal })).data;
}

/**
 * A page of the reports of one subject, newest first.
 * @throws ApiError
 */
export async function fetchReportsOfItem(
  itemType: ReportItemType,
  itemId: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<Report>> {
  const body = { itemType, itemId, limit: OTHERS_PAGE_SIZE, ...(cursor !== null && { cursor }) };
  const { data, pagination } = await callEndpoint(listReports, { body, signal });
  return toListPage(data, pagination ?? wholeList(data.length));
}

/**
 * Performs a moderation action on the reported account or content.
 * @returns the current report
 * @throws ApiError; see reportNow for the details of status 409
 */
export async function actOnReport(id: string, body: ActOnReportBody): Promise<Report> {
  return (await callEndpoint(actOnReportEndpoint, { params: { id }, body })).data;
}
