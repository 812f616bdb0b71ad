import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppealSteps } from '../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertReportedPost, readSubject, undoDecision } from '../testing/decisions.ts';
import { insertAdmin, insertReport, insertSession, insertUser } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';

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
  test('after its undo: the same decision, which stays undone', async () => {
    const { subject, body } = await preparedDecision();
    const { decisionId } = (await decide(body)).json().data;
    await undoDecision(testApp, decisionId);
    expect((await decide(body)).json().data).toMatchObject({ decisionId, isRepeated: true });
    expect((await readSubject(testApp, subject)).takenDownAt).toBeNull();
  });
});

test('startBulk of a filter under the same key: the same action, also when others match now; confirmed for another number 409', async () => {
  const { id, username } = await insertUser(db());
  const target = { kind: 'user_filter', searchTerm: username, expectedTotal: 1 };
  const body = { action: { kind: 'disable' }, target, policy: 'spam', clientKey: newKey() };
  const first = (await testApp.post('/api/admin/bulk', body)).json().data;
  expect(first.total).toBe(1);
  await db().updateTable('users').set({ username: 'Tên khác' }).where('id', '=', id).execute();
  const again = await testApp.post('/api/admin/bulk', body);
  expect([again.statusCode, again.json().data]).toEqual([201, first]);
  const reused = await testApp.post('/api/admin/bulk', { ...body, target: { ...target, expectedTotal: 2 } });
  expect([reused.statusCode, reused.json().code]).toEqual([409, 'BULK_KEY_REUSED']);
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
