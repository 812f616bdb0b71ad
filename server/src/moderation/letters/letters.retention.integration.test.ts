import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type DecisionFields, makeDecision, undoDecision } from '../../testing/decisions.ts';
import { findLetters, findMessages, findNotices, insertPostReportedBy, sendLetters } from '../../testing/letters.ts';
import { purgeWithdrawnLetters } from './purge-letters.ts';

const TAKEDOWN: DecisionFields = { policy: 'scam', actions: ['takedown'] };
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const purge = (signal = new AbortController().signal) => purgeWithdrawnLetters(testApp.services.app, signal);

test('purgeWithdrawn: an unsent letter is purged after thirty days; a sent one stays', async () => {
  const undone = await insertPostReportedBy(testApp);
  const undoneId = await makeDecision(testApp, undone.subject, TAKEDOWN);
  await undoDecision(testApp, undoneId);

  const sent = await insertPostReportedBy(testApp);
  const sentId = await makeDecision(testApp, sent.subject, TAKEDOWN);
  await sendLetters(testApp);

  // Withdrawn after it had reached one of its recipients.
  const half = await insertPostReportedBy(testApp, []);
  const halfId = await makeDecision(testApp, half.subject, TAKEDOWN);
  await sendLetters(testApp);
  const withdrawn = { sent_at: null, withdrawn_at: testApp.clock.now() };
  await db().updateTable('letters').set(withdrawn).where('decision_id', '=', halfId).execute();

  const waiting = await insertPostReportedBy(testApp, []);
  const waitingId = await makeDecision(testApp, waiting.subject, TAKEDOWN);

  const numbers = async () =>
    Promise.all([undoneId, sentId, halfId, waitingId].map(async (id) => (await findLetters(db(), id)).length));
  expect(await numbers()).toEqual([2, 2, 1, 1]);
  await testApp.later(30 * DAY_MS - 1, async () => expect(await purge()).toBe(0));
  await testApp.later(30 * DAY_MS, async () => {
    expect(await purge(AbortSignal.abort())).toBe(0);
    expect(await purge()).toBe(2);
    expect(await purge()).toBe(0);
  });
  expect(await numbers()).toEqual([0, 2, 1, 1]);
  for (const { id } of [sent.author, ...sent.reporters, half.author]) {
    expect(await findNotices(db(), id)).toHaveLength(1);
    expect(await findMessages(db(), id)).toHaveLength(1);
  }
});

test('purgeWithdrawn: more letters than a batch, withdrawn at the same moment, some of which stay', async () => {
  const { author, subject } = await insertPostReportedBy(testApp, []);
  const decisionId = await makeDecision(testApp, subject, TAKEDOWN);
  await sendLetters(testApp);
  const [notice] = await findNotices(db(), author.id);
  await sql`
    insert into letters (id, decision_id, subject_type, subject_id, kind, recipient_id, sender_id, text, has_message,
      created_at, send_at, withdrawn_at)
    select 'letter-' || n, decision_id, subject_type, subject_id, kind, recipient_id, sender_id, text, has_message,
      created_at, send_at, ${testApp.clock.now()}
    from letters cross join generate_series(1, 2500) n where decision_id = ${decisionId}`.execute(db());
  await sql`
    insert into notices (id, letter_id, user_id, decision_id, kind, text, created_at)
    select 'notice-' || id, id, ${author.id}, decision_id, kind, ${notice?.text ?? ''}, created_at
    from letters where id like 'letter-%5'`.execute(db());
  await testApp.later(30 * DAY_MS, async () => expect(await purge()).toBe(2_250));
  const left = await findLetters(db(), decisionId);
  expect(left.filter(({ id }) => id.startsWith('letter-'))).toHaveLength(250);
});
