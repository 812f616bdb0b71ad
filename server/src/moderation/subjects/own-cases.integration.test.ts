import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { makeDecision, readSubject, tryDecision } from '../../testing/decisions.ts';
import { insertAdmin, insertPost, insertReport, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';

let testApp: TestApp;
let self: { id: string; token: string };
let other: { id: string; token: string };
beforeAll(async () => {
  testApp = await buildTestApp();
  self = testApp.admin;
  const { id } = await insertAdmin(db());
  other = { id, token: await insertSession(db(), id, testApp.clock.now()) };
});
beforeEach(() => setDisabled(other.id, false));
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const setDisabled = (id: string, is_disabled: boolean) =>
  db().updateTable('users').set({ is_disabled }).where('id', '=', id).execute();
const send = (token: string, url: string, body: object = {}) => testApp.send('POST', url, { token, body });

/** A post of the administrator who calls, with one report. */
async function ownPost() {
  const { id } = await insertPost(db(), self.id);
  const subject = { itemType: 'Post', itemId: id };
  const report = await insertReport(db(), { ...subject, itemAuthorId: self.id });
  return { subject, report };
}

/** A post of somebody else that the administrator who calls has reported. */
async function ownReport() {
  const author = await insertUser(db());
  const subject = { itemType: 'Post', itemId: (await insertPost(db(), author.id)).id };
  await insertReport(db(), { ...subject, itemAuthorId: author.id }, { reporter_id: self.id });
  return subject;
}

/** A post of the caller as above, taken down by another administrator. */
async function takenDownPost() {
  const made = await ownPost();
  const response = await tryDecision(testApp, made.subject, { policy: 'spam', actions: ['takedown'] }, other.token);
  expect(response.statusCode).toBe(201);
  return { ...made, decisionId: response.json().data.decisionId as string };
}

const steps = () => createAppealSteps(testApp);
/** Each path on which an administrator judges: what prepares it, and the call. */
const PATHS: Record<string, () => Promise<() => Promise<LightMyRequestResponse>>> = {
  'decideSubject of the own post': async () => {
    const { subject } = await ownPost();
    return () => tryDecision(testApp, subject, { outcome: 'no_violation' });
  },
  'decideSubject of the own account': async () => {
    const subject = { itemType: 'User', itemId: self.id };
    await insertReport(db(), { ...subject, itemAuthorId: self.id });
    return () => tryDecision(testApp, subject, { outcome: 'no_violation' });
  },
  'decideSubject of what the caller has reported': async () => {
    const subject = await ownReport();
    return () => tryDecision(testApp, subject, { policy: 'spam', actions: ['takedown'] });
  },
  undoDecision: async () => {
    const { decisionId } = await takenDownPost();
    return () => testApp.post(`/api/admin/decisions/${decisionId}/undo`, { reason: 'Tôi không đồng ý' });
  },
  setReportStatus: async () => {
    const { report } = await ownPost();
    return () => testApp.post(`/api/reports/admin/${report.id}`, { status: 'rejected' });
  },
  setReportPolicy: async () => {
    const { report } = await ownPost();
    return () => testApp.send('PUT', `/api/reports/admin/${report.id}/policy`, { body: { policy: 'spam' } });
  },
  deleteReport: async () => {
    const { report } = await ownPost();
    return () => testApp.send('DELETE', `/api/reports/admin/${report.id}`);
  },
  'restorePost of what another administrator took down': async () => {
    const { subject } = await takenDownPost();
    return () => testApp.post(`/api/admin/posts/${subject.itemId}/restore`);
  },
  'decideAppeal that upholds': async () => {
    const { subject, report } = await ownPost();
    const harmless = await tryDecision(testApp, subject, {}, other.token);
    const noticeId = await steps().notify(report.reporter_id, harmless.json().data.decisionId);
    const appealId = await steps().objectAnyhow(report.reporter_id, noticeId);
    return () => steps().conclude(appealId, 'uphold');
  },
};

describe('own subject: while another administrator is active', () => {
  test.each(Object.keys(PATHS))('%s answers 403 OWN_CASE and changes nothing', async (name) => {
    const call = await PATHS[name]?.();
    const before = await fingerprint(db());
    const response = await call?.();
    expect([response?.statusCode, response?.json().code]).toEqual([403, 'OWN_CASE']);
    expect(await fingerprint(db())).toEqual(before);
  });

  test.each([
    { action: { kind: 'takedown' }, policy: 'spam' },
    { action: { kind: 'close_reports', outcome: 'rejected' } },
  ])('the bulk action $action.kind skips it, and says why', async (action) => {
    const subject = await ownReport();
    const user = await insertUser(db());
    const elsewhere = { itemType: 'Post', itemId: (await insertPost(db(), user.id)).id };
    await insertReport(db(), elsewhere);
    const target = { kind: 'content', subjects: [subject, elsewhere] };
    const started = await testApp.post('/api/admin/bulk', { ...action, target });
    expect(started.statusCode).toBe(201);
    await testApp.services.jobs.runDue();
    const bulk = (await testApp.post(`/api/admin/bulk/${started.json().data._id}`)).json().data;
    expect(bulk).toMatchObject({ done: 1, items: [{ reason: { code: 'OWN_CASE' } }] });
    expect(await readSubject(testApp, subject)).toMatchObject({ takenDownAt: null, openReports: 1 });
  });

  test("the caller's own post is deleted, and that is undone", async () => {
    const { subject } = await ownPost();
    expect((await testApp.send('DELETE', `/api/admin/deletePost/${subject.itemId}`)).statusCode).toBe(200);
    expect((await testApp.post(`/api/admin/posts/${subject.itemId}/restore`)).statusCode).toBe(200);
  });

  test('the other administrator decides', async () => {
    const { subject } = await ownPost();
    expect((await tryDecision(testApp, subject, { outcome: 'no_violation' }, other.token)).statusCode).toBe(201);
  });
});

describe('own subject: while no other administrator is active', () => {
  test('a decision is made, and marked in the audit log and by its actor', async () => {
    await setDisabled(other.id, true);
    const { subject, report } = await ownPost();
    const decisionId = await makeDecision(testApp, subject);
    const entry = await db()
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'decision.make')
      .where('target_id', '=', subject.itemId)
      .executeTakeFirstOrThrow();
    expect(entry.after).toMatchObject({ decisionId, isOwnCase: true });
    const { history, account } = (await send(self.token, `/api/reports/admin/detail/${report.id}`)).json().data;
    expect(history[0].actor._id).toBe(account._id);
  });
});
