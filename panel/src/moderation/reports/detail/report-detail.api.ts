import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import {
  listReports,
  setReportPolicy as setReportPolicyEndpoint,
} from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { Report, ReportPerson, SetReportPolicyBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import {
  deleteComment,
  deletePost,
  deleteTravelPost,
  getComment,
  getPost,
  getTravelPost,
  restoreComment,
  restorePost,
  restoreTravelPost,
} from '@hai-dang/contract/posts/posts.endpoints.ts';
import { disableUser, enableUser, getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { callEndpoint } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { type ListPage, toListPage, wholeList } from '../../../lib/infinite-pages.ts';

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

/** Calls that change an account include credentials (specification, section 6). */
const WITH_CREDENTIALS = { credentials: 'include' } as const;
const DELETIONS = { Post: deletePost, TravelPost: deleteTravelPost, Comment: deleteComment };
const RESTORATIONS = { Post: restorePost, TravelPost: restoreTravelPost, Comment: restoreComment };

/** Disables an account, or enables it. @throws ApiError */
export async function setDisabled(id: string, isDisabled: boolean): Promise<void> {
  await callEndpoint(isDisabled ? disableUser : enableUser, { params: { id }, ...WITH_CREDENTIALS });
}

/** Deletes content, which can be restored for a short time, or restores it. @throws ApiError */
export async function setDeleted(itemType: string, id: string, isDeleted: boolean): Promise<void> {
  const endpoints = isDeleted ? DELETIONS : RESTORATIONS;
  if (!Object.hasOwn(endpoints, itemType)) throw new ApiError({ status: 0, code: 'UNKNOWN_ITEM_TYPE' });
  await callEndpoint(endpoints[itemType as keyof typeof endpoints], { params: { id } });
}

/**
 * Names a rule in an open report, null for none.
 * @returns the current report
 * @throws ApiError; see reportNow for the details of status 409
 */
export async function setReportPolicy(id: string, body: SetReportPolicyBody): Promise<Report> {
  return (await callEndpoint(setReportPolicyEndpoint, { params: { id }, body })).data;
}

/** The rules that can be named, the most severe first. */
export async function fetchRules(signal: AbortSignal): Promise<readonly Policy[]> {
  return (await callEndpoint(listPolicies, { signal })).data.filter(({ isEnabled }) => isEnabled);
}
