import {
  messageEdited,
  messagesMarkedReadSuccess,
  onlineUsers,
  userStatusChanged,
  userTypingStatus,
} from '@hai-dang/contract/chat/chat.events.ts';
import {
  conversationStateChanged,
  conversationUpdated,
  receiveMessage,
} from '@hai-dang/contract/chat/conversations.events.ts';
import { hashKey, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createEventHandlers } from '../../lib/socket-events.ts';
import { SAMPLE_CHAT_USER, SAMPLE_MESSAGE } from '../../testing/samples.ts';
import { chatKeys } from '../chat.keys.ts';
import { chatUserListKey, onlineUsersQuery } from './chat-list.api.ts';
import { followChatList } from './chat-list.realtime.ts';
import { type ChatUserPage, countOnline, type LiveUsers, NOTHING_LIVE, toRows } from './chat-list.ts';
import { WHOLE_VIEW } from './chat-view.ts';
import { toLiveWork, type WorkEvent } from './live-work.ts';

const NOW = '2026-11-21T08:00:00.000Z';
/** An idle browser applies a batch this soon. */
const BATCHED_WITHIN_MS = 101;
const LAN = { ...SAMPLE_CHAT_USER };

/** A panel that shows the chat list, and a socket under the test's control. */
function openList() {
  const client = new QueryClient();
  const { on, deliver } = createEventHandlers();
  const connected = new Set<() => void>();
  const readings = { count: 0 };
  const observer = new InfiniteQueryObserver<ChatUserPage, Error, unknown, readonly unknown[], string | null>(client, {
    queryKey: chatUserListKey('', WHOLE_VIEW),
    queryFn: () => {
      readings.count += 1;
      return { users: [{ ...LAN, unreadCount: 2 }], nextCursor: null, isRanked: false, readAt: Date.now() };
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
  const online = () => client.getQueryData(onlineUsersQuery.queryKey);
  const work = () => toLiveWork(client.getQueryData<WorkEvent[]>(chatKeys.work) ?? []);
  return {
    /** Delivers an event and waits until the list has applied it. */
    deliver: async (name: string, payload: unknown) => {
      deliver(name, payload);
      await vi.advanceTimersByTimeAsync(BATCHED_WITHIN_MS);
    },
    deliverAtOnce: deliver,
    leave,
    readings,
    online,
    live,
    work,
    /** @returns ends that */
    onLiveChange: (listener: () => void) =>
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.queryHash === hashKey(chatKeys.live)) listener();
      }),
    connect: () => {
      for (const callback of connected) callback();
    },
    lan: () => {
      const pages = (observer.getCurrentResult().data as { pages: ChatUserPage[] } | undefined)?.pages ?? [];
      return toRows({ pages, online: online(), live: live(), work: work(), isSearch: false }).find(
        ({ _id }) => _id === 'lan',
      );
    },
    close: () => {
      end();
      leave();
      client.clear();
    },
  };
}

const message = (seq: number, fields: object = {}) => ({
  ...SAMPLE_MESSAGE,
  _id: `m${seq}`,
  content: 'Xin chào',
  sender: { ...LAN, role: 'user' },
  createdAt: NOW,
  seq,
  ...fields,
});

