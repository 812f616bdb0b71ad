import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, type Member, openAdmin, openMember, openUser, sendText } from '../../testing/chat-members.ts';
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

/** Two sockets of the sender, another socket of each role, and the user of the conversation. */
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

/** The received events by member, in order. */
async function receivedBy(members: Gathering): Promise<Record<string, string[]>> {
  const received: Record<string, string[]> = {};
  for (const [name, member] of Object.entries<Member>(members)) {
    received[name] = (await eventsOf(member)).map(([event]) => event);
  }
  return received;
}

const NOTHING_RECEIVED = { admin: [], adminAgain: [], otherAdmin: [], user: [], userAgain: [], otherUser: [] };

describe('event routing', () => {
  test('of an administrator’s message', async () => {
    const members = await gather();
    await sendText(members.admin, 'Chào bạn', members.user);
    expect(await receivedBy(members)).toEqual({
      admin: ['message_sent', 'conversation_state_changed', 'conversation_updated'],
      adminAgain: ['message_sent', 'conversation_state_changed', 'conversation_updated'],
      otherAdmin: ['receive_message', 'conversation_state_changed', 'conversation_updated'],
      user: ['receive_message', 'conversation_updated'],
      userAgain: ['receive_message', 'conversation_updated'],
      otherUser: [],
    });
  });

  test('of a user’s message', async () => {
    const members = await gather();
    await sendText(members.user, 'Chào');
    expect(await receivedBy(members)).toEqual({
      admin: ['receive_message', 'conversation_state_changed', 'conversation_updated'],
      adminAgain: ['receive_message', 'conversation_state_changed', 'conversation_updated'],
      otherAdmin: ['receive_message', 'conversation_state_changed', 'conversation_updated'],
      user: ['message_sent'],
      userAgain: ['message_sent'],
      otherUser: [],
    });
  });

  test("of an administrator's read mark", async () => {
    const members = await gather();
    await sendText(members.user, 'Chào');
    await receivedBy(members);
    await ask(members.admin.socket, 'admin_mark_read', { userId: members.user.id, adminId: members.admin.id });
    expect(await receivedBy(members)).toEqual({
      admin: ['messages_marked_read_success'],
      adminAgain: ['messages_marked_read_success'],
      otherAdmin: ['messages_marked_read_success'],
      user: ['messages_marked_read'],
      userAgain: ['messages_marked_read'],
      otherUser: [],
    });
  });

  test("of the user's read mark", async () => {
    const members = await gather();
    await sendText(members.admin, 'Chào', members.user);
    await receivedBy(members);
    await ask(members.user.socket, 'mark_messages_read');
    const all = ['messages_marked_read'];
    expect(await receivedBy(members)).toEqual({ ...NOTHING_RECEIVED, admin: all, adminAgain: all, otherAdmin: all });
  });

  test('of typing', async () => {
    const members = await gather();
    await ask(members.admin.socket, 'admin_typing', { userId: members.user.id, isTyping: true });
    expect(await receivedBy(members)).toEqual({
      ...NOTHING_RECEIVED,
      user: ['admin_typing_status'],
      userAgain: ['admin_typing_status'],
    });
    await ask(members.user.socket, 'user_typing');
    await ask(members.user.socket, 'user_stop_typing', { userId: members.otherUser.id });
    const twice = ['user_typing_status', 'user_typing_status'];
    expect(await receivedBy(members)).toEqual({
      ...NOTHING_RECEIVED,
      admin: twice,
      adminAgain: twice,
      otherAdmin: twice,
    });
    // An administrator is no valid receiver of typing.
    await ask(members.admin.socket, 'admin_typing', { userId: members.otherAdmin.id, isTyping: true });
    await ask(members.admin.socket, 'admin_typing', { userId: 'khong-co', isTyping: true });
    expect(await receivedBy(members)).toEqual(NOTHING_RECEIVED);
  });

  test('to an administrator without admin_connected: only the own messages', async () => {
    const user = await openUser(testApp, sockets);
    const silent = await openAdmin(testApp, sockets);
    await ask(silent.socket, 'admin_disconnect');
    await sendText(silent, 'Chào', user);
    await sendText(user, 'Chào lại');
    expect((await eventsOf(silent)).map(([name]) => name)).toEqual(['message_sent']);
  });
});

