import { MESSAGE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { errorMessages } from '@hai-dang/contract/errors.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createServices } from '../../app/services.ts';
import { createDiskImageStore } from '../../lib/images/image-store.ts';
import { noopPublisher } from '../../lib/realtime/publisher.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  eventsOf,
  type Member,
  newTempId,
  openAdmin,
  openMember,
  openUser,
  sendFrom,
  sendText,
} from '../../testing/chat-members.ts';
import { insertAdmin, insertUser } from '../../testing/factories.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';
import { untilStatementsWait } from '../../testing/waiting-statements.ts';
import { sendTextAsUser } from './send-text.ts';

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const storedOf = (userId: string) =>
  testApp.database.db.selectFrom('messages').selectAll().where('user_id', '=', userId).orderBy('seq').execute();
const conversationOf = (userId: string) =>
  testApp.database.db.selectFrom('conversations').selectAll().where('user_id', '=', userId).executeTakeFirst();
const pair = async () => {
  const [admin, user] = [await openAdmin(testApp, sockets), await openUser(testApp, sockets)];
  return { admin, user };
};

describe('message delivery', () => {
  test('a message is stored with its sender, time and seq', async () => {
    const { admin, user } = await pair();
    const question = await sendText(user, '  Cho mình hỏi\n');
    const response = await sendText(admin, 'Mời bạn', user, 'its key');
    expect(question).toEqual({
      _id: expect.any(String),
      tempId: expect.any(String),
      content: 'Cho mình hỏi',
      type: 'text',
      sender: { _id: user.id, username: expect.any(String), avatar: null, role: 'user' },
      receiver: null,
      createdAt: testApp.clock.now().toISOString(),
      read: false,
      isAdminMessage: false,
      seq: 1,
    });
    expect(response).toMatchObject({
      tempId: 'its key',
      sender: { _id: admin.id, role: 'admin' },
      receiver: user.id,
      isAdminMessage: true,
      seq: 2,
    });
    expect(await storedOf(user.id)).toMatchObject([
      { id: question._id, sender_id: user.id, is_from_admin: false, content: 'Cho mình hỏi', seq: 1 },
      { id: response._id, sender_id: admin.id, is_from_admin: true, client_key: 'its key', seq: 2 },
    ]);
    expect(await conversationOf(user.id)).toMatchObject({ last_seq: 2, unread_count: 1 });
  });

  test('a repeat is stored once, acknowledged alike, and published again without changing the list', async () => {
    const { admin, user } = await pair();
    const tempId = newTempId();
    const first = await sendText(admin, 'Chào bạn', user, tempId);
    await eventsOf(user);
    expect(await sendText(admin, 'Chào bạn', user, tempId)).toEqual(first);
    expect((await eventsOf(user)).map(([name]) => name)).toEqual(['receive_message', 'conversation_updated']);
    const next = await sendText(admin, 'Còn đó không?', user);
    await eventsOf(user);
    expect(await sendText(admin, 'Chào bạn', user, tempId)).toEqual(first);
    // The newer message is still the last of the conversation.
    expect((await eventsOf(user)).map(([name]) => name)).toEqual(['receive_message']);
    expect((await storedOf(user.id)).map(({ id }) => id)).toEqual([first._id, next._id]);
    expect(await conversationOf(user.id)).toMatchObject({ last_seq: 2 });
  });

  test('a message sent five times at once, by two sockets, is stored once', async () => {
    const { user } = await pair();
    const again = await openMember(testApp, sockets, { id: user.id, role: 'user' });
    for (let round = 1; round <= 3; round += 1) {
      const tempId = newTempId();
      const senders = [user, again, user, again, user];
      const responses = await Promise.all(senders.map((sender) => sendText(sender, `Lần ${round}`, undefined, tempId)));
      expect(new Set(responses.map(({ _id }) => _id)).size).toBe(1);
      expect(responses[0]).toMatchObject({ seq: round, tempId });
    }
    expect(await storedOf(user.id)).toHaveLength(3);
    expect(await conversationOf(user.id)).toMatchObject({ last_seq: 3, unread_count: 3 });
  });

  test('the key of another message is rejected: another text, another user', async () => {
    const { admin, user } = await pair();
    const other = await insertUser(testApp.database.db);
    const tempId = newTempId();
    const first = await sendText(admin, 'Chào bạn', user, tempId);
    const rejection = { error: errorMessages.MESSAGE_KEY_REUSED, code: 'MESSAGE_KEY_REUSED' };
    expect(await sendFrom(admin, 'Chào', user, tempId)).toEqual(rejection);
    expect(await sendFrom(admin, 'Chào bạn', other, tempId)).toEqual(rejection);
    expect((await storedOf(user.id)).map(({ id }) => id)).toEqual([first._id]);
    expect(await conversationOf(other.id)).toBeUndefined();
    // Keys are unique per sender.
    expect(await sendText(user, 'Chào bạn', undefined, tempId)).toMatchObject({ seq: 2 });
  });

  test('an unknown id, or an administrator, as receiver is rejected', async () => {
    const { admin } = await pair();
    for (const to of [{ id: 'khong-co' }, await insertAdmin(testApp.database.db)]) {
      expect(await sendFrom(admin, 'Chào', to)).toMatchObject({ code: 'CHAT_USER_NOT_FOUND' });
      expect(await conversationOf(to.id)).toBeUndefined();
    }
  });

  test.each([
    ['of blanks', ' \n\t ', 'Tin nhắn không được để trống'],
    ['one character too long', 'x'.repeat(MESSAGE_MAX_CHARS + 1), 'Tin nhắn quá dài'],
    ['that cannot be stored', 'a\0b', errorMessages.VALIDATION_FAILED],
  ])('%s is rejected, and the acknowledgement contains the reason', async (_what, text, error) => {
    const { admin, user } = await pair();
    expect(await sendFrom(admin, text, user)).toEqual({ error, code: 'VALIDATION_FAILED' });
    expect(await sendFrom(user, text)).toEqual({ error, code: 'VALIDATION_FAILED' });
    expect(await storedOf(user.id)).toEqual([]);
  });

  test('a text of maximum length, or with half a surrogate pair, is stored and recognised on a repeat', async () => {
    const { user } = await pair();
    for (const text of ['x'.repeat(MESSAGE_MAX_CHARS), 'nửa \uD83D', '<script>alert(1)</script>', '😀'.repeat(2_000)]) {
      const tempId = newTempId();
      const message = await sendText(user, text, undefined, tempId);
      expect(message.content).toBe(text.toWellFormed());
      expect(await sendText(user, text, undefined, tempId)).toEqual(message);
    }
  });
});

