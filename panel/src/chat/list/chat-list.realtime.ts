import { searchMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import {
  conversationMarkedUnread,
  messageDeleted,
  messageEdited,
  messagesMarkedReadSuccess,
  onlineUsers,
  userStatusChanged,
  userTypingStatus,
} from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import {
  conversationStateChanged,
  conversationUpdated,
  receiveMessage,
} from '@hai-dang/contract/chat/conversations.events.ts';
import type { EventPayload } from '@hai-dang/contract/lib/event.ts';
import type { QueryClient } from '@tanstack/react-query';
import { pagesKeyOf } from '../../lib/endpoint-query.ts';
import type { PanelSocket } from '../../lib/socket.ts';
import { throttle } from '../../lib/throttle.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { chatKeys } from '../chat.keys.ts';
import { type FoundPages, withChanged } from '../search/found-messages.cache.ts';
import { chatUserListsKey, onlineUsersQuery, toOnlineUsers } from './chat-list.api.ts';
import { addChange, type LiveUser, type LiveUsers, NOTHING_LIVE } from './chat-list.ts';
import { addWork } from './live-work.cache.ts';
import type { WorkEvent } from './live-work.ts';

/** Typing ends after this long without another event. */
const TYPING_FORGOTTEN_AFTER_MS = 10_000;
/** Events are collected for this long, and the list is then sorted and rendered once for all of them. */
const BATCH_MS = 100;
/** The limit for this on a busy machine: what the administrator has just asked for comes first. */
const BATCH_MAX_MS = 1_000;
/** Many events in a row cause one refetch. */
const READ_AGAIN_PAUSE_MS = 1_000;

/** The live state after a user's own message; an administrator's message changes nothing. */
function ofMessage(message: ChatMessage, before: LiveUser | undefined, at: number): LiveUser | undefined {
  const { sender, content, type, createdAt, seq } = message;
  if (message.isAdminMessage) return undefined;
  return {
    lastActive: { at, value: createdAt },
    lastMessage: { at, value: { content, type, createdAt, isAdminMessage: false } },
    isTyping: { at, value: false },
    ...(sender.username !== null && { name: { at, value: { username: sender.username, avatar: sender.avatar } } }),
    lastSeq: Math.max(seq, before?.lastSeq ?? 0),
  };
}

/** The chat list's socket handlers (app/realtime-bridge.tsx); events are applied only while the list is shown. */
export function followChatList(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const typing = new Map<string, ReturnType<typeof setTimeout>>();
  let batch:
    | {
        readonly live: Map<string, LiveUser>;
        readonly works: WorkEvent[];
      }
    | undefined;
  let cancelBatch: () => void = () => undefined;

  const isShown = () => client.getQueryCache().findAll({ queryKey: chatUserListsKey, type: 'active' }).length > 0;
  const live = () => batch?.live ?? client.getQueryData<LiveUsers>(chatKeys.live) ?? NOTHING_LIVE;
  const applyBatch = () => {
    const applied = batch;
    batch = undefined;
    if (!applied) return;
    client.setQueryData<LiveUsers>(chatKeys.live, applied.live);
    if (applied.works.length > 0) addWork(client, applied.works);
  };
  const collect = () => {
    if (batch) return batch;
    const timer = setTimeout(() => {
      cancelBatch = whenIdle(applyBatch, BATCH_MAX_MS - BATCH_MS);
    }, BATCH_MS);
    cancelBatch = () => clearTimeout(timer);
    batch = { live: new Map(live()), works: [] };
    return batch;
  };
  const note = (id: string, change: LiveUser) => {
    if (!isShown() && !live().has(id)) return;
    addChange(collect().live, id, change);
  };
  const refetch = () => {
    void client.refetchQueries({ queryKey: chatUserListsKey, type: 'active' });
    void client.refetchQueries({ queryKey: onlineUsersQuery.queryKey, type: 'active' });
  };
  const refetchSoon = throttle(refetch, READ_AGAIN_PAUSE_MS);
  const setTyping = (id: string, isTyping: boolean) => {
    clearTimeout(typing.get(id));
    typing.delete(id);
    if (isTyping) typing.set(id, setTimeout(setTyping, TYPING_FORGOTTEN_AFTER_MS, id, false));
    note(id, { isTyping: { at: Date.now(), value: isTyping } });
  };

  const showChanged = ({ userId, message, isLast }: EventPayload<typeof messageEdited>) => {
    const { content, type, createdAt, isAdminMessage, sender } = message;
    const shown = live().get(userId)?.lastMessage?.value;
    // A newer message may have come with an earlier event.
    if (isLast && !(shown && shown.createdAt > createdAt)) {
      const value = { content, type, createdAt, isAdminMessage, senderName: sender.username };
      note(userId, { lastMessage: { at: Date.now(), value } });
    }
    client.setQueriesData<FoundPages>({ queryKey: pagesKeyOf(searchMessages) }, (found) => withChanged(found, message));
  };

  const ends = [
    socket.on(messageEdited, showChanged),
    socket.on(messageDeleted, showChanged),
    socket.on(onlineUsers, (users) => {
      const received = toOnlineUsers(users, Date.now());
      if (!isShown()) return;
      client.setQueryData(onlineUsersQuery.queryKey, (before) => ({
        ...received,
        isWhole: received.isWhole && !before?.isPartial,
        isPartial: before?.isPartial,
        total: received.isWhole ? received.total : Math.max(received.total, before?.total ?? 0),
      }));
    }),
    socket.on(userStatusChanged, ({ userId, isOnline, username, avatar, lastActive }) => {
      const at = Date.now();
      note(userId, {
        isOnline: { at, value: isOnline },
        ...(username !== null && { name: { at, value: { username, avatar } } }),
        lastActive: { at, value: lastActive },
      });
      if (!isOnline) setTyping(userId, false);
    }),
    socket.on(receiveMessage, (message) => {
      const id = message.sender._id;
      const change = ofMessage(message, live().get(id), Date.now());
      if (change) note(id, change);
    }),
    socket.on(conversationUpdated, (event) => {
      const at = Date.now();
      const { userId, content, type, createdAt, senderId, unreadCount, senderName } = event;
      const sender = senderName === undefined ? {} : { senderName };
      note(userId, {
        lastMessage: { at, value: { content, type, createdAt, isAdminMessage: senderId !== userId, ...sender } },
        unreadCount: { at, value: unreadCount },
      });
    }),
    socket.on(conversationStateChanged, (event) => {
      if (isShown()) collect().works.push({ ...event, at: Date.now() });
    }),
    socket.on(conversationMarkedUnread, ({ userId, unreadCount }) => {
      note(userId, { unreadCount: { at: Date.now(), value: unreadCount } });
    }),
    socket.on(messagesMarkedReadSuccess, ({ userId, upToSeq }) => {
      const { lastSeq = 0 } = live().get(userId) ?? {};
      if (upToSeq >= lastSeq) {
        note(userId, { unreadCount: { at: Date.now(), value: 0 } });
        return;
      }
      // Newer messages were received: only the server knows how many are unread.
      refetchSoon();
    }),
    socket.on(userTypingStatus, ({ userId, isTyping }) => setTyping(userId, isTyping)),
    // Changes made while disconnected are only in a refetch.
    socket.onConnected(refetch),
  ];
  return () => {
    refetchSoon.cancel();
    cancelBatch();
    applyBatch();
    for (const timer of typing.values()) clearTimeout(timer);
    for (const end of ends) end();
  };
}
