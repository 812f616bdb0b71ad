import {
  conversationUpdated,
  messagesMarkedReadSuccess,
  onlineUsers,
  receiveMessage,
  userStatusChanged,
  userTypingStatus,
} from '@hai-dang/contract/chat/chat.events.ts';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createEventHandlers } from '../lib/socket-events.ts';
import { chatKeys } from './chat.keys.ts';
import { followChatList } from './chat.realtime.ts';
import { type ChatUserPage, countOnline, type LiveUsers, NOTHING_LIVE, type OnlineUsers, toRows } from './chat-list.ts';

const NOW = '2026-11-21T08:00:00.000Z';
const LAN = { _id: 'lan', username: 'Lan', avatar: null };

/** A panel with the chat list on the screen, and a socket that a test speaks through. */
function openList() {
  const client = new QueryClient();
  const { on, deliver } = createEventHandlers();
  const connected = new Set<() => void>();
  const readings = { count: 0 };
  const observer = new InfiniteQueryObserver<ChatUserPage, Error, unknown, readonly unknown[], string | null>(client, {
    queryKey: chatKeys.list(''),
    queryFn: () => {
      readings.count += 1;
      return { users: [{ ...LAN, unreadCount: 2 }], nextCursor: null, readAt: Date.now() };
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const leave = observer.subscribe(() => undefined);
  const onConnected = (callback: () => void) => {
    connected.add(callback);
    return () => connected.delete(callback);
  };
  const end = followChatList({ on, onConnected }, client);
  const live = () => client.getQueryData<LiveUsers>(chatKeys.live) ?? NOTHING_LIVE;
  const online = () => client.getQueryData<OnlineUsers>(chatKeys.online);
  return {
    deliver,
    leave,
    readings,
    online,
    live,
    connect: () => {
      for (const callback of connected) callback();
    },
    lan: () => {
      const pages = (observer.getCurrentResult().data as { pages: ChatUserPage[] } | undefined)?.pages ?? [];
      return toRows({ pages, online: online(), live: live(), isSearch: false }).find(({ _id }) => _id === 'lan');
    },
    close: () => {
      end();
      leave();
      client.clear();
    },
  };
}

const message = (seq: number, fields: object = {}) => ({
  _id: `m${seq}`,
  content: 'Xin chào',
  type: 'text',
  sender: { ...LAN, role: 'user' },
  createdAt: NOW,
  seq,
  ...fields,
});

describe('events of the chat', () => {
  let list: ReturnType<typeof openList>;
  beforeEach(async () => {
    vi.useFakeTimers();
    list = openList();
    await vi.advanceTimersByTimeAsync(10);
  });
  afterEach(() => {
    list.close();
    vi.useRealTimers();
  });

  test('tell of a message in its row, with the count the server gives', () => {
    list.deliver(receiveMessage.name, message(7));
    list.deliver(conversationUpdated.name, {
      messageId: 'm7',
      content: 'Xin chào',
      createdAt: NOW,
      senderId: 'lan',
      type: 'text',
      unreadCount: 3,
      userId: 'lan',
    });
    expect(list.lan()).toMatchObject({
      unreadCount: 3,
      lastActive: NOW,
      lastMessage: { content: 'Xin chào', isAdminMessage: false },
    });
    list.deliver(conversationUpdated.name, {
      messageId: 'm8',
      content: 'Chào bạn',
      createdAt: NOW,
      senderId: 'an administrator',
      receiverId: 'lan',
      type: 'text',
    });
    expect(list.lan()?.lastMessage).toMatchObject({ content: 'Chào bạn', isAdminMessage: true });
  });

  test('take the count away when it is read, and ask the server where more has come since', async () => {
    list.deliver(receiveMessage.name, message(7));
    list.deliver(messagesMarkedReadSuccess.name, { userId: 'lan', upToSeq: 7 });
    expect(list.lan()?.unreadCount).toBe(0);
    const before = list.readings.count;
    list.deliver(receiveMessage.name, message(8));
    list.deliver(messagesMarkedReadSuccess.name, { userId: 'lan', upToSeq: 7 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(list.readings.count).toBe(before + 1);
    expect(list.lan()?.unreadCount).toBe(2);
    // An older backend does not say how far.
    list.deliver(messagesMarkedReadSuccess.name, { userId: 'lan' });
    expect(list.lan()?.unreadCount).toBe(0);
  });

  test('tell who is online, and who has come or gone since', () => {
    list.deliver(onlineUsers.name, [{ _id: 'minh', username: 'Minh' }]);
    expect(list.lan()?.isOnline).toBe(false);
    list.deliver(userStatusChanged.name, { userId: 'lan', isOnline: true, ...LAN, lastActive: NOW });
    expect(list.lan()).toMatchObject({ isOnline: true, lastActive: NOW });
    expect(countOnline(list.online(), list.live())).toBe(2);
    list.deliver(userStatusChanged.name, { userId: 'minh', isOnline: false });
    expect(countOnline(list.online(), list.live())).toBe(1);
  });

  test('of typing end by themselves, and with the person', async () => {
    list.deliver(userStatusChanged.name, { userId: 'lan', isOnline: true });
    list.deliver(userTypingStatus.name, { userId: 'lan', isTyping: true });
    expect(list.lan()?.isTyping).toBe(true);
    list.deliver(receiveMessage.name, message(7));
    expect(list.lan()?.isTyping).toBe(false);
    list.deliver(userTypingStatus.name, { userId: 'lan', isTyping: true });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(list.lan()?.isTyping).toBe(false);
    list.deliver(userTypingStatus.name, { userId: 'lan', isTyping: true });
    list.deliver(userStatusChanged.name, { userId: 'lan', isOnline: false });
    expect(list.lan()?.isTyping).toBe(false);
  });

  test('are made up for by reading again after each connection, and leave a list alone that is not shown', async () => {
    const before = list.readings.count;
    list.connect();
    await vi.advanceTimersByTimeAsync(10);
    expect(list.readings.count).toBe(before + 1);
    list.leave();
    list.deliver(userStatusChanged.name, { userId: 'lan', isOnline: true });
    expect(list.live().size).toBe(0);
  });
});
