import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../lib/context.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { recordEvent } from './append-event.ts';
import { escalateOverdue } from './escalate-overdue.ts';
import { subjectsStore } from './subjects.store.ts';

let testApp: TestApp;
let token: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  token = testApp.admin.token;
});
afterEach(() => expectSubjectsReplayed(db()));
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const escalate = () => escalateOverdue(testApp.services.app);
/** Sessions end meanwhile. */
async function advance(hours: number): Promise<void> {
  testApp.clock.advance(hours * HOUR_MS);
  token = await insertSession(db(), testApp.admin.id, testApp.clock.now());
}
const post = async (url: string, body: object = {}) => {
  const response = await testApp.send('POST', url, { token, body });
  expect(response.statusCode).toBeLessThan(300);
  return response.json();
};

const newUser = async () => ({ itemType: 'User' as const, itemId: (await insertUser(db())).id });
async function newPost() {
  const author = await insertUser(db());
  return { itemType: 'Post' as const, itemId: (await insertPost(db(), author.id)).id };
}
type Subject = Awaited<ReturnType<typeof newPost | typeof newUser>>;

/** Files a report by a new user. @returns its id */
async function file(
  { itemType, itemId }: Subject,
  { reason = 'spam', policy }: { reason?: string; policy?: string } = {},
) {
  const reporter = await insertSession(db(), (await insertUser(db())).id, testApp.clock.now());
  const body = { itemType, reportedItem: itemId, reason, policy, description: 'Phiền quá đi mất' };
  const response = await testApp.send('POST', '/api/reports/create', { token: reporter, body });
  expect(response.statusCode).toBe(201);
  return response.json().data._id as string;
}
const setStatus = (id: string, status: string) => post(`/api/reports/admin/${id}`, { status });
const read = async ({ itemType, itemId }: Subject) => (await post(`/api/admin/subjects/${itemType}/${itemId}`)).data;
const countEscalations = async ({ itemId }: Subject) =>
  (
    await db()
      .selectFrom('moderation_events')
      .select('id')
      .where('subject_id', '=', itemId)
      .where('kind', '=', 'escalated')
      .execute()
  ).length;

/** The subjects in the order of priority, read in pages of two. */
async function listSubjects(): Promise<string[]> {
  const listed: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: Array<{ reportedItem: string }>; pagination: { nextCursor: string | null } } = await post(
      '/api/reports/admin/all',
      { sort: 'priority', limit: 2, cursor },
    );
    listed.push(...page.data.map(({ reportedItem }) => reportedItem));
    cursor = page.pagination.nextCursor;
  } while (cursor !== null);
  return listed;
}

test('escalateOverdue: subjects of each severity, overdue and not → one step at most, child safety and hidden content stay first', async () => {
  const [spamOld, harassmentOld, scamOld] = [await newPost(), await newPost(), await newPost()];
  await file(spamOld);
  await file(harassmentOld, { reason: 'harassment' });
  await file(scamOld, { reason: 'violence' });
  await advance(100);
  const [hidden, spam, harassment, violence, child] = [
    await newPost(),
    await newPost(),
    await newPost(),
    await newPost(),
    await newPost(),
  ];
  await file(hidden);
  await inTransaction(testApp.services.app, (ctx) =>
    recordEvent(ctx, hidden, null, { kind: 'auto_hidden', actor: { type: 'system' } }),
  );
  await file(spam);
  await file(harassment, { reason: 'harassment' });
  await file(violence, { reason: 'violence' });
  await file(child, { policy: 'child_safety' });
  const idsOf = (subjects: Subject[]) => subjects.map(({ itemId }) => itemId);
  expect(await listSubjects()).toEqual(
    idsOf([hidden, child, scamOld, violence, harassmentOld, harassment, spamOld, spam]),
  );
  await escalate();
  expect(await listSubjects()).toEqual(
    idsOf([hidden, child, scamOld, harassmentOld, violence, spamOld, harassment, spam]),
  );
  const stepsOf = async (subject: Subject) =>
    (await read(subject)).priority.terms.flatMap(({ code, value }: { code: string; value: number }) =>
      code === 'severity' || code === 'escalated' ? [[code, value]] : [],
    );
  expect(await stepsOf(spamOld)).toEqual([
    ['severity', 1],
    ['escalated', 1],
  ]);
  expect(await stepsOf(scamOld)).toEqual([['severity', 3]]);
});

test('escalateOverdue: a day after the due time, by several servers at once → once', async () => {
  const subject = await newPost();
  await file(subject);
  await advance(47.9);
  await escalate();
  expect(await countEscalations(subject)).toBe(0);
  await advance(0.2);
  await Promise.all([escalate(), escalate(), escalate()]);
  await escalate();
  await file(subject);
  await escalate();
  expect(await countEscalations(subject)).toBe(1);
});

test('escalateOverdue: no history shows it, and a decision that was shown before it is not stale', async () => {
  const subject = await newUser();
  const report = await file(subject);
  await advance(49);
  const before = await read(subject);
  await escalate();
  expect(await countEscalations(subject)).toBe(1);
  expect((await read(subject)).events).toEqual(before.events);
  const { history } = (await post(`/api/reports/admin/detail/${report}`)).data;
  expect(JSON.stringify(history)).not.toContain('escalated');
  const timeline = await post(`/api/admin/users/${subject.itemId}/timeline`);
  expect(JSON.stringify(timeline)).not.toContain('escalated');
  await post('/api/admin/decisions', { subject, outcome: 'no_violation', actions: [], version: before.version });
});

test('escalateOverdue: of a subject that was closed → ends; opened again, when it is overdue for a day then', async () => {
  const subject = await newPost();
  const report = await file(subject);
  await advance(49);
  await escalate();
  await setStatus(report, 'resolved');
  await advance(200);
  await escalate();
  await setStatus(report, 'pending');
  expect((await read(subject)).priority.terms.map(({ code }: { code: string }) => code)).not.toContain('escalated');
  await escalate();
  expect(await countEscalations(subject)).toBe(2);
});

test('escalateOverdue: one that fails → the others are escalated, the job fails and tries it again', async () => {
  const [broken, other] = [await newPost(), await newPost()];
  await file(broken);
  await file(other);
  await advance(49);
  const { pool } = testApp.database;
  await pool.query(`create function fail_escalation() returns trigger language plpgsql as
    $$ begin raise exception 'cannot be escalated'; end $$`);
  await pool.query(`create trigger fail_escalation before insert on moderation_events for each row
    when (new.subject_id = '${broken.itemId}') execute function fail_escalation()`);
  await expect(escalate()).rejects.toThrow('cannot be escalated');
  expect([await countEscalations(broken), await countEscalations(other)]).toEqual([0, 1]);
  await pool.query('drop trigger fail_escalation on moderation_events');
  await escalate();
  expect(await countEscalations(broken)).toBe(1);
});

test('escalateOverdue: many that are not overdue, or escalated already → reads its index alone', async () => {
  const { pool } = testApp.database;
  await pool.query(`insert into moderation_subjects (subject_type, subject_id, open_reports_count, due_at, escalated_at)
    select 'Comment', 'many ' || n, 1, now() - n * interval '1 hour', now() from generate_series(1, 20000) n`);
  const planOf = await openPlanReader(pool);
  const plan = await planOf((on) => subjectsStore.findToEscalate(on, testApp.clock.now(), { skip: 0, most: 100 }));
  await pool.query(`delete from moderation_subjects where subject_id like 'many %'`);
  expect(plan).toEqual({ indexes: ['moderation_subjects_to_escalate'], isSorted: false, scanned: [] });
});
