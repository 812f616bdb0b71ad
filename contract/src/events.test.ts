import { describe, expect, test } from 'vitest';
import { errorMessages } from './errors.ts';
import { events, keyedEvents } from './events.ts';
import { socketErrors } from './lib/socket.errors.ts';

test('events: each has a unique name', () => {
  const names = events.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$|^onlineUsers$/);
});

describe.each([...keyedEvents])('$name{tempId}', ({ name, key, payload }) => {
  test('is not the beginning of another event’s name', () => {
    expect(name).toMatch(/^([a-z]+_)+$/);
    for (const event of events) expect(event.name.startsWith(name)).toBe(false);
  });

  test('rejects a key that is empty, longer than 64 characters or not printable ASCII', () => {
    for (const valid of ['temp_1732_0.81', '019f-a:1', 'x'.repeat(64)]) expect(key.safeParse(valid).success).toBe(true);
    for (const junk of ['', 'x'.repeat(65), 'a\nb', 'a\0', 'ă', '\ud800', 1, null]) {
      expect(key.safeParse(junk).success).toBe(false);
    }
  });

  test('contains the stored message’s id, or an error', () => {
    const sent = { status: 'sent', messageId: 'm1', tempId: 't1', timestamp: '2026-11-21T08:00:00.000Z' };
    expect(payload.parse({ ...sent, content: 'x' })).toEqual(sent);
    expect(payload.parse({ error: 'x', code: 'X' })).toEqual({ error: 'x' });
    expect(payload.safeParse({}).success).toBe(false);
  });
});

const received = events.filter((event) => event.direction === 'toServer');
const sent = events.filter((event) => event.direction === 'toClient');

/** The token says who types or has read; what else is sent along is nobody's business. */
const WITHOUT_PAYLOAD = ['user_typing', 'user_stop_typing', 'mark_messages_read', 'admin_follow_subjects'];
const stating = received.filter(({ name }) => !WITHOUT_PAYLOAD.includes(name));

test.each(stating)('$name: a payload of another shape is rejected, or optional', ({ payload }) => {
  for (const junk of [0, true, [], '', 'x'.repeat(65), { adminId: {} }, { adminId: '' }]) {
    expect(payload.safeParse(junk).success).toBe(false);
  }
});

test('admin_connected, admin_disconnect: a bare id and an object are accepted; only admin_disconnect needs neither', () => {
  const accepted = Object.fromEntries(
    received.map(({ name, payload }) => [
      name,
      ['019f', { adminId: '019f' }, undefined].map((value) => payload.safeParse(value).success),
    ]),
  );
  expect(accepted).toMatchObject({
    admin_connected: [true, true, false],
    admin_disconnect: [true, true, true],
  });
});

describe.each(sent)('$name', ({ name, payload }) => {
  const isList = name === 'onlineUsers';

  test('drops unknown fields', () => {
    const item = { itemType: 'Post', itemId: 'p1' };
    const person = { username: null, avatar: null };
    const sender = { ...person, _id: 'u1', role: 'user', senderName: null, senderAvatar: null, message: null };
    const notification = { ...sender, _id: 'n1', type: 'new_report', reports: null, read: false, createdAt: 1 };
    const message = {
      _id: 'm1',
      content: 'x',
      type: 'text',
      sender,
      receiver: null,
      createdAt: '2026-11-21T08:00:00Z',
      read: false,
      isAdminMessage: false,
      seq: 1,
    };
    const user = { username: 'Lan', avatar: null, lastActive: null, isOnline: true, unreadCount: 0, lastMessage: null };
    const ids = {
      messageId: 'm1',
      senderId: 'u1',
      receiverId: null,
      userId: 'u1',
      byUserId: 'u1',
      forUserId: null,
      key: 'k1',
    };
    const people = { accountId: 'u1', reporterId: 'u2' };
    const common = { ...user, ...ids, isTyping: true, upToSeq: 1, code: 'X' };
    const viewers = [{ ...person, _id: 'a1', isTyping: true, password_hash: 'x' }];
    const assignee = { ...person, _id: 'a1', username: 'Mai', at: message.createdAt, password_hash: 'x' };
    const change = { id: 'n1', notification, reportId: 'r1', version: 2, status: 'pending', ...item, error: 'x' };
    const sent = { tempId: 't1', timestamp: message.createdAt, ...(name === 'message_sent' && { status: 'sent' }) };
    const counts = { total: 2, done: 1, skipped: 0, failed: 0 };
    const bulk = {
      ...counts,
      action: { kind: 'disable', password_hash: 'x' },
      policy: null,
      state: 'running',
      stopReason: null,
      startedBy: assignee,
      startedAt: message.createdAt,
      endedAt: null,
      undo: { ...counts, until: null, state: 'none', by: null, password_hash: 'x' },
    };
    const whole = {
      ...message,
      ...common,
      ...people,
      ...change,
      ...sent,
      ...bulk,
      viewers,
      assignee,
      // An event about one message has it whole; elsewhere it is a text.
      ...(/^message_(edited|deleted)$/.test(name) && { message: { ...message, password_hash: 'x' }, isLast: true }),
      waitingSince: null,
      isResolved: false,
      stateSince: null,
      formerState: null,
      password_hash: 'x',
    };
    expect(JSON.stringify(payload.parse(isList ? [whole] : whole))).not.toContain('password_hash');
  });

  test('rejects anything but an object, or a list of them', () => {
    for (const junk of [null, undefined, 'r1', 1, isList ? {} : []])
      expect(payload.safeParse(junk).success).toBe(false);
  });
});

test('socketErrors: each code has a message that can be displayed; none has another message over HTTP', () => {
  for (const [code, message] of Object.entries(socketErrors)) {
    expect(message).toMatch(/^\p{Lu}/u);
    expect(errorMessages).not.toHaveProperty(code);
  }
});
