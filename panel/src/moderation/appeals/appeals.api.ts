import {
  decideAppeal as decideEndpoint,
  getAppeal,
  listAppeals,
} from '@hai-dang/contract/moderation/appeals.endpoints.ts';
import type { Appeal, AppealDetail, DecideAppealBody } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { type ListPage, toListPage } from '../../lib/infinite-pages.ts';
import type { AppealsFilter } from './appeals.filters.ts';

/**
 * One page of appeals.
 * @param cursor the start of the page; null for the first
 * @throws ApiError
 */
export async function fetchAppealPage(
  { state, assignee }: AppealsFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<Appeal>> {
  const body = { state: state || 'open', assignee, cursor } as const;
  const { data, pagination } = await callEndpoint(listAppeals, { body, signal });
  return toListPage(data, pagination);
}

/** Gives a subject back. @throws ApiError */
export async function releaseSubject(params: SubjectRef): Promise<void> {
  await callEndpoint(assignSubject, { params, body: { assigneeId: null } });
}

/** @throws ApiError, with status 404 where there is no such appeal */
export async function fetchAppeal(id: string, signal: AbortSignal): Promise<AppealDetail> {
  return (await callEndpoint(getAppeal, { params: { id }, body: {}, signal })).data;
}

/** @throws ApiError; see subjectNow for the details of SUBJECT_CHANGED */
export async function decideAppeal(id: string, body: DecideAppealBody): Promise<AppealDetail> {
  return (await callEndpoint(decideEndpoint, { params: { id }, body })).data;
}
