import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppealSteps } from '../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { expectSubjectsReplayed } from '../testing/counters.ts';
import { insertReportedPost, readSubject, undoDecision } from '../testing/decisions.ts';
import { insertAdmin, insertReport, insertSession, insertUser } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { findLetters } from '../testing/letters.ts';

let testApp: TestApp;
let otherToken: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  otherToken = await insertSession(db(), (await insertAdmin(db())).id, testApp.clock.now());
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const keys = { made: 0 };
function newKey(): string {
  keys.made += 1;
  return `key-${keys.made}`;
}

/** A decision on a reported post, as a panel sends it. */
async function preparedDecision() {
  const made = await insertReportedPost(testApp);
  const { version } = await readSubject(testApp, made.subject);
  const body = {
    clientKey: newKey(),
    subject: made.subject,
    outcome: 'violation',
    policy: 'spam',
    actions: ['takedown', 'warn'],
    version,
  };
  return { ...made, body };
}
const decide = (body: object, token = testApp.admin.token) =>
  testApp.send('POST', '/api/admin/decisions', { token, body });

describe('decideSubject under the same key', () => {
  test('a repeat after a lost response: the same decision, and nothing is done', async () => {
    const { author, body } = await preparedDecision();
    const first = await decide(body);
    expect([first.statusCode, first.json().data.isRepeated]).toEqual([201, false]);
    const before = await fingerprint(db());
    const again = await decide(body);
    expect([again.statusCode, again.json().data]).toMatchObject([
      201,
      { decisionId: first.json().data.decisionId, undoUntil: first.json().data.undoUntil, isRepeated: true },
    ]);
    expect(await fingerprint(db())).toEqual(before);
    const { strikes } = await readSubject(testApp, { itemType: 'User', itemId: author.id });
    expect(strikes.points).toBe(1);
    await expectSubjectsReplayed(db());
  });

  test('twice at once: one decision, with one letter to each', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { body } = await preparedDecision();
      const responses = await Promise.all([decide(body), decide(body)]);
      const ids = new Set(responses.map((response) => response.json().data.decisionId));
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
      expect(ids.size).toBe(1);
      expect((await findLetters(db(), [...ids][0])).map(({ kind }) => kind).toSorted()).toEqual([
        'report_upheld',
        'warn',
      ]);
    }
  });

  test('after its undo: the same decision, which stays undone', async () => {
    const { subject, body } = await preparedDecision();
    const { decisionId } = (await decide(body)).json().data;
    await undoDecision(testApp, decisionId);
    expect((await decide(body)).json().data).toMatchObject({ decisionId, isRepeated: true });
    expect((await readSubject(testApp, subject)).takenDownAt).toBeNull();
  });

  test('for another subject: 409; by another administrator it is another key', async () => {
    const { body } = await preparedDecision();
    await decide(body);
    const other = await preparedDecision();
    const reused = await decide({ ...other.body, clientKey: body.clientKey });
    expect([reused.statusCode, reused.json().code]).toEqual([409, 'DECISION_KEY_REUSED']);
    const byOther = await decide({ ...other.body, clientKey: body.clientKey }, otherToken);
    expect([byOther.statusCode, byOther.json().data.isRepeated]).toEqual([201, false]);
  });
});

test('startBulk under the same key, repeated and twice at once: one action', async () => {
  const { id } = await insertUser(db());
  const body = { action: { kind: 'tag', text: 'Đợt spam' }, target: { kind: 'users', ids: [id] }, clientKey: newKey() };
  const start = () => testApp.post('/api/admin/bulk', body);
  const responses = [...(await Promise.all([start(), start()])), await start()];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(responses.map((response) => response.json().data._id)).size).toBe(1);
  await testApp.services.jobs.runDue();
  const entries = db().selectFrom('audit_entries').select('id').where('action', '=', 'bulk.start');
  expect(await entries.execute()).toHaveLength(1);
});

test('createNote under the same key: one note; with another text 409', async () => {
  const { id } = await insertUser(db());
  const url = `/api/admin/subjects/User/${id}/notes`;
  const body = { text: 'Đã gọi điện', clientKey: newKey() };
  const responses = await Promise.all([testApp.post(url, body), testApp.post(url, body)]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(new Set(responses.map((response) => response.json().data._id)).size).toBe(1);
  const reused = await testApp.post(url, { ...body, text: 'Đã gọi lại' });
  expect([reused.statusCode, reused.json().code]).toEqual([409, 'MESSAGE_KEY_REUSED']);
});

test('decideAppeal repeated by the same administrator changes nothing; another outcome, or another administrator, gets 409', async () => {
  const steps = createAppealSteps(testApp);
  const { author, noticeId } = await steps.takenDownPost();
  const id = await steps.objectAnyhow(author.id, noticeId);
  expect((await steps.conclude(id, 'uphold')).statusCode).toBe(200);
  const before = await fingerprint(db());
  expect((await steps.conclude(id, 'uphold')).statusCode).toBe(200);
  expect((await steps.conclude(id, 'overturn')).json().code).toBe('APPEAL_DECIDED');
  expect((await steps.conclude(id, 'uphold', {}, otherToken)).json().code).toBe('APPEAL_DECIDED');
  expect(await fingerprint(db())).toEqual(before);
});

test('deleteReport repeated by the same administrator changes nothing; another one gets 404', async () => {
  const user = await insertUser(db());
  const report = await insertReport(db(), { itemType: 'User', itemId: user.id, itemAuthorId: user.id });
  const remove = (token: string) => testApp.send('DELETE', `/api/reports/admin/${report.id}`, { token });
  expect((await remove(testApp.admin.token)).statusCode).toBe(200);
  const before = await fingerprint(db());
  expect((await remove(testApp.admin.token)).statusCode).toBe(200);
  expect((await remove(otherToken)).statusCode).toBe(404);
  expect(await fingerprint(db())).toEqual(before);
});
