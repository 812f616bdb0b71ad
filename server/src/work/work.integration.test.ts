import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Work } from '@hai-dang/contract/work/work.schema.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chatListingStore } from '../chat/list/chat-list.store.ts';
import { markReadByAdmin } from '../chat/messages/mark-read.ts';
import { sendTextAsUser } from '../chat/messages/send-text.ts';
import { createAppealSteps } from '../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { callOf } from '../testing/call-of.ts';
import { openAdmin, openUser, sendText } from '../testing/chat-members.ts';
import { accountSubject, insertReportedPost, makeDecision, readSubject } from '../testing/decisions.ts';
import { insertAdmin, insertPost, insertReport, insertUser } from '../testing/factories.ts';
import { openPlanReader } from '../testing/query-plan.ts';
import { createSocketOpener, listen } from '../testing/socket-client.ts';
import { getWork } from './get-work.ts';

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeEach(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(async () => {
  sockets.closeAll();
  await testApp.close();
});

const db = () => testApp.database.db;
const now = () => testApp.clock.now().toISOString();
const work = (): Promise<Work> => getWork(callOf(testApp.services.app, testApp.admin));

/** An app user and an administrator in one conversation. */
async function openConversation() {
  return { user: await openUser(testApp, sockets), admin: await openAdmin(testApp, sockets) };
}

test('getWork: on an empty database nothing waits', async () => {
  const nothing = { count: 0, since: null };
  const response = await testApp.post('/api/admin/work');
  expect(response.json()).toEqual({
    success: true,
    data: {
      reports: { ...nothing, reviewing: 0 },
      overdue: nothing,
      mine: nothing,
      appeals: { ...nothing, overdue: 0 },
      conversations: nothing,
    },
  });
});

test('getWork: counts pending and reviewing reports, and the oldest pending one', async () => {
  const author = await insertUser(db());
  const { id } = await insertPost(db(), author.id);
  const ago = (hours: number) => new Date(testApp.clock.now().getTime() - hours * HOUR_MS);
  for (const [status, hours] of [
    ['resolved', 9],
    ['reviewing', 8],
    ['pending', 7],
    ['pending', 2],
    ['rejected', 1],
  ] as const) {
    await insertReport(
      db(),
      { itemType: 'Post', itemId: id, itemAuthorId: author.id },
      { status, created_at: ago(hours) },
    );
  }
  expect((await work()).reports).toEqual({ count: 2, since: ago(7).toISOString(), reviewing: 1 });
});

test('getWork: counts subjects that are overdue, until they are decided', async () => {
  const { id } = await insertUser(db());
  const subject = accountSubject(id);
  await insertReport(db(), subject, { created_at: testApp.clock.now() });
  expect((await work()).overdue).toEqual({ count: 0, since: null });
  const dueAt = (await readSubject(testApp, subject)).dueAt;
  await testApp.later(25 * HOUR_MS, async () => {
    expect((await work()).overdue).toEqual({ count: 1, since: dueAt });
    await makeDecision(testApp, subject, { outcome: 'no_violation' });
    expect((await work()).overdue).toEqual({ count: 0, since: null });
  });
});

test('getWork: counts the subjects that the caller handles, and nobody else’s', async () => {
  const since = now();
  const [own, other] = [await insertReportedPost(testApp), await insertReportedPost(testApp)];
  const colleague = await insertAdmin(db());
  const assign = ({ subject: { itemType, itemId } }: typeof own, assigneeId: string) =>
    testApp.post(`/api/admin/subjects/${itemType}/${itemId}/assign`, { assigneeId });
  await assign(own, 'me');
  await assign(other, colleague.id);
  expect((await work()).mine).toEqual({ count: 1, since });
});

test('getWork: of subjects of several reports, closed ones among them → each number is that of the rows of its list', async () => {
  const steps = createAppealSteps(testApp);
  const appealed = await steps.takenDownPost();
  await steps.objectAnyhow(appealed.author.id, appealed.noticeId);
  const { user } = await openConversation();
  await sendText(user, 'Alo');
  const ago = (hours: number) => new Date(testApp.clock.now().getTime() - hours * HOUR_MS);
  const [overdue, soon, closed] = [await insertUser(db()), await insertUser(db()), await insertUser(db())];
  const file = ({ id }: { id: string }, status: string, hours: number) =>
    insertReport(db(), accountSubject(id), { status, created_at: ago(hours) });
  await file(overdue, 'resolved', 60);
  for (const hours of [50, 49, 48]) await file(overdue, 'pending', hours);
  for (const status of ['pending', 'reviewing', 'rejected']) await file(soon, status, 1);
  await file(closed, 'resolved', 2);
  await db()
    .updateTable('moderation_subjects')
    .set({ assignee_id: testApp.admin.id, assigned_at: testApp.clock.now() })
    .where('subject_id', 'in', [overdue.id, soon.id, closed.id])
    .execute();

  const listed = async (path: string, body: object) => (await testApp.post(path, body)).json();
  const CASES = '/api/reports/admin/cases';
  const { reports, mine, appeals, conversations, ...rest } = await work();
  const pending = await listed('/api/reports/admin/all', { status: 'pending', sort: 'oldest' });
  expect([reports.count, pending.data.length, pending.pagination.total]).toEqual([4, 4, 4]);
  const late = await listed(CASES, { isOverdue: true, sort: 'due' });
  expect([rest.overdue.count, late.data.length, late.pagination.total]).toEqual([1, 1, 1]);
  const own = await listed(CASES, { status: 'open', assignee: 'me', sort: 'oldest' });
  expect(own.data.map(({ itemId }: { itemId: string }) => itemId)).toEqual([overdue.id, soon.id]);
  expect([mine.count, own.pagination.total]).toEqual([2, 2]);
  const waiting = await listed('/api/admin/appeals', { state: 'open', limit: 20 });
  expect([appeals.count, waiting.data.length]).toEqual([1, 1]);
  const chats = await listed('/api/admin/online-users', { filter: 'waiting', sort: 'waiting' });
  expect([conversations.count, chats.data.users.length]).toEqual([1, 1]);
});

test('getWork: counts open appeals and those that are overdue, until they are decided', async () => {
  const steps = createAppealSteps(testApp);
  const { author, noticeId } = await steps.takenDownPost();
  const since = now();
  const appealId = await steps.objectAnyhow(author.id, noticeId);
  expect((await work()).appeals).toEqual({ count: 1, since, overdue: 0 });
  await testApp.later(49 * HOUR_MS, async () => {
    expect((await work()).appeals).toEqual({ count: 1, since, overdue: 1 });
    await steps.conclude(appealId, 'uphold');
    expect((await work()).appeals).toEqual({ count: 0, since: null, overdue: 0 });
  });
});

test("getWork: a conversation waits from the user's first message until an administrator answers", async () => {
  const { user, admin } = await openConversation();
  await sendText(admin, 'Chào bạn', user);
  expect((await work()).conversations).toEqual({ count: 0, since: null });
  const since = now();
  await sendText(user, 'Cho tôi hỏi');
  testApp.clock.advance(HOUR_MS);
  await sendText(user, 'Có ai không?');
  expect((await work()).conversations).toEqual({ count: 1, since });
  const answer = await sendText(admin, 'Có tôi đây', user, 'answer');
  expect((await work()).conversations).toEqual({ count: 0, since: null });
  const later = now();
  await sendText(user, 'Cảm ơn, còn một việc');
  // A repeat of an answer that was stored before is no answer to what was asked since.
  expect((await sendText(admin, 'Có tôi đây', user, 'answer'))._id).toBe(answer._id);
  expect((await work()).conversations).toEqual({ count: 1, since: later });
});

test('getWork: reading a conversation does not answer it', async () => {
  const { user, admin } = await openConversation();
  const since = now();
  await sendText(user, 'Alo');
  await markReadByAdmin(testApp.services.app, user.id, null, { id: admin.id });
  expect((await work()).conversations).toEqual({ count: 1, since });
});

test('getWork: a letter about a decision does not answer a conversation', async () => {
  const author = await insertUser(db());
  const { id } = await insertPost(db(), author.id);
  await insertReport(db(), { itemType: 'Post', itemId: id, itemAuthorId: author.id });
  const since = now();
  await sendTextAsUser(
    testApp.services.app,
    { content: 'Vì sao bài của tôi bị báo cáo?', tempId: 'question' },
    { id: author.id },
  );
  await makeDecision(testApp, { itemType: 'Post', itemId: id }, { policy: 'spam', actions: ['takedown'] });
  await testApp.database.pool.query("update pgboss.job set start_after = now() where state < 'active'");
  await testApp.services.jobs.runDue();
  const { last_seq } = await db()
    .selectFrom('conversations')
    .select('last_seq')
    .where('user_id', '=', author.id)
    .executeTakeFirstOrThrow();
  expect(last_seq).toBe(2);
  expect((await work()).conversations).toEqual({ count: 1, since });
});

test('countWaiting: of thousands of conversations, those that wait are found by their index', async () => {
  await sql`insert into users (id, username, email)
    select 'u' || n, 'Người ' || n, 'u' || n || '@x.test' from generate_series(1, 3000) n`.execute(db());
  await sql`insert into conversations (user_id, last_seq, unread_count, waiting_since)
    select 'u' || n, 1, 0, case when n % 100 = 0 then ${testApp.clock.now()}::timestamptz - n * interval '1 minute' end
    from generate_series(1, 3000) n`.execute(db());
  expect((await work()).conversations).toEqual({
    count: 30,
    since: new Date(testApp.clock.now().getTime() - 3_000 * 60_000).toISOString(),
  });
  const planOf = await openPlanReader(testApp.database.pool);
  const { indexes } = await planOf((on) => chatListingStore.countWaiting(on, 1_000));
  expect(indexes).toEqual(['conversations_waiting']);
});