describe('followChatList', () => {
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

  test('message_edited: of the newest message changes the preview, of any other it does not', async () => {
    const sender = { ...SAMPLE_MESSAGE.sender, username: 'Mai', role: 'admin' };
    const edit = (seq: number, content: string, isLast: boolean) => ({
      messageId: `m${seq}`,
      userId: 'lan',
      message: message(seq, { content, sender, receiver: 'lan', isAdminMessage: true, editedAt: NOW }),
      isLast,
    });
    await list.deliver(messageEdited.name, edit(7, 'Đã sửa', true));
    expect(list.lan()?.lastMessage).toMatchObject({ content: 'Đã sửa', isAdminMessage: true, senderName: 'Mai' });
    await list.deliver(messageEdited.name, edit(6, 'Tin trước', false));
    expect(list.lan()?.lastMessage?.content).toBe('Đã sửa');
    const late = edit(5, 'Đến muộn', true);
    late.message.createdAt = '2026-11-21T07:59:00.000Z';
    await list.deliver(messageEdited.name, late);
    expect(list.lan()?.lastMessage?.content).toBe('Đã sửa');
  });

  test('receive_message: updates the row, with the server’s unread count', async () => {
    await list.deliver(receiveMessage.name, message(7));
    await list.deliver(conversationUpdated.name, {
      messageId: 'm7',
      content: 'Xin chào',
      createdAt: NOW,
      senderId: 'lan',
      receiverId: null,
      type: 'text',
      unreadCount: 3,
      userId: 'lan',
    });
    expect(list.lan()).toMatchObject({
      unreadCount: 3,
      lastActive: NOW,
      lastMessage: { content: 'Xin chào', isAdminMessage: false },
    });
    await list.deliver(conversationUpdated.name, {
      messageId: 'm8',
      content: 'Chào bạn',
      createdAt: NOW,
      senderId: 'an administrator',
      receiverId: 'lan',
      type: 'text',
      unreadCount: 3,
      userId: 'lan',
    });
    expect(list.lan()?.lastMessage).toMatchObject({ content: 'Chào bạn', isAdminMessage: true });
  });

  test('conversation_updated: names the administrator who wrote', async () => {
    const event = { messageId: 'm8', content: 'Chào bạn', createdAt: NOW, senderId: 'mai', receiverId: 'lan' };
    await list.deliver(conversationUpdated.name, {
      ...event,
      type: 'text',
      unreadCount: 0,
      userId: 'lan',
      senderName: 'Mai',
    });
    expect(list.lan()?.lastMessage).toMatchObject({ content: 'Chào bạn', senderName: 'Mai' });
  });

  test('conversation_state_changed: updates the row and the counts', async () => {
    await list.deliver(conversationStateChanged.name, {
      userId: 'lan',
      waitingSince: NOW,
      isResolved: false,
      stateSince: NOW,
      assignee: { _id: 'mai', username: 'Mai' },
      formerState: 'open',
    });
    expect(list.lan()).toMatchObject({
      waitingSince: NOW,
      isResolved: false,
      assignee: { _id: 'mai', username: 'Mai' },
    });
    expect(list.work().moves).toEqual([{ at: Date.now() - BATCHED_WITHIN_MS, from: 'open', to: 'waiting' }]);
  });

  test('messages_marked_read: clears the count, and refetches if newer messages were received', async () => {
    await list.deliver(receiveMessage.name, message(7));
    await list.deliver(messagesMarkedReadSuccess.name, { userId: 'lan', upToSeq: 7 });
    expect(list.lan()?.unreadCount).toBe(0);
    const before = list.readings.count;
    await list.deliver(receiveMessage.name, message(8));
    await list.deliver(messagesMarkedReadSuccess.name, { userId: 'lan', upToSeq: 7 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(list.readings.count).toBe(before + 1);
    expect(list.lan()?.unreadCount).toBe(2);
  });

  test('onlineUsers and user_status_changed: update who is online', async () => {
    await list.deliver(onlineUsers.name, [{ ...LAN, _id: 'minh', username: 'Minh' }]);
    expect(list.lan()?.isOnline).toBe(false);
    await list.deliver(userStatusChanged.name, { ...LAN, userId: 'lan', isOnline: true, lastActive: NOW });
    expect(list.lan()).toMatchObject({ isOnline: true, lastActive: NOW });
    expect(countOnline(list.online(), list.live())).toBe(2);
    await list.deliver(userStatusChanged.name, { ...LAN, userId: 'minh', isOnline: false });
    expect(countOnline(list.online(), list.live())).toBe(1);
  });

  test('user_status_changed: does not revert the time of the last message', async () => {
    await list.deliver(receiveMessage.name, message(7));
    const earlier = '2026-11-21T07:59:50.000Z';
    await list.deliver(userStatusChanged.name, { ...LAN, userId: 'lan', isOnline: true, lastActive: earlier });
    expect(list.lan()).toMatchObject({ isOnline: true, lastActive: NOW });
  });

  test('typing: ends by timeout, and when the user writes or disconnects', async () => {
    await list.deliver(userStatusChanged.name, { ...LAN, userId: 'lan', isOnline: true });
    await list.deliver(userTypingStatus.name, { userId: 'lan', isTyping: true });
    expect(list.lan()?.isTyping).toBe(true);
    await list.deliver(receiveMessage.name, message(7));
    expect(list.lan()?.isTyping).toBe(false);
    await list.deliver(userTypingStatus.name, { userId: 'lan', isTyping: true });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(list.lan()?.isTyping).toBe(false);
    await list.deliver(userTypingStatus.name, { userId: 'lan', isTyping: true });
    await list.deliver(userStatusChanged.name, { ...LAN, userId: 'lan', isOnline: false });
    expect(list.lan()?.isTyping).toBe(false);
  });

  test('530 events in a second: the list changes at most ten times', async () => {
    let changes = 0;
    const stop = list.onLiveChange(() => {
      changes += 1;
    });
    for (let event = 0; event < 530; event += 1) {
      list.deliverAtOnce(userStatusChanged.name, { ...LAN, userId: `user ${event % 100}`, isOnline: event % 3 > 0 });
      await vi.advanceTimersByTimeAsync(2);
    }
    await vi.advanceTimersByTimeAsync(BATCHED_WITHIN_MS);
    stop();
    expect(changes).toBeGreaterThan(0);
    expect(changes).toBeLessThanOrEqual(11);
    expect(list.live().size).toBe(100);
  });

  test('after each connection: refetches the list if it is shown', async () => {
    const before = list.readings.count;
    list.connect();
    await vi.advanceTimersByTimeAsync(10);
    expect(list.readings.count).toBe(before + 1);
    list.leave();
    await list.deliver(userStatusChanged.name, { ...LAN, userId: 'lan', isOnline: true });
    expect(list.live().size).toBe(0);
  });
});
