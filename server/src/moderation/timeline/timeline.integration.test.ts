import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import {
  TIMELINE_KINDS,
  type TimelineEntry,
  type TimelineKind,
} from '@hai-dang/contract/moderation/timeline.schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { accountSubject, type DecisionFields, makeDecision, undoDecision } from '../../testing/decisions.ts';
import {
  insertComment,
  insertPost,
  insertReport,
  insertSession,
  insertTravelPost,
  insertUser,
} from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { timelineStore } from './timeline.store.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const START = Date.UTC(2026, 0, 1);
const hour = (hours: number) => new Date(START + hours * HOUR_MS);

const ask = (id: string, body: object = {}) => testApp.post(`/api/admin/users/${id}/timeline`, body);
async function timelineOf(id: string, body: object = {}): Promise<TimelineEntry[]> {
  const response = await ask(id, body);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

/** A user with one entry of each kind, an hour apart, but for decisions, letters and appeals. */
async function insertActiveUser() {
  const { db } = testApp.database;
  const user = await insertUser(db, { created_at: hour(0) });
  const post = await insertPost(db, user.id, { title: 'Chợ nổi', created_at: hour(1) });
  const travelPost = await insertTravelPost(db, user.id, { title: 'Hà Giang', created_at: hour(2) });
  const comment = await insertComment(
    db,
    user.id,
    { postId: post.id },
    { content: 'x'.repeat(300), created_at: hour(3) },
  );
  const about = { itemType: 'Post', itemId: post.id, itemAuthorId: user.id };
  const reportAbout = await insertReport(db, about, { created_at: hour(4), reason: 'violence' });
  const other = { itemType: 'User', itemId: newId() };
  const reportBy = await insertReport(db, other, { reporter_id: user.id, created_at: hour(5), status: 'rejected' });
  await insertSession(db, user.id, hour(6));
  return { user, post, travelPost, comment, reportAbout, reportBy };
}

/** Messages at the given hours, in one conversation. */
async function insertMessages(
  userId: string,
  messages: ReadonlyArray<{ at: Date; text: string; isFromAdmin?: boolean }>,
) {
  const { db } = testApp.database;
  await db
    .insertInto('conversations')
    .values({ user_id: userId, last_seq: messages.length, unread_count: 0 })
    .execute();
  const rows = messages.map(({ at, text, isFromAdmin = false }, index) => ({
    id: newId(),
    user_id: userId,
    seq: index + 1,
    sender_id: isFromAdmin ? testApp.admin.id : userId,
    is_from_admin: isFromAdmin,
    type: 'text',
    content: text,
    client_key: newId(),
    created_at: at,
  }));
  await db.insertInto('messages').values(rows).execute();
}

/** Every page of a timeline. */
async function pagesOf(id: string, limit: number, kinds?: TimelineKind[]): Promise<TimelineEntry[]> {
  const paged: TimelineEntry[] = [];
  let cursor: string | null = null;
  do {
    const response = await ask(id, { limit, cursor, ...(kinds && { kinds }) });
    const { data, pagination } = response.json();
    expect(data.length).toBeLessThanOrEqual(limit);
    paged.push(...data);
    cursor = pagination.nextCursor;
  } while (cursor !== null);
  return paged;
}

describe('getUserTimeline', () => {
  test('a user with an entry of each kind: newest first, each with its object', async () => {
    const { user, post, travelPost, comment, reportAbout, reportBy } = await insertActiveUser();
    const entries = await timelineOf(user.id);
    expect(entries.map(({ kind }) => kind)).toEqual([
      'sign_in',
      'report_by',
      'report_about',
      'comment',
      'travel_post',
      'post',
      'joined',
    ]);
    const of = (kind: string) => entries.find((entry) => entry.kind === kind);
    expect(of('post')).toMatchObject({ subject: { itemType: 'Post', itemId: post.id }, text: 'Chợ nổi' });
    expect(of('travel_post')).toMatchObject({ subject: { itemType: 'TravelPost', itemId: travelPost.id } });
    expect(of('comment')).toMatchObject({
      subject: { itemType: 'Comment', itemId: comment.id },
      text: 'x'.repeat(200),
    });
    expect(of('report_about')).toMatchObject({ reportId: reportAbout.id, detail: 'violence', status: 'pending' });
    expect(of('report_by')).toMatchObject({ reportId: reportBy.id, status: 'rejected', actor: null });
    expect(of('joined')).toMatchObject({ at: hour(0).toISOString(), subject: null });
  });

  test('decisions on an account and its content: who, which rule and their outcome; each once', async () => {
    const { db } = testApp.database;
    const user = await insertUser(db);
    const onPost = { itemType: 'Post', itemId: (await insertPost(db, user.id)).id };
    const undone = await makeDecision(testApp, onPost, { policy: 'spam', actions: ['takedown'] });
    await undoDecision(testApp, undone);
    const suspension: DecisionFields = { policy: 'spam', actions: ['suspend'], suspendDays: 3, note: 'Lần hai' };
    const made = await makeDecision(testApp, accountSubject(user.id), suspension);
    await makeDecision(testApp, onPost);
    const entries = await timelineOf(user.id, { kinds: ['moderation'] });
    const found = (id: string) => entries.filter(({ _id }) => _id === id);
    expect(found(undone)).toMatchObject([
      { detail: 'decided', text: 'Spam và quảng cáo', isUndone: true, subject: onPost },
    ]);
    expect(found(made)).toMatchObject([{ isUndone: false, actor: { _id: testApp.admin.id } }]);
    expect(entries.map(({ detail }) => detail).toSorted()).toEqual(['decided', 'decided', 'no_violation', 'suspended']);
    const { until } = entries.find(({ detail }) => detail === 'suspended') ?? {};
    expect(until).toBeTruthy();
  });

  test('an account disabled and enabled by hand: both, with who did it', async () => {
    const user = await insertUser(testApp.database.db);
    for (const act of ['disable', 'enable']) {
      expect((await testApp.post(`/api/admin/users/${user.id}/${act}`)).statusCode).toBe(200);
    }
    const entries = await timelineOf(user.id, { kinds: ['moderation'] });
    expect(entries.map(({ detail }) => detail)).toEqual(['enabled', 'disabled']);
    expect(entries.every(({ actor }) => actor?.username)).toBe(true);
  });

  test('pages of any size, entries at one and the same time: every entry once, in the order of the whole', async () => {
    const { db } = testApp.database;
    const { user, post } = await insertActiveUser();
    for (let index = 0; index < 5; index += 1) {
      await insertPost(db, user.id, { created_at: hour(3) });
      await insertComment(db, user.id, { postId: post.id }, { created_at: hour(3) });
    }
    const whole = await timelineOf(user.id);
    expect(whole).toHaveLength(17);
    for (const limit of [1, 3, 16, 17]) {
      expect(await pagesOf(user.id, limit)).toEqual(whole);
    }
  });

  test('notes and tags of the account and of its content, with removed ones; not those of others', async () => {
    const { db } = testApp.database;
    const user = await insertUser(db);
    const post = await insertPost(db, user.id);
    const write = async (path: string, text: string) =>
      (await testApp.post(`/api/admin/subjects/${path}`, { text })).json().data;
    const onAccount = await write(`User/${user.id}/notes`, 'Đã gọi điện');
    await write(`User/${user.id}/tags`, 'VIP');
    const onPost = await write(`Post/${post.id}/notes`, 'Ảnh cũ');
    await write(`User/${(await insertUser(db)).id}/notes`, 'của người khác');
    for (const { _id } of [onAccount, onPost]) await testApp.post(`/api/admin/notes/${_id}/remove`);
    const entries = await timelineOf(user.id, { kinds: ['note'] });
    expect(entries.map(({ detail, text, isUndone, subject }) => [detail, text, isUndone, subject?.itemType])).toEqual(
      expect.arrayContaining([
        ['note_removed', null, false, 'User'],
        ['noted', null, true, 'User'],
        ['tagged', 'VIP', false, 'User'],
        ['noted', null, true, 'Post'],
      ]),
    );
    expect(entries).toHaveLength(4);
    expect(entries.every(({ actor }) => actor?._id === testApp.admin.id)).toBe(true);
    expect(await timelineOf(user.id, { kinds: ['moderation'] })).toEqual([]);
  });

  test("a conversation: the user's last message of each day in Vietnam, on pages of any size", async () => {
    const { db } = testApp.database;
    const user = await insertUser(db, { created_at: hour(0) });
    // In Vietnam a day begins at 17:00 UTC.
    await insertMessages(user.id, [
      { at: hour(15), text: 'sáng' },
      { at: hour(16), text: 'tối' },
      { at: hour(16.5), text: 'trả lời', isFromAdmin: true },
      { at: hour(17), text: 'hôm sau' },
      { at: hour(20), text: 'cuối hôm sau' },
      { at: hour(90), text: 'ba ngày sau' },
    ]);
    // Between two messages of one day.
    await insertPost(db, user.id, { title: 'Chợ nổi', created_at: hour(18) });
    const conversation = await timelineOf(user.id, { kinds: ['conversation'] });
    expect(conversation.map(({ text }) => text)).toEqual(['ba ngày sau', 'cuối hôm sau', 'tối']);
    const whole = await timelineOf(user.id);
    expect(whole.map(({ kind }) => kind)).toEqual(['conversation', 'conversation', 'post', 'conversation', 'joined']);
    for (const limit of [1, 2, 3, 4]) expect(await pagesOf(user.id, limit)).toEqual(whole);
    expect(await pagesOf(user.id, 1, ['conversation'])).toEqual(conversation);
  });

  test('many notes and messages of all users: each kind uses its index', async () => {
    const { db } = testApp.database;
    const user = await insertUser(db);
    await sql`
      insert into subject_notes (id, subject_type, subject_id, owner_id, kind, text, author_name, created_at)
      select ${user.id} || i, 'Post', 'p-' || i, case when i % 100 = 0 then ${user.id} end, 'noted', 'x', 'a', now() - i * interval '1 s'
      from generate_series(1, 5000) i`.execute(db);
    const others = await Promise.all(Array.from({ length: 50 }, () => insertUser(db)));
    for (const { id } of [user, ...others]) {
      await sql`insert into conversations (user_id, last_seq, unread_count) values (${id}, 100, 0)`.execute(db);
      await sql`
        insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, client_key, created_at)
        select ${id} || i, ${id}, i, ${id}, false, 'text', 'x', i, now() - i * interval '1 minute'
        from generate_series(1, 100) i`.execute(db);
    }
    const planOf = await openPlanReader(testApp.database.pool);
    const { indexes } = await planOf((on) =>
      timelineStore.find(on, user.id, { kinds: ['note', 'conversation'], before: null, limit: 31 }),
    );
    expect(indexes).toEqual(expect.arrayContaining(['subject_notes_of_owner', 'messages_of_user_newest']));
  });

  test.for(TIMELINE_KINDS)('kinds of %s alone: no entry of another kind', async (kind) => {
    const { user } = await insertActiveUser();
    const entries = await timelineOf(user.id, { kinds: [kind] });
    expect(entries.filter((entry) => entry.kind !== kind)).toEqual([]);
  });

  test('deleted content and actions of other users: not included', async () => {
    const { db } = testApp.database;
    const user = await insertUser(db);
    await insertPost(db, user.id, { deleted_at: new Date() });
    await insertPost(db, (await insertUser(db)).id);
    expect((await timelineOf(user.id)).map(({ kind }) => kind)).toEqual(['joined']);
  });

  test('no kinds, an unknown kind, a limit of 0 or 101: rejected', async () => {
    const { id } = await insertUser(testApp.database.db);
    for (const body of [{ kinds: [] }, { kinds: ['all'] }, { limit: 0 }, { limit: 101 }]) {
      expect((await ask(id, body)).statusCode).toBe(400);
    }
  });
});
