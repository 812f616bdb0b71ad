import { assignSubject as assignSubjectEndpoint } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import type { AssignSubjectBody } from '@hai-dang/contract/moderation/assignments.schema.ts';
import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { callEndpoint } from '../../lib/api-client.ts';

/** The menu of colleagues has no more. */
const COLLEAGUES_MAX = 50;

export interface Colleague {
  readonly _id: string;
  readonly username: string;
}

/**
 * Claims a subject, gives it to a colleague or back.
 * @throws ApiError
 */
export async function assignSubject(params: SubjectRef, body: AssignSubjectBody): Promise<ModerationSubject> {
  return (await callEndpoint(assignSubjectEndpoint, { params, body })).data;
}

/**
 * Administrators who can work.
 * @throws ApiError
 */
export async function fetchColleagues(signal: AbortSignal): Promise<Colleague[]> {
  const filters = { role: 'admin', vohieuhoa: 'false' } as const;
  const { data } = await callEndpoint(listUsers, { body: { filters, limit: COLLEAGUES_MAX }, signal });
  return data.map(({ _id, username }) => ({ _id, username: username ?? '' }));
}