test('event routing: each client receives its own events only, and the sender alone the key', async () => {
  const { admin, otherAdmin, user } = await gather();
  const { tempId, ...message } = await sendText(admin, 'Chào bạn', user);
  const summary = {
    messageId: message._id,
    content: 'Chào bạn',
    createdAt: message.createdAt,
    senderId: admin.id,
    receiverId: user.id,
    type: 'text',
    unreadCount: 0,
    userId: user.id,
    senderName: message.sender.username,
  };
  const state = [
    'conversation_state_changed',
    {
      userId: user.id,
      waitingSince: null,
      isResolved: false,
      stateSince: message.createdAt,
      assignee: { _id: admin.id, username: message.sender.username },
      formerState: null,
    },
  ];
  const published = [
    ['receive_message', message],
    ['conversation_updated', summary],
  ];
  const status = { status: 'sent', messageId: message._id, tempId, timestamp: message.createdAt };
  expect(await eventsOf(admin)).toEqual([['message_sent', { ...message, ...status }], state, published[1]]);
  expect(await eventsOf(otherAdmin)).toEqual([published[0], state, published[1]]);
  expect(await eventsOf(user)).toEqual(published);
  await sendText(user, 'Một');
  await sendText(user, 'Hai');
  const updates = (await eventsOf(admin)).filter(([name]) => name === 'conversation_updated');
  expect(updates).toMatchObject([
    [expect.anything(), { unreadCount: 1, senderId: user.id, receiverId: null, userId: user.id }],
    [expect.anything(), { unreadCount: 2, content: 'Hai' }],
  ]);
});

describe('messages_marked_read: a read mark', () => {
  test("is emitted with the message's seq, stored, and emitted once", async () => {
    const { admin, otherAdmin, user } = await gather();
    const mark = (upToSeq?: number) => ask(admin.socket, 'admin_mark_read', { userId: user.id, upToSeq });
    for (const text of ['Một', 'Hai', 'Ba']) await sendText(user, text);
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
    // Limited to the last message: later ones have not been read.
    expect(await mark(99)).toEqual({ success: true });
    await expectMarked(3);
    await sendText(user, 'Bốn');
    const last = (await eventsOf(otherAdmin)).at(-1);
    expect(last).toMatchObject(['conversation_updated', { unreadCount: 1 }]);
  });

  test("leaves only the user's later messages unread", async () => {
    const { admin, otherAdmin, user } = await gather();
    await sendText(user, 'Một');
    await sendText(admin, 'Hai', user);
    await sendText(user, 'Ba');
    await ask(otherAdmin.socket, 'admin_mark_read', { userId: user.id, upToSeq: 1 });
    await eventsOf(admin);
    await sendText(otherAdmin, 'Bốn', user);
    expect((await eventsOf(admin)).at(-1)).toMatchObject(['conversation_updated', { unreadCount: 1 }]);
  });

  test('is reverted for administrators alone by mark-unread, until one of them marks the conversation as read', async () => {
    const { admin, otherAdmin, user } = await gather();
    const { seq } = await sendText(user, 'Một');
    const mark = () => ask(admin.socket, 'admin_mark_read', { userId: user.id, upToSeq: seq });
    const markUnread = () => testApp.post(`/api/admin/chat/${user.id}/mark-unread`);
    await mark();
    await eventsOf(user);
    await eventsOf(otherAdmin);

    for (let round = 0; round < 2; round += 1) expect((await markUnread()).json().data).toEqual({ unreadCount: 1 });
    const unread = ['conversation_marked_unread', { userId: user.id, unreadCount: 1 }];
    expect(await eventsOf(otherAdmin)).toEqual([unread]);
    await mark();
    await mark();
    expect(await eventsOf(otherAdmin)).toEqual([['messages_marked_read_success', { userId: user.id, upToSeq: seq }]]);
    expect(await eventsOf(user)).toEqual([]);
    const history = await testApp.post(`/api/admin/chat/${user.id}`, {});
    expect(history.json()).toMatchObject({ data: [{ read: true }], conversation: { adminReadSeq: seq } });
  });

  test('is followed by what the user writes after a mark-unread: all of it is unread', async () => {
    const { admin, otherAdmin, user } = await gather();
    const { seq } = await sendText(user, 'Một');
    await ask(admin.socket, 'admin_mark_read', { userId: user.id, upToSeq: seq });
    await testApp.post(`/api/admin/chat/${user.id}/mark-unread`);
    await sendText(user, 'Hai');
    expect((await eventsOf(otherAdmin)).at(-1)).toMatchObject(['conversation_updated', { unreadCount: 2 }]);
  });

  test('by the user covers all messages, and is emitted once', async () => {
    const { admin, user } = await gather();
    await sendText(admin, 'Một', user);
    await sendText(admin, 'Hai', user);
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