test('message delivery: parallel messages of two administrators and the user are numbered without gaps', {
  timeout: 60_000,
}, async () => {
  const { admin, user } = await pair();
  const other = await openAdmin(testApp, sockets);
  const SENDS_EACH = 18;
  const send = (member: Member, to?: { id: string }) =>
    Array.from({ length: SENDS_EACH }, (_, index) => sendText(member, `Số ${index}`, to));
  const sent = await Promise.all([...send(admin, user), ...send(other, user), ...send(user)]);
  const count = 3 * SENDS_EACH;
  const stored = await storedOf(user.id);
  expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  expect(new Map(sent.map(({ _id, seq }) => [seq, _id]))).toEqual(new Map(stored.map(({ id, seq }) => [seq, id])));
  expect(await conversationOf(user.id)).toMatchObject({ last_seq: count, unread_count: SENDS_EACH });
});

test('message delivery: messages of one sender without waiting are stored and published in the order of sending', async () => {
  const { admin, user } = await pair();
  const texts = Array.from({ length: 15 }, (_, index) => `Số ${index}`);
  for (const content of texts) user.socket.emit('send_message', { content, tempId: newTempId() });
  await expect.poll(() => storedOf(user.id)).toHaveLength(texts.length);
  expect((await storedOf(user.id)).map(({ content }) => content)).toEqual(texts);
  const received = (await eventsOf(admin)).filter(([name]) => name === 'receive_message');
  expect(received.map(([, { content }]) => content)).toEqual(texts);
});

test('message delivery: two servers on one database store a message once, and leave no gaps', async () => {
  const { database, clock } = testApp;
  const { id } = await insertUser(database.db);
  const servers = [1, 2].map(
    () => createServices({ database, clock, publisher: noopPublisher, images: createDiskImageStore('') }).app,
  );
  const SENDS = 20;
  const send = (index: number) =>
    servers.map((app) => sendTextAsUser(app, { content: `Số ${index}`, tempId: `twice ${index}` }, { id }));
  const responses = await Promise.all(Array.from({ length: SENDS }, (_, index) => Promise.all(send(index))));
  for (const [one, two] of responses) expect(one).toEqual(two);
  expect((await storedOf(id)).map(({ seq }) => seq)).toEqual(Array.from({ length: SENDS }, (_, index) => index + 1));
  expect(await conversationOf(id)).toMatchObject({ last_seq: SENDS, unread_count: SENDS });
});

test('message delivery: no message is published before it is stored', async () => {
  const { admin, user } = await pair();
  await sendText(user, 'Chào');
  await eventsOf(admin);
  const { db, pool } = testApp.database;
  const holder = await pool.connect();
  let sending: Promise<unknown>;
  try {
    await holder.query('begin');
    await holder.query('select from conversations where user_id = $1 for update', [user.id]);
    sending = sendText(user, 'Có ai không?');
    await untilStatementsWait(db, 1);
    expect(await eventsOf(admin)).toEqual([]);
    await holder.query('rollback');
  } finally {
    holder.release();
  }
  await sending;
  expect((await eventsOf(admin)).map(([name]) => name)).toEqual(['receive_message', 'conversation_updated']);
});

test('message delivery: while the database is unavailable a message is neither stored nor acknowledged, and can be sent again', async () => {
  const { admin, user } = await pair();
  const { db } = testApp.database;
  const tempId = newTempId();
  await db.schema.alterTable('messages').renameTo('hidden').execute();
  const rejected = await sendFrom(admin, 'Chào', user, tempId);
  await db.schema.alterTable('hidden').renameTo('messages').execute();
  expect(rejected).toEqual({ error: errorMessages.INTERNAL_ERROR, code: 'INTERNAL_ERROR' });
  expect(await eventsOf(user)).toEqual([]);
  expect(await conversationOf(user.id)).toBeUndefined();
  expect(await sendText(admin, 'Chào', user, tempId)).toMatchObject({ seq: 1 });
  expect(testApp.logLines.join('')).not.toContain('Chào');
});

test('message delivery: messages write no audit entries', async () => {
  const { db } = testApp.database;
  const count = async () => (await db.selectFrom('audit_entries').select('id').execute()).length;
  const { admin, user } = await pair();
  const before = await count();
  await sendText(admin, 'Chào', user);
  await ask(user.socket, 'mark_messages_read');
  expect(await count()).toBe(before);
});
