import type { DecideBody, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { insertPost, insertReport, insertUser } from './factories.ts';

export interface SubjectRef {
  itemType: string;
  itemId: string;
}

/** The fields of a decision that a test sets; the rest has defaults. */
export type DecisionFields = Partial<Omit<DecideBody, 'subject'>>;

/** An account as a subject. */
export const accountSubject = (id: string): SubjectRef => ({ itemType: 'User', itemId: id });

/** A post with a report of each status, each by another user. */
export async function insertReportedPost(
  { database: { db } }: TestApp,
  statuses: readonly string[] = ['pending', 'reviewing', 'rejected'],
) {
  const author = await insertUser(db);
  const post = await insertPost(db, author.id);
  const subject: SubjectRef = { itemType: 'Post', itemId: post.id };
  const reports = [];
  for (const status of statuses) {
    reports.push(await insertReport(db, { ...subject, itemAuthorId: author.id }, { status }));
  }
  return { author, post, subject, reports };
}

/** The statuses of these reports, in the order in which they were filed. */
export async function readStatuses(
  { database: { db } }: TestApp,
  reports: readonly { id: string }[],
): Promise<string[]> {
  const ids = reports.map(({ id }) => id);
  const rows = await db.selectFrom('reports').select('status').where('id', 'in', ids).orderBy('id').execute();
  return rows.map(({ status }) => status);
}

export const readAccount = async (testApp: TestApp, id: string) =>
  (await testApp.post(`/api/admin/users/detail/${id}`)).json().data;

export const readSubject = async (testApp: TestApp, { itemType, itemId }: SubjectRef): Promise<ModerationSubject> =>
  (await testApp.post(`/api/admin/subjects/${itemType}/${itemId}`)).json().data;

/**
 * Decides on the subject as it is, unless `decision` has another version.
 * @param decision by default a violation if it names a policy, else none, without consequences
 * @param token of another administrator
 */
export async function tryDecision(
  testApp: TestApp,
  subject: SubjectRef,
  decision: DecisionFields = {},
  token = testApp.admin.token,
): Promise<LightMyRequestResponse> {
  const { version } = await readSubject(testApp, subject);
  const outcome = decision.policy ? 'violation' : 'no_violation';
  const body = { subject, outcome, actions: [], version, ...decision };
  return testApp.send('POST', '/api/admin/decisions', { token, body });
}

/** A decision that the server accepts. @returns its id */
export async function makeDecision(
  testApp: TestApp,
  subject: SubjectRef,
  decision: DecisionFields = {},
): Promise<string> {
  const response = await tryDecision(testApp, subject, decision);
  expect(response.statusCode).toBe(201);
  return response.json().data.decisionId;
}

export const undoDecision = (testApp: TestApp, decisionId: string, body: { reason?: string } = {}) =>
  testApp.post(`/api/admin/decisions/${decisionId}/undo`, body);
