import { listMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { messageConfirmed } from '@hai-dang/contract/chat/chat.events.ts';
import { events } from '@hai-dang/contract/events.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const ADMIN_ID = 'a1';
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** The legacy normalisers of a newly opened page. */
async function openPage() {
  vi.resetModules();
  const [{ normaliseEvent }, { normaliseResponse }, { session }] = await Promise.all([
    import('./events.ts'),
    import('./responses.ts'),
    import('../lib/session.ts'),
  ]);
  session.save({ token: 't', admin: { id: ADMIN_ID, username: 'admin', email: 'a@b.vn' } });

  /**
   * The event as the panel parses it.
   * @throws if it does not match the contract
   */
  function read(name: string, raw: unknown) {
    const event = normaliseEvent(name, raw);
    if (!event) return undefined;
    const stated = [...events, messageConfirmed].find((each) => each.name === event.name);
    return { name: event.name, payload: stated?.payload.parse(event.payload) as Record<string, unknown> };
  }
  return {
    read,
    payload: (name: string, raw: unknown) => read(name, raw)?.payload,
    history(messages: unknown, body: object = {}) {
      const call = { name: 'listMessages', params: { userId: 'u1' }, body };
      return listMessages.response.parse(normaliseResponse(messages, call));
    },
    listUsers: (users: unknown) =>
      normaliseResponse(users, { name: 'listChatUsers', params: {}, body: { search: '' } }),
  };
}

const ofUser = (minute: number, fields: object = {}) => ({
  _id: `m${minute}`,
  content: `tin ${minute}`,
  sender: 'u1',
  receiver: ADMIN_ID,
  createdAt: at(minute),
  ...fields,
});
const ofAdmin = (minute: number, fields: object = {}) =>
  ofUser(minute, { sender: { _id: 'a2', role: 'admin' }, receiver: { _id: 'u1' }, ...fields });

let page: Awaited<ReturnType<typeof openPage>>;
beforeEach(async () => {
  vi.stubGlobal('localStorage', undefined);
  page = await openPage();
});

describe('legacy messages without a seq', () => {
  test('a history is numbered by time, and the requested part is cut here', () => {
    const all = [ofUser(3), ofAdmin(1, { read: true }), ofUser(2)];
    const { data, conversation } = page.history(all);
    expect(data.map(({ _id, seq }) => `${_id} ${seq}`)).toEqual(['m1 1', 'm2 2', 'm3 3']);
    expect(conversation).toEqual({ lastSeq: 3, userReadSeq: 1, adminReadSeq: 0 });
    expect(page.history(all, { after: 2 }).data.map(({ seq }) => seq)).toEqual([3]);
    expect(page.history(all, { before: 3, limit: 1 }).data.map(({ seq }) => seq)).toEqual([2]);
    expect(page.history(all, { limit: 2 }).data.map(({ seq }) => seq)).toEqual([2, 3]);
  });

  test('receive_message continues the numbers of the history, once for each message', () => {
    page.history([ofUser(1), ofUser(2)]);
    for (const _ of [1, 2]) expect(page.payload('receive_message', ofUser(3))).toMatchObject({ _id: 'm3', seq: 3 });
    expect(page.payload('receive_message', { message: ofAdmin(4) })).toMatchObject({ seq: 4, receiver: 'u1' });
    expect(page.history([ofUser(1), ofUser(2), ofUser(3), ofAdmin(4)]).data.map(({ seq }) => seq)).toEqual([
      1, 2, 3, 4,
    ]);
  });

  test('a message before the history takes its position in it, also if the history was loaded too early to have it', () => {
    expect(page.payload('receive_message', ofUser(8))).toMatchObject({ seq: 1 });
    expect(page.payload('receive_message', ofUser(9))).toMatchObject({ seq: 2 });
    const { data } = page.history([ofUser(1), ofUser(8)]);
    expect(data.map(({ _id, seq }) => `${_id} ${seq}`)).toEqual(['m1 1', 'm8 2', 'm9 3']);
    expect(page.payload('receive_message', ofUser(10))).toMatchObject({ seq: 4 });
  });

  test('an unknown type is text, and the sender’s side is derived from role, flag or ids', () => {
    expect(page.payload('receive_message', ofUser(1, { type: 'sticker' }))).toMatchObject({
      type: 'text',
      isAdminMessage: false,
      sender: { _id: 'u1', role: 'user' },
      receiver: null,
    });
    expect(page.payload('receive_message', ofAdmin(2))).toMatchObject({ isAdminMessage: true, receiver: 'u1' });
    expect(page.payload('receive_message', ofUser(3, { sender: ADMIN_ID, receiver: 'u1' }))).toMatchObject({
      isAdminMessage: true,
    });
    expect(page.payload('receive_message', ofUser(4, { sender: 'u1', receiver: null }))).toMatchObject({
      isAdminMessage: false,
    });
  });
});

describe('legacy message_sent', () => {
  const status = { status: 'sent', messageId: 'm1', tempId: 't1', timestamp: at(1) };

  test('with the message, beside the status or under its own name: a confirmation with the message', () => {
    const own = ofAdmin(1, { sender: ADMIN_ID, tempId: 't1' });
    for (const raw of [own, { ...own, ...status }, { ...status, message: own }]) {
      expect(page.read('message_sent', raw)).toMatchObject({
        name: 'message_sent',
        payload: { _id: 'm1', tempId: 't1', seq: 1, status: 'sent', messageId: 'm1' },
      });
    }
  });

  test('with the status only, also under the name with the key: a confirmation without the message', () => {
    for (const name of ['message_sent', 'message_sent_t1']) {
      expect(page.read(name, { ...status, timestamp: Date.parse(at(1)) })).toEqual({
        name: 'message_sent_',
        payload: status,
      });
    }
  });

  test('message_sent_{tempId} with an error is message_error', () => {
    expect(page.read('message_sent_t1', { error: 'Không được' })).toEqual({
      name: 'message_error',
      payload: { error: 'Không được', code: '', tempId: 't1' },
    });
  });
});

describe('legacy chat list', () => {
  const update = { messageId: 'm1', content: 'x', createdAt: at(1), senderId: 'u1', receiverId: ADMIN_ID };

  test('conversation_updated: its user is derived from the ids, and the unread messages are counted here', () => {
    page.listUsers([{ _id: 'u1', username: 'Lan', unreadCount: 2 }]);
    expect(page.payload('conversation_updated', update)).toMatchObject({ userId: 'u1', type: 'text', unreadCount: 3 });
    expect(page.payload('conversation_updated', update)).toMatchObject({ unreadCount: 4 });
    const answer = { ...update, senderId: 'a2', receiverId: 'u1', type: 'video' };
    expect(page.payload('conversation_updated', answer)).toMatchObject({ userId: 'u1', unreadCount: 4, type: 'text' });
    expect(page.payload('messages_marked_read_success', { userId: 'u1' })).toEqual({ userId: 'u1', upToSeq: 0 });
    expect(page.payload('conversation_updated', update)).toMatchObject({ unreadCount: 1 });
  });

  test('conversation_updated between two unknown users is dropped', () => {
    expect(page.read('conversation_updated', { ...update, senderId: 'a2', receiverId: 'nobody' })).toBeUndefined();
  });

  test('user_status_changed without a name keeps the known one', () => {
    expect(page.payload('user_status_changed', { userId: 'u2', isOnline: true })).toMatchObject({ username: null });
    page.listUsers([{ _id: 'u1', username: 'Lan' }]);
    expect(page.payload('user_status_changed', { userId: 'u1', isOnline: false })).toMatchObject({
      userId: 'u1',
      isOnline: false,
      username: 'Lan',
    });
  });

  test('onlineUsers: rows with only an id are online', () => {
    expect(page.payload('onlineUsers', [{ _id: 'u1' }, { username: 'x' }])).toMatchObject([
      { _id: 'u1', isOnline: true },
    ]);
  });

  test('messages_marked_read without a seq marks all known messages', () => {
    page.history([ofUser(1), ofAdmin(2)]);
    expect(page.payload('messages_marked_read', { byUserId: 'u1', forUserId: ADMIN_ID })).toEqual({
      byUserId: 'u1',
      forUserId: ADMIN_ID,
      upToSeq: 2,
    });
  });

  test('report_added without account and reporter: both are unknown', () => {
    const added = { reportId: 'r1', itemType: 'Post', itemId: 'p1' };
    expect(page.payload('report_added', added)).toEqual({ ...added, accountId: null, reporterId: null });
    expect(page.payload('report_added', { ...added, reporterId: 'u1' })).toMatchObject({ reporterId: 'u1' });
  });

  test('receive_message with numbers as ids: the sender is the user', () => {
    const raw = { _id: 9, content: 'x', sender: 7, receiver: null, createdAt: at(1) };
    expect(page.payload('receive_message', raw)).toMatchObject({
      _id: '9',
      sender: { _id: '7' },
      isAdminMessage: false,
    });
  });

  test('an unknown event is dropped', () => {
    expect(page.read('admin_typing_status', { isTyping: true })).toBeUndefined();
  });
});
