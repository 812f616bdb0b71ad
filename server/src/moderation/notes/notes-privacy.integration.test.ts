import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { events } from '@hai-dang/contract/events.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  eventsOf,
  type Member,
  openAdmin,
  openMember,
  openTwoAdminsAndUser,
  sendText,
} from '../../testing/chat-members.ts';
import { sampleOf, sendSample } from '../../testing/endpoint-samples.ts';
import { eventSample } from '../../testing/event-samples.ts';
import { insertComment, insertPost, insertReport, insertSession, insertUser } from '../../testing/factories.ts';
import type { Sample } from '../../testing/sample.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';

const NOTE = 'ghi-chu-khong-ai-duoc-thay';
const TAG = 'nhan-khong-ai-duoc-thay';
const CONTENT = [
  ['posts', 'Post'],
  ['travel_posts', 'TravelPost'],
  ['comments', 'Comment'],
] as const;

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const db = () => testApp.database.db;
async function annotate(itemType: string, itemId: string): Promise<void> {
  const path = `/api/admin/subjects/${itemType}/${itemId}`;
  expect((await testApp.post(`${path}/notes`, { text: NOTE })).statusCode).toBe(201);
  expect((await testApp.post(`${path}/tags`, { text: TAG })).statusCode).toBe(201);
}
/** Sockets of the app users whom the sample of an endpoint has made, with notes and tags on all that they have. */
async function openUsersOf(makeSample: () => Promise<unknown>): Promise<Member[]> {
  const appUsers = () => db().selectFrom('users').select(['id', 'role', 'is_disabled']).where('role', '=', 'user');
  const before = new Set((await appUsers().execute()).map(({ id }) => id));
  await makeSample();
  const made = (await appUsers().execute()).filter(({ id, is_disabled }) => !before.has(id) && !is_disabled);
  return Promise.all(
    made.map(async (user) => {
      await annotate('User', user.id);
      for (const [table, itemType] of CONTENT) {
        const rows = await db()
          .selectFrom(table)
          .select('id')
          .where('author_id', '=', user.id)
          .where('deleted_at', 'is', null)
          .execute();
        for (const { id } of rows) await annotate(itemType, id);
      }
      return openMember(testApp, sockets, user);
    }),
  );
}
/** The account, its newest post and its newest comment have a note and a tag. */
async function annotateAllOf(userId: string): Promise<void> {
  const { id: postId } = await insertPost(db(), userId);
  const { id: commentId } = await insertComment(db(), userId, { postId });
  await annotate('User', userId);
  await annotate('Post', postId);
  await annotate('Comment', commentId);
}
function expectNothingOf(received: unknown): void {
  const text = typeof received === 'string' ? received : JSON.stringify(received ?? null);
  expect(text).not.toContain(NOTE);
  expect(text).not.toContain(TAG);
}

