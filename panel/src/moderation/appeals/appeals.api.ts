import {
  decideAppeal as decideEndpoint,
  getAppeal,
  listAppeals,
} from '@hai-dang/contract/moderation/appeals.endpoints.ts';
import type { Appeal, AppealDetail, DecideAppealBody } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { otherHolder } from '../../entities/holder.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { type ListPage, toListPage } from '../../lib/infinite-pages.ts';
import type { AppealsFilter } from './appeals.filters.ts';

/**
 * One page of objections.
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

/**
 * The first due of a list of those that wait that no other administrator handles; undefined where there is none.
 * @param assignee the list's filter: without one what is one's own or nobody's is looked through
 * @param passed the ids of those that are passed over
 * @throws ApiError
 */
export async function fetchNextAppeal(
  assignee: string,
  adminId: string | undefined,
  passed: ReadonlySet<string>,
): Promise<Appeal | undefined> {
  const lists = (assignee === '' ? ['me', 'none'] : [assignee]).map((by) =>
    callEndpoint(listAppeals, { body: { assignee: by } }),
  );
  return (await Promise.all(lists))
    .flatMap(({ data }) => data)
    .filter((appeal) => !otherHolder(appeal.assignee, adminId) && !passed.has(appeal._id))
    .toSorted((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt))[0];
}

/** Gives a subject back. @throws ApiError */
export async function releaseSubject(params: SubjectRef): Promise<void> {
  await callEndpoint(assignSubject, { params, body: { assigneeId: null } });
}

/** @throws ApiError, with status 404 where there is no such objection */
export async function fetchAppeal(id: string, signal: AbortSignal): Promise<AppealDetail> {
  return (await callEndpoint(getAppeal, { params: { id }, body: {}, signal })).data;
}

/** @throws ApiError; see subjectNow for the details of SUBJECT_CHANGED */
export async function decideAppeal(id: string, body: DecideAppealBody): Promise<AppealDetail> {
  return (await callEndpoint(decideEndpoint, { params: { id }, body })).data;
}
