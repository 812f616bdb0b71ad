import { MENTIONS_MAX, NOTES_MAX, TAGS_MAX } from '@hai-dang/contract/constants.ts';
import { DAY_MS, MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, openAdmin } from '../../testing/chat-members.ts';
import { expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertAdmin, insertPost, insertReport, insertSession, insertUser } from '../../testing/factories.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';
import { isStoredAnywhere } from '../../testing/stored-text.ts';
import { eventNote } from '../subjects/event-note.store.ts';
import { purgeRemovedNotes } from './purge-notes.ts';

type Account = Awaited<ReturnType<typeof insertAdmin>> & { token: string };

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
let mai: Account;
let binh: Account;
let userId: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
beforeEach(async () => {
  [mai, binh] = [await newAdmin('Mai'), await newAdmin('Bình')];
  userId = (await insertUser(db())).id;
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const db = () => testApp.database.db;
async function newAdmin(name: string): Promise<Account> {
  const account = await insertAdmin(db(), { username: `${name} ${crypto.randomUUID().slice(0, 8)}` });
  return { ...account, token: await insertSession(db(), account.id, testApp.clock.now()) };
}
const call = ({ token }: Account, path: string, body: object = {}) => testApp.send('POST', path, { token, body });
const subject = (rest: string, itemType = 'User', itemId = userId) =>
  `/api/admin/subjects/${itemType}/${itemId}/${rest}`;
const write = (by: Account, body: object) => call(by, subject('notes'), body);
const tag = (by: Account, body: object) => call(by, subject('tags'), body);
const list = async (body: object = {}) => (await call(mai, subject('notes/list'), body)).json();
const textsOf = (notes: InternalNote[]) => notes.map(({ note }) => note);
const remove = (by: Account, { _id }: InternalNote) => call(by, `/api/admin/notes/${_id}/remove`);
const restore = (by: Account, { _id }: InternalNote) => call(by, `/api/admin/notes/${_id}/restore`);
const inFuture = (ms: number) => new Date(testApp.clock.now().getTime() + ms).toISOString();
const eventsStored = async () =>
  (
    await db()
      .selectFrom('moderation_events')
      .select(['kind', 'actor_name', eventNote('moderation_events').as('text')])
      .where('subject_id', '=', userId)
      .orderBy('version')
      .execute()
  ).map(({ kind, actor_name, text }) => [kind, actor_name, text]);
const notificationsOf = async (account: Account) =>
  (await call(account, '/api/admin/notifications')).json().data.notifications;

describe('createNote', () => {
  test('a note is listed, is an event of the subject, and is in the timeline of the user', async () => {
    const response = await write(mai, { text: '  Đã gọi điện cho chủ tài khoản  ' });
    expect(response.statusCode).toBe(201);
    const { data: note } = response.json();
    expect(note).toMatchObject({ kind: 'noted', note: 'Đã gọi điện cho chủ tài khoản', until: null });
    expect(note.actor).toEqual({ _id: mai.id, username: mai.username });
    expect(await list()).toMatchObject({ data: [note], tags: [], pagination: { nextCursor: null } });
    expect(await eventsStored()).toEqual([['noted', mai.username, note.note]]);
    const timeline = await call(binh, `/api/admin/users/${userId}/timeline`, { kinds: ['note'] });
    expect(timeline.json().data).toMatchObject([{ detail: 'noted', text: note.note, actor: { _id: mai.id } }]);
    await expectSubjectsReplayed(db());
  });

  test('a note on a reported post is in the history of the report', async () => {
    const { id: itemId } = await insertPost(db(), userId);
    const report = await insertReport(db(), { itemType: 'Post', itemId, itemAuthorId: userId });
    await call(mai, subject('notes', 'Post', itemId), { text: 'Ảnh lấy lại từ báo' });
    const { data } = (await testApp.post(`/api/reports/admin/detail/${report.id}`)).json();
    expect(JSON.stringify(data)).toContain('Ảnh lấy lại từ báo');
  });

  test('a note keeps the version of a decision valid', async () => {
    const { id: itemId } = await insertPost(db(), userId);
    await insertReport(db(), { itemType: 'Post', itemId, itemAuthorId: userId });
    await call(mai, subject('notes', 'Post', itemId), { text: 'Đang chờ trả lời' });
    const body = {
      subject: { itemType: 'Post', itemId },
      outcome: 'violation',
      policy: 'spam',
      actions: ['warn'],
      version: 1,
    };
    expect((await call(binh, '/api/admin/decisions', body)).statusCode).toBe(201);
  });

  test('a mentioned administrator is notified once, with the profile to open; the author is not', async () => {
    await write(mai, { text: `@${binh.username} xem giúp`, mentions: [binh.id, binh.id, mai.id] });
    const rows = (of: Account) => db().selectFrom('notifications').selectAll().where('admin_id', '=', of.id).execute();
    expect(await rows(binh)).toMatchObject([{ type: 'note_mention', report_id: null, user_id: userId }]);
    expect(await rows(mai)).toEqual([]);
    const [listed] = await notificationsOf(binh);
    expect(listed).toMatchObject({ reports: null, userId, senderName: mai.username });
    expect(listed.message).not.toContain('xem giúp');
  });

  test('a mention on reported content leads to its newest report', async () => {
    const { id: itemId } = await insertPost(db(), userId);
    const report = await insertReport(db(), { itemType: 'Post', itemId, itemAuthorId: userId });
    await call(mai, subject('notes', 'Post', itemId), { text: 'xem', mentions: [binh.id] });
    const rows = await db().selectFrom('notifications').selectAll().where('admin_id', '=', binh.id).execute();
    expect(rows).toMatchObject([{ type: 'note_mention', report_id: report.id, user_id: null }]);
  });

  test.for<[string, () => object, number, string?]>([
    ['an empty text', () => ({ text: '  ' }), 400],
    ['2 001 characters', () => ({ text: 'a'.repeat(2_001) }), 400],
    ['an end in the past', () => ({ text: 'a', expiresAt: inFuture(-1) }), 400, 'NOTE_END_PASSED'],
    ['an end that is no time', () => ({ text: 'a', expiresAt: 'mai' }), 400],
    ['a mention of a user', () => ({ text: 'a', mentions: [userId] }), 404, 'ASSIGNEE_NOT_FOUND'],
    ['too many mentions', () => ({ text: 'a', mentions: Array(MENTIONS_MAX + 1).fill(mai.id) }), 400],
  ])('%s is rejected and stores nothing', async ([, body, status, code]) => {
    const response = await write(mai, body());
    expect(response.statusCode).toBe(status);
    if (code) expect(response.json()).toMatchObject({ code });
    expect((await list()).data).toEqual([]);
    expect(await eventsStored()).toEqual([]);
  });
});

describe('listNotes', () => {
  test('pages are newest first, each note once, and end', async () => {
    for (const text of ['1', '2', '3', '4', '5']) await write(mai, { text });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { data, pagination } = await list({ limit: 2, cursor });
      seen.push(...textsOf(data));
      cursor = pagination.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['5', '4', '3', '2', '1']);
  });

  test('notes and tags are omitted once they have ended', async () => {
    await write(mai, { text: 'tạm', expiresAt: inFuture(MINUTE_MS) });
    await tag(mai, { text: 'VIP', expiresAt: inFuture(MINUTE_MS) });
    await tag(mai, { text: 'Nhà báo' });
    expect(textsOf((await list()).tags)).toEqual(['VIP', 'Nhà báo']);
    testApp.clock.advance(MINUTE_MS);
    try {
      const { data, tags } = await list();
      expect([textsOf(data), textsOf(tags)]).toEqual([[], ['Nhà báo']]);
    } finally {
      testApp.clock.advance(-MINUTE_MS);
    }
  });
});

describe('createNote: limits', () => {
  test('a text without a visible character answers 400', async () => {
    for (const make of [write, tag]) {
      const response = await make(mai, { text: '\u200B\u202E\u200D' });
      expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  test('more than the limit of a subject answers NOTES_FULL, until one is removed', async () => {
    const { data: note } = (await write(mai, { text: 'đầu tiên' })).json();
    await sql`insert into subject_notes (id, subject_type, subject_id, kind, text, author_id, author_name, created_at)
      select ${userId} || n, 'User', ${userId}, 'noted', 'x', ${mai.id}, 'Mai', now() from generate_series(2, ${NOTES_MAX}) n`.execute(
      db(),
    );
    expect((await write(binh, { text: 'thừa' })).json()).toMatchObject({ code: 'NOTES_FULL' });
    await remove(mai, note);
    expect((await write(binh, { text: 'vừa' })).statusCode).toBe(201);
  });
});

describe('createTag', () => {
  test('the same tag, in other case or in another Unicode form, answers TAG_EXISTS', async () => {
    await tag(mai, { text: 'Đáng chú ý' });
    for (const text of ['đáng chú Ý', 'Đáng chú ý'.normalize('NFD')])
      expect((await tag(binh, { text })).json()).toMatchObject({ code: 'TAG_EXISTS' });
  });

  test('more than the limit answers TAGS_FULL', async () => {
    for (let i = 0; i < TAGS_MAX; i += 1) await tag(mai, { text: `nhãn ${i}` });
    expect((await tag(mai, { text: 'thừa' })).json()).toMatchObject({ code: 'TAGS_FULL' });
  });
});

describe('removeNote, restoreNote', () => {
  test('the author removes a note and restores it; a repeat changes nothing', async () => {
    const { data: note } = (await write(mai, { text: 'nhầm' })).json();
    expect((await remove(mai, note)).json()).toMatchObject({ data: note });
    await remove(mai, note);
    expect((await list()).data).toEqual([]);
    await restore(mai, note);
    await restore(mai, note);
    expect((await list()).data).toEqual([note]);
    expect((await eventsStored()).map(([kind]) => kind)).toEqual(['noted', 'note_removed', 'noted']);
  });

  test("a colleague's note is not found, a colleague's tag is removed", async () => {
    const { data: note } = (await write(mai, { text: 'của Mai' })).json();
    const { data: ofMai } = (await tag(mai, { text: 'VIP' })).json();
    expect((await remove(binh, note)).json()).toMatchObject({ code: 'NOTE_NOT_FOUND' });
    expect((await remove(binh, ofMai)).statusCode).toBe(200);
    const { data, tags } = await list();
    expect([data, tags]).toEqual([[note], []]);
    expect(await eventsStored()).toContainEqual(['tag_removed', binh.username, null]);
  });
});

describe('removeNote: the text of a removed note', () => {
  const TEXTS = ['Đã gọi nhầm người', 'nhãn nhầm'] as const;
  const actionsOf = async (of: Account) =>
    (await call(of, '/api/admin/recent-actions')).json().data as Array<{ _id: string; detail: string | null }>;
  /** Returns what colleagues read of the subject. */
  const readByColleague = async () =>
    JSON.stringify([
      await list(),
      (await call(binh, `/api/admin/subjects/User/${userId}`)).json(),
      (await call(binh, `/api/admin/users/${userId}/timeline`)).json(),
      await actionsOf(binh),
    ]);
  /** Makes the events of the subject those of a process of the former release: they repeat the text and name no note. */
  const makeFormer = (text: string) =>
    db()
      .transaction()
      .execute(async (tx) => {
        await sql`alter table moderation_events disable trigger user`.execute(tx);
        await sql`update moderation_events set note = ${text}, note_id = null where subject_id = ${userId}`.execute(tx);
        await sql`alter table moderation_events enable trigger user`.execute(tx);
      });

  test('is returned to its author alone while it can be restored, and is then purged', async () => {
    const { data: note } = (await write(mai, { text: TEXTS[0] })).json();
    const { data: ofMai } = (await tag(mai, { text: TEXTS[1] })).json();
    for (const text of TEXTS) expect(await readByColleague()).toContain(text);
    for (const one of [note, ofMai]) await remove(mai, one);
    for (const text of TEXTS) {
      expect(await readByColleague()).not.toContain(text);
      expect(JSON.stringify(await actionsOf(mai))).toContain(text);
    }
    await restore(mai, note);
    expect(await readByColleague()).toContain(TEXTS[0]);
    await remove(mai, note);

    const purge = () => purgeRemovedNotes(testApp.services.app, new AbortController().signal);
    const { data: kept } = (await write(mai, { text: 'ghi chú còn lại' })).json();
    await testApp.later(DAY_MS - 1, purge);
    expect(await isStoredAnywhere(db(), TEXTS[0])).toBe(true);
    await testApp.later(DAY_MS, async () => expect(await purge()).toBeGreaterThanOrEqual(2));
    for (const text of TEXTS) expect(await isStoredAnywhere(db(), text)).toBe(false);
    expect((await list()).data).toEqual([kept]);
    expect((await restore(mai, note)).json()).toMatchObject({ code: 'NOTE_NOT_FOUND' });
    expect((await eventsStored()).map(([kind]) => kind)).toEqual([
      'noted',
      'tagged',
      'note_removed',
      'tag_removed',
      'noted',
      'note_removed',
      'noted',
    ]);
    await expectSubjectsReplayed(db());
  });

  test.for([
    ['a note', write, TEXTS[0]],
    ['a tag', tag, TEXTS[1]],
  ] as const)('%s, whose events a process of the previous release writes during an upgrade', async ([, make, text]) => {
    const undoNewest = async () => {
      const [newest] = await actionsOf(mai);
      const response = await call(mai, `/api/admin/recent-actions/${newest?._id}/undo`);
      expect(response.statusCode).toBe(200);
      await makeFormer(text);
    };
    const { data: note } = (await make(mai, { text })).json();
    await makeFormer(text);
    expect(await readByColleague()).toContain(text);
    await undoNewest();
    expect(await readByColleague()).not.toContain(text);
    expect(JSON.stringify(await actionsOf(mai))).toContain(text);
    await undoNewest();
    expect(await readByColleague()).toContain(text);
    await db().deleteFrom('subject_notes').where('id', '=', note._id).execute();
    expect(await readByColleague()).not.toContain(text);
    expect(JSON.stringify(await actionsOf(mai))).not.toContain(text);
  });
});

test('notes_changed: each change is published to administrators, without the text', async () => {
  const member = await openAdmin(testApp, sockets);
  const { data: note } = (await write(mai, { text: 'bí mật' })).json();
  await remove(mai, note);
  await restore(mai, note);
  await tag(mai, { text: 'VIP' });
  const changes = (await eventsOf(member)).filter(([name]) => name === 'notes_changed');
  expect(changes).toEqual(Array(4).fill(['notes_changed', { itemType: 'User', itemId: userId }]));
});
