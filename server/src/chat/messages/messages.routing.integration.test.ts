import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, type Member, openAdmin, openMember, openUser, say } from '../../testing/chat-members.ts';
import { insertUser } from '../../testing/factories.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

/** Two sockets of the sender, another of each kind, and the user whose conversation it is. */
async function gather() {
  const admin = await openAdmin(testApp, sockets);
  const user = await openUser(testApp, sockets);
  const members = {
    admin,
    adminAgain: await openMember(testApp, sockets, { id: admin.id, role: 'admin' }),
    otherAdmin: await openAdmin(testApp, sockets),
    user,
    userAgain: await openMember(testApp, sockets, { id: user.id, role: 'user' }),
    otherUser: await openUser(testApp, sockets),
  };
  return members;
}
type Gathering = Awaited<ReturnType<typeof gather>>;

/** Who has received which events, in order. */
async function heardBy(members: Gathering): Promise<Record<string, string[]>> {
  const received: Record<string, string[]> = {};
  for (const [name, member] of Object.entries<Member>(members)) {
    received[name] = (await eventsOf(member)).map(([event]) => event);
  }
  return received;
}

const NOBODY = { admin: [], adminAgain: [], otherAdmin: [], user: [], userAgain: [], otherUser: [] };

describe('who receives what', () => {
  test('an administrator’s message', async () => {
    const members = await gather();
    await say(members.admin, 'Chào bạn', members.user);
    expect(await heardBy(members)).toEqual({
      admin: ['message_sent', 'conversation_updated'],
      adminAgain: ['message_sent', 'conversation_updated'],
      otherAdmin: ['receive_message', 'conversation_updated'],
      user: ['receive_message', 'conversation_updated'],
      userAgain: ['receive_message', 'conversation_updated'],
      otherUser: [],
    });
  });

  test('a user’s message', async () => {
    const members = await gather();
    await say(members.user, 'Chào');
    expect(await heardBy(members)).toEqual({
      admin: ['receive_message', 'conversation_updated'],
      adminAgain: ['receive_message', 'conversation_updated'],
      otherAdmin: ['receive_message', 'conversation_updated'],
      user: ['message_sent'],
      userAgain: ['message_sent'],
      otherUser: [],
    });
  });

  test('what an administrator has read', async () => {
    const members = await gather();
    await say(members.user, 'Chào');
    await heardBy(members);
    await ask(members.admin.socket, 'admin_mark_read', { userId: members.user.id, adminId: members.admin.id });
    expect(await heardBy(members)).toEqual({
      admin: ['messages_marked_read_success'],
      adminAgain: ['messages_marked_read_success'],
      otherAdmin: ['messages_marked_read_success'],
      user: ['messages_marked_read'],
      userAgain: ['messages_marked_read'],
      otherUser: [],
    });
  });

  test('what the user has read', async () => {
    const members = await gather();
    await say(members.admin, 'Chào', members.user);
    await heardBy(members);
    await ask(members.user.socket, 'mark_messages_read');
    const all = ['messages_marked_read'];
    expect(await heardBy(members)).toEqual({ ...NOBODY, admin: all, adminAgain: all, otherAdmin: all });
  });

  test('who types', async () => {
    const members = await gather();
    await ask(members.admin.socket, 'admin_typing', { userId: members.user.id, isTyping: true });
    expect(await heardBy(members)).toEqual({
      ...NOBODY,
      user: ['admin_typing_status'],
      userAgain: ['admin_typing_status'],
    });
    await ask(members.user.socket, 'user_typing');
    await ask(members.user.socket, 'user_stop_typing', { userId: members.otherUser.id });
    const twice = ['user_typing_status', 'user_typing_status'];
    expect(await heardBy(members)).toEqual({ ...NOBODY, admin: twice, adminAgain: twice, otherAdmin: twice });
    // Another administrator is nobody to type to.
    await ask(members.admin.socket, 'admin_typing', { userId: members.otherAdmin.id, isTyping: true });
    await ask(members.admin.socket, 'admin_typing', { userId: 'khong-co', isTyping: true });
    expect(await heardBy(members)).toEqual(NOBODY);
  });

  test('an administrator without admin_connected receives only the own messages', async () => {
    const user = await openUser(testApp, sockets);
    const silent = await openAdmin(testApp, sockets);
    await ask(silent.socket, 'admin_disconnect');
    await say(silent, 'Chào', user);
    await say(user, 'Chào lại');
    expect((await eventsOf(silent)).map(([name]) => name)).toEqual(['message_sent']);
  });
});

