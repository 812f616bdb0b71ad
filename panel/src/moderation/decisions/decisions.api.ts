import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import {
  decideSubject as decideEndpoint,
  getSubject,
  previewDecision as previewEndpoint,
  undoDecision as undoEndpoint,
} from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import {
  type DecideBody,
  type DecisionPreview,
  type ModerationSubject,
  moderationSubjectSchema,
} from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import * as z from 'zod/mini';
import { callEndpoint } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';

/** @throws ApiError, with status 404 where there is no such subject */
export async function fetchSubject(subject: SubjectRef, signal: AbortSignal): Promise<ModerationSubject> {
  return (await callEndpoint(getSubject, { params: subject, body: {}, signal })).data;
}

/**
 * @returns the decision's id, what it did, and whether the call was a repeat and nothing was done
 * @throws ApiError; see {@link subjectNow} for the details of SUBJECT_CHANGED
 */
export async function decideSubject(body: DecideBody): Promise<{
  decisionId: string;
  isRepeated: boolean;
  consequences: DecisionPreview['consequences'];
}> {
  const { decisionId, isRepeated = false, consequences = [] } = (await callEndpoint(decideEndpoint, { body })).data;
  return { decisionId, isRepeated, consequences };
}

/** What a decision would do and which letters it would send. @throws ApiError */
export async function previewDecision(body: DecideBody, signal: AbortSignal): Promise<DecisionPreview> {
  return (await callEndpoint(previewEndpoint, { body, signal })).data;
}

/**
 * @param reason not needed in the first seconds
 * @throws ApiError
 */
export async function undoDecision(id: string, reason?: string): Promise<void> {
  await callEndpoint(undoEndpoint, { params: { id }, body: { reason } });
}

const changedDetailsSchema = z.object({ subject: moderationSubjectSchema });

/** The current subject, if a decision was rejected because the subject has changed meanwhile. */
export function subjectNow(error: unknown): ModerationSubject | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SUBJECT_CHANGED') return undefined;
  return changedDetailsSchema.safeParse(error.details).data?.subject;
}

/**
 * Claims a subject by looking at it; nothing changes where somebody else has it.
 * @throws ApiError
 */
export async function claimSubject(params: SubjectRef): Promise<void> {
  await callEndpoint(assignSubject, { params, body: { assigneeId: 'me', isAutomatic: true } });
}