describe('notes and tags: what an app user receives', () => {
  test.for(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s: nothing', async ([, endpoint]) => {
    const sample = await sampleOf(endpoint, testApp);
    const userId = sample.ownerId ?? (await insertUser(db())).id;
    await annotateAllOf(userId);
    const token = await insertSession(db(), userId, testApp.clock.now());
    const response = await sendSample(testApp, endpoint, sample, token);
    if (endpoint.access === 'admin') expect(response.statusCode).toBe(403);
    expectNothingOf(response.body);
    expectNothingOf(response.headers);
  });

  test.for(events.flatMap((event) => (event.direction === 'toServer' ? [[event.name, event] as const] : [])))(
    '%s: nothing in its acknowledgement, or in an event that follows',
    async ([name, event]) => {
      const { id } = await insertUser(db());
      await annotateAllOf(id);
      const user = await openMember(testApp, sockets, { id, role: 'user' });
      expectNothingOf(await ask(user.socket, name, eventSample(event, { senderId: id, userId: id })));
      expectNothingOf(await eventsOf(user));
    },
  );

  test.for(endpoints.flatMap((endpoint) => (endpoint.access === 'admin' ? [[endpoint.name, endpoint] as const] : [])))(
    '%s of an administrator: nothing in an event that the users concerned receive',
    async ([, endpoint]) => {
      let sample: Sample = {};
      const users = await openUsersOf(async () => {
        sample = await sampleOf(endpoint, testApp);
      });
      const caller = sample.callerId ?? testApp.admin.id;
      const response = await sendSample(
        testApp,
        endpoint,
        sample,
        await insertSession(db(), caller, testApp.clock.now()),
      );
      expect(response.statusCode).toBeLessThan(400);
      // The call may have ended the session of a user.
      for (const user of users) expectNothingOf(await eventsOf(user).catch(() => user.received));
    },
  );

  test.for(
    events.flatMap((event) =>
      event.direction === 'toServer' && event.access === 'admin' ? [[event.name, event] as const] : [],
    ),
  )('%s of an administrator: nothing in an event that the user receives', async ([name, event]) => {
    const { id } = await insertUser(db());
    await annotateAllOf(id);
    const user = await openMember(testApp, sockets, { id, role: 'user' });
    const admin = await openAdmin(testApp, sockets);
    await ask(admin.socket, name, eventSample(event, { senderId: admin.id, userId: id }));
    expectNothingOf(await eventsOf(user));
  });

  test('a note that is written in the conversation is in no call, event, search and unread count of the user', async () => {
    const [admin, other, user] = await openTwoAdminsAndUser(testApp, sockets);
    if (!admin || !other || !user) throw new Error('no members');
    await sendText(user, 'Cần giúp');
    for (const member of [admin, other, user]) await eventsOf(member);
    const payload = { userId: user.id, text: `  ${NOTE}  `, isInternal: true, tempId: 'n1', adminId: admin.id };
    const acks = await Promise.all([1, 2, 3].map(() => ask(admin.socket, 'admin_message', payload)));
    const note = { content: NOTE, type: 'note', tempId: 'n1', sender: { _id: admin.id } };
    for (const ack of acks) expect(ack).toMatchObject({ message: note });
    expect(new Set(acks.map((ack) => JSON.stringify(ack))).size).toBe(1);

    // A user's socket, a legacy client's too, receives nothing at all; administrators receive that there is a note.
    expect(await eventsOf(user)).toEqual([]);
    expect(await eventsOf(other)).toEqual([
      ['recent_actions_changed', {}],
      ['notes_changed', { itemType: 'User', itemId: user.id }],
    ]);
    const listed = await testApp.post(`/api/admin/subjects/User/${user.id}/notes/list`, {});
    expect(listed.json().data).toMatchObject([{ note: NOTE, actor: { _id: admin.id } }]);
    // It is no message: the user still waits, and nothing of it is in the conversation.
    const { data, conversation } = (await testApp.post(`/api/admin/chat/${user.id}`)).json();
    expect(data).toHaveLength(1);
    expect(conversation).toMatchObject({ lastSeq: 1, work: { waitingSince: expect.any(String) } });
    expectNothingOf((await testApp.post('/api/admin/chat/search', { searchTerm: NOTE })).json().data.messages);
    expectNothingOf(await ask(user.socket, 'send_message', { content: 'Còn đó không', tempId: 't2' }));
    expectNothingOf(await eventsOf(user));
  });

  test('admin_message with isInternal: a key of another note, an unknown user and a long text are rejected', async () => {
    const [admin, , user] = await openTwoAdminsAndUser(testApp, sockets);
    if (!admin || !user) throw new Error('no members');
    const write = (text: string, userId = user.id, tempId = 'n2') =>
      ask(admin.socket, 'admin_message', { userId, text, isInternal: true, tempId });
    await write('Một');
    expect(await write('Hai')).toMatchObject({ code: 'MESSAGE_KEY_REUSED' });
    expect(await write('Một', (await insertUser(db())).id)).toMatchObject({ code: 'MESSAGE_KEY_REUSED' });
    expect(await write('Một', 'khong-co', 'n3')).toMatchObject({ code: 'CHAT_USER_NOT_FOUND' });
    expect(await write('Một', admin.id, 'n3')).toMatchObject({ code: 'CHAT_USER_NOT_FOUND' });
    expect(await write('x'.repeat(2_001), user.id, 'n3')).toMatchObject({ error: 'Ghi chú quá dài' });
    expect(await write(' ', user.id, 'n3')).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await eventsOf(user)).toEqual([]);
  });

  test('no event of notes, tags, a letter, a decision and messages contains a note or tag', async () => {
    const [admin, , user] = await openTwoAdminsAndUser(testApp, sockets);
    if (!admin || !user) throw new Error('no members');
    await annotateAllOf(user.id);
    const { id: itemId } = await insertPost(db(), user.id);
    await insertReport(db(), { itemType: 'Post', itemId, itemAuthorId: user.id });
    await annotate('Post', itemId);
    const decided = await testApp.post('/api/admin/decisions', {
      subject: { itemType: 'Post', itemId },
      outcome: 'violation',
      policy: 'spam',
      actions: ['warn'],
      note: NOTE,
      letters: { owner: 'Xin đọc lại quy tắc.' },
      version: 1,
    });
    expect(decided.statusCode).toBe(201);
    await sendText(admin, 'Chào bạn', user);
    const received = await eventsOf(user);
    expect(received.map(([name]) => name)).toContain('receive_message');
    expectNothingOf(received);
    const notices = await testApp.send('POST', '/api/users/notices', { token: user.token, body: {} });
    expectNothingOf(notices.body);
  });
});