test('each receives only what is theirs, and nobody else the sender’s key', async () => {
  const { admin, otherAdmin, user } = await gather();
  const { tempId, ...message } = await say(admin, 'Chào bạn', user);
  const summary = {
    messageId: message._id,
    content: 'Chào bạn',
    createdAt: message.createdAt,
    senderId: admin.id,
    receiverId: user.id,
    type: 'text',
    unreadCount: 0,
    userId: user.id,
  };
  const published = [
    ['receive_message', message],
    ['conversation_updated', summary],
  ];
  const status = { status: 'sent', messageId: message._id, tempId, timestamp: message.createdAt };
  expect(await eventsOf(admin)).toEqual([['message_sent', { ...message, ...status }], published[1]]);
  expect(await eventsOf(otherAdmin)).toEqual(published);
  expect(await eventsOf(user)).toEqual(published);
  await say(user, 'Một');
  await say(user, 'Hai');
  const updates = (await eventsOf(admin)).filter(([name]) => name === 'conversation_updated');
  expect(updates).toMatchObject([
    [expect.anything(), { unreadCount: 1, senderId: user.id, receiverId: null, userId: user.id }],
    [expect.anything(), { unreadCount: 2, content: 'Hai' }],
  ]);
});

describe('what is read', () => {
  test('is emitted with the number of the message, stays read, and is emitted once', async () => {
    const { admin, otherAdmin, user } = await gather();
    const mark = (upToSeq?: number) => ask(admin.socket, 'admin_mark_read', { userId: user.id, upToSeq });
    for (const text of ['Một', 'Hai', 'Ba']) await say(user, text);
    await eventsOf(otherAdmin);
    await eventsOf(user);
    const expectMarked = async (upToSeq: number) => {
      expect(await eventsOf(otherAdmin)).toEqual([['messages_marked_read_success', { userId: user.id, upToSeq }]]);
      const toUser = { byUserId: admin.id, forUserId: user.id, upToSeq };
      expect(await eventsOf(user)).toEqual([['messages_marked_read', toUser]]);
    };
    expect(await mark(2)).toEqual({ success: true });
    await expectMarked(2);
    for (const upToSeq of [2, 1]) expect(await mark(upToSeq)).toEqual({ success: true });
    expect(await eventsOf(otherAdmin)).toEqual([]);
    // No further than there is anything to read: what comes later has not been read.
    expect(await mark(99)).toEqual({ success: true });
    await expectMarked(3);
    await say(user, 'Bốn');
    const last = (await eventsOf(otherAdmin)).at(-1);
    expect(last).toMatchObject(['conversation_updated', { unreadCount: 1 }]);
  });

  test('counts as unread only what the user wrote', async () => {
    const { admin, otherAdmin, user } = await gather();
    await say(user, 'Một');
    await say(admin, 'Hai', user);
    await say(user, 'Ba');
    await ask(otherAdmin.socket, 'admin_mark_read', { userId: user.id, upToSeq: 1 });
    await eventsOf(admin);
    await say(otherAdmin, 'Bốn', user);
    expect((await eventsOf(admin)).at(-1)).toMatchObject(['conversation_updated', { unreadCount: 1 }]);
  });

  test('by the user covers all messages, and is emitted once', async () => {
    const { admin, user } = await gather();
    await say(admin, 'Một', user);
    await say(admin, 'Hai', user);
    await eventsOf(admin);
    for (let round = 0; round < 2; round += 1) {
      expect(await ask(user.socket, 'mark_messages_read', { upTo: 'what' })).toEqual({ success: true });
    }
    expect(await eventsOf(admin)).toEqual([
      ['messages_marked_read', { byUserId: user.id, forUserId: null, upToSeq: 2 }],
    ]);
  });

  test('without messages, or without such a user, emits nothing', async () => {
    const { admin, user } = await gather();
    const { id: silentId } = await insertUser(testApp.database.db);
    expect(await ask(admin.socket, 'admin_mark_read', { userId: silentId })).toEqual({ success: true });
    expect(await ask(user.socket, 'mark_messages_read')).toEqual({ success: true });
    for (const userId of ['khong-co', admin.id]) {
      expect(await ask(admin.socket, 'admin_mark_read', { userId })).toMatchObject({ code: 'CHAT_USER_NOT_FOUND' });
      expect(await ask(admin.socket, 'admin_join_chat', { userId })).toMatchObject({ code: 'CHAT_USER_NOT_FOUND' });
    }
    expect(await eventsOf(admin)).toEqual([]);
  });
});
