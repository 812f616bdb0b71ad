import { getPreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import { DEFAULT_PREFERENCES } from '@hai-dang/contract/account/preferences.schema.ts';
import { listCannedReplies } from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import { listChatUsers, listMessages, searchMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { adminJoinChat, adminMessage } from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage, ChatUser, ListChatUsersBody } from '@hai-dang/contract/chat/chat.schema.ts';
import { conversationUpdated, receiveMessage } from '@hai-dang/contract/chat/conversations.events.ts';
import { conversationStateOf } from '@hai-dang/contract/chat/conversations.schema.ts';
import type { EventInput } from '@hai-dang/contract/lib/event.ts';
import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { ReactNode } from 'react';
import { expect, onTestFinished } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { RenderResult } from 'vitest-browser-react';
import { RealtimeBridge } from '../app/realtime-bridge.tsx';
import { ChatScreen } from '../chat/chat-screen.tsx';
import { outbox } from '../chat/outbox/browser-outbox.ts';
import { pageSocket } from './page-socket.ts';
import { renderPanel } from './render-panel.tsx';
import { ErrorResponse, respondTo } from './responses.ts';
import { SAMPLE_CHAT_USER, SAMPLE_MESSAGE, SAMPLE_USER, sampleSender } from './samples.ts';

/** The signed-in administrator of component tests. */
const ADMIN = { _id: 'admin', username: 'Quản trị' };

export const agoOf = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** A user as the lookup by id gives it, without what is known of them. */
export const SAMPLE_DETAIL: UserDetail = {
  ...SAMPLE_USER,
  isDisabled: false,
  sdt: null,
  diachi: null,
  sex: null,
  tuoi: null,
  tinhtranghonnhan: null,
  bio: null,
  nationality: null,
  home: null,
  followersCount: 0,
  followingCount: 0,
  postsCount: 0,
  travelPostsCount: 0,
  lastActive: null,
};

let users = 0;

/** A user of our own backend, without a conversation; each with an id of its own, since drafts and quotes outlive a test. */
export function chatUser(username: string, fields: Partial<ChatUser> = {}): ChatUser {
  users += 1;
  return {
    ...SAMPLE_CHAT_USER,
    _id: `user-${users}`,
    username,
    lastActive: agoOf(users),
    disabledUntil: null,
    waitingSince: null,
    isResolved: false,
    stateSince: null,
    assignee: null,
    ...fields,
  };
}

/** A user who waits for an answer since so many minutes. */
export const waitingUser = (username: string, minutes: number, fields: Partial<ChatUser> = {}): ChatUser =>
  chatUser(username, { waitingSince: agoOf(minutes), stateSince: agoOf(minutes), ...fields });

const bare = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[đĐ]/g, 'd').toLowerCase();

/** The calls of the panel in this test. */
let listCalls: readonly ListChatUsersBody[] = [];

type Written = string | (Partial<ChatMessage> & { readonly content: string });

/** The server's state of the chat; a test changes it and sends the events. */
export function startChat(people: ChatUser[]) {
  const messages = new Map<string, ChatMessage[]>();
  const messagesOf = ({ _id }: Pick<ChatUser, '_id'>): ChatMessage[] => {
    const stored = messages.get(_id) ?? [];
    messages.set(_id, stored);
    return stored;
  };

  function store(user: Pick<ChatUser, '_id'>, written: Written, isAdminMessage = false): ChatMessage {
    const stored = messagesOf(user);
    const seq = stored.length + 1;
    const message: ChatMessage = {
      ...SAMPLE_MESSAGE,
      _id: `${user._id}-m${seq}`,
      seq,
      createdAt: new Date().toISOString(),
      sender: isAdminMessage
        ? { ...sampleSender(ADMIN._id, 'admin'), username: ADMIN.username }
        : { ...sampleSender(user._id, 'user'), username: people.find(({ _id }) => _id === user._id)?.username ?? null },
      receiver: isAdminMessage ? user._id : null,
      isAdminMessage,
      ...(typeof written === 'string' ? { content: written } : written),
    };
    stored.push(message);
    return message;
  }

  function announce(user: Pick<ChatUser, '_id' | 'unreadCount'>, message: ChatMessage, unreadCount: number): void {
    const { _id, content, type, createdAt, sender, receiver } = message;
    pageSocket.emit(conversationUpdated, {
      messageId: _id,
      content,
      type,
      createdAt,
      senderId: sender._id,
      receiverId: receiver,
      unreadCount,
      userId: user._id,
      senderName: sender.username,
    });
  }

  pageSocket.start();
  /** Stores a text that the panel has sent, and acknowledges it. */
  function receive({ userId, text, tempId, quotedId }: EventInput<typeof adminMessage>) {
    const quoted = messagesOf({ _id: userId }).find(({ _id }) => _id === quotedId);
    const message = store(
      { _id: userId },
      {
        content: text,
        tempId: String(tempId),
        ...(quoted && {
          quote: {
            _id: quoted._id,
            seq: quoted.seq,
            content: quoted.type === 'image' ? (quoted.caption ?? '') : quoted.content,
            type: quoted.type,
            isAdminMessage: quoted.isAdminMessage,
            senderName: quoted.sender.username,
          },
        }),
      },
      true,
    );
    announce({ _id: userId, unreadCount: 0 }, message, 0);
    return { message };
  }
  pageSocket.answer(adminMessage, receive);
  const listing = {
    /** The calls of the panel, in order. */
    calls: [] as ListChatUsersBody[],
    /** Whether the server cannot ask all others who is online. */
    isPartial: false,
    /** May throw what the call fails with. */
    before: (_body: ListChatUsersBody): void => undefined,
  };
  listCalls = listing.calls;
  respondTo(listChatUsers, ({ body }) => {
    listing.calls.push(body ?? {});
    listing.before(body ?? {});
    const { search, cursor, limit, filter } = body ?? {};
    const all = people.filter((user) => {
      if (typeof search !== 'string') return user.isOnline;
      if (search !== '') return bare(user.username).includes(bare(search));
      return !filter || filter === 'all' || conversationStateOf(user) === filter;
    });
    const from = Number(cursor ?? 0);
    const to = from + (limit ?? all.length);
    const countOf = (state: string) => people.filter((user) => conversationStateOf(user) === state).length;
    return {
      success: true,
      data: {
        users: all.slice(from, to),
        statistics: {
          totalOnline: people.filter(({ isOnline }) => isOnline).length,
          verifiedCount: 0,
          normalUserCount: 0,
          isPartial: listing.isPartial,
        },
        timestamp: new Date().toISOString(),
        nextCursor: to < all.length ? String(to) : null,
        isRanked: typeof search === 'string' && search !== '',
        ...(from === 0 && {
          counts: {
            all: people.length,
            waiting: countOf('waiting'),
            open: countOf('open'),
            resolved: countOf('resolved'),
          },
        }),
      },
    };
  });
  // Before listMessages, whose path fits it, too.
  respondTo(searchMessages, ({ body: { searchTerm, userId, cursor, limit = 20 } }) => {
    const found = people
      .filter(({ _id }) => userId == null || _id === userId)
      .flatMap((user) => messagesOf(user).map((message) => ({ message, user })))
      .filter(({ message }) => bare(message.content).includes(bare(searchTerm)))
      .reverse();
    const from = Number(cursor ?? 0);
    const to = from + limit;
    return {
      success: true,
      data: { messages: found.slice(from, to), pagination: { nextCursor: to < found.length ? String(to) : null } },
    };
  });
  respondTo(listMessages, ({ params, body }) => {
    const stored = messagesOf({ _id: params.userId });
    const { before, after, limit = 100 } = body ?? {};
    const inRange = stored.filter(({ seq }) => (before == null || seq < before) && (after == null || seq > after));
    const user = people.find(({ _id }) => _id === params.userId);
    const { waitingSince, isResolved, stateSince, assignee } = user ?? {};
    return {
      success: true,
      data: after == null ? inRange.slice(-limit) : inRange.slice(0, limit),
      conversation: {
        lastSeq: stored.length,
        userReadSeq: 0,
        adminReadSeq: stored.length - (user?.unreadCount ?? 0),
        work: {
          waitingSince: waitingSince ?? null,
          isResolved: isResolved ?? false,
          stateSince: stateSince ?? null,
          assignee: assignee ?? null,
        },
      },
    };
  });
  respondTo(getUserDetail, ({ params }) => {
    const user = people.find(({ _id }) => _id === params.id);
    if (!user) throw new ErrorResponse('USER_NOT_FOUND');
    return { success: true, data: { ...SAMPLE_DETAIL, ...user, disabledUntil: user.disabledUntil ?? null } };
  });
  respondTo(getPreferences, () => ({ success: true, preferences: DEFAULT_PREFERENCES }));
  respondTo(listCannedReplies, () => ({ success: true, data: [] }));
  respondTo(listNotes, () => ({ success: true, data: [], tags: [], pagination: { nextCursor: null } }));

  return {
    listing,
    receive,
    /** Stores a message of the user, or of the signed-in administrator. */
    store,
    messagesOf,
    /** The user writes now: the events of a message come. */
    write(user: ChatUser, text: string, unreadCount = 1): ChatMessage {
      const message = store(user, text);
      pageSocket.emit(receiveMessage, message);
      announce(user, message, unreadCount);
      return message;
    },
    /** The texts that the panel has sent, in order. */
    sent: (): string[] => pageSocket.received(adminMessage).map(({ text }) => text),
  };
}

/** Opens the chat, at the conversation with a user if one is given, and waits until it is live. */
export async function openChat(
  user?: Pick<ChatUser, '_id'>,
  {
    query = user ? `?userId=${user._id}` : '',
    account = () => null,
  }: { query?: string; account?: (userId: string) => ReactNode } = {},
): Promise<RenderResult> {
  onTestFinished(() => {
    for (const { tempId } of outbox.get()) outbox.discard(tempId);
  });
  const screen = await renderPanel(
    <div className="flex min-w-0 flex-col" style={{ position: 'absolute', inset: 0, height: 640 }}>
      <RealtimeBridge />
      <ChatScreen account={account} />
    </div>,
    `/admin/chat${query}`,
  );
  // Rows that are loaded once the socket is open replace what events have said before.
  await expect.poll(() => listCalls.filter(({ search }) => search === undefined).length).toBeGreaterThan(1);
  return screen;
}

/** Opens the conversation with a user, and waits until it can be written to and receives its events. */
export async function openConversation(user: ChatUser): Promise<RenderResult> {
  const screen = await openChat(user);
  await expect.element(sendButton()).toBeInTheDocument();
  await expect.poll(() => pageSocket.received(adminJoinChat)).toContain(user._id);
  return screen;
}

export const list = (): Locator => page.getByRole('region', { name: 'Danh sách người dùng' });
/** The row of a user in the list. */
export const row = (name: string): Locator => list().getByRole('link', { name, exact: false });
/** The names of the rows, in order. */
export const shownNames = (): (string | null | undefined)[] =>
  [...document.querySelectorAll('[data-chat-user]')].map((element) => element.querySelector('bdi')?.textContent);
/** The field that finds users and messages. */
export const searchField = (): Locator => page.getByLabelText('Tìm kiếm người dùng');
export const conversation = (): Locator => page.getByRole('region', { name: 'Cuộc trò chuyện' });
export const log = (): Locator => page.getByRole('log');
/** The message box. */
export const box = (user: ChatUser): Locator => page.getByRole('textbox', { name: `Tin nhắn gửi ${user.username}` });
export const sendButton = (): Locator => page.getByRole('button', { name: 'Gửi', exact: true });

/** Types and sends a text with the keyboard. */
export async function send(user: ChatUser, text: string): Promise<void> {
  await box(user).fill(text);
  await userEvent.keyboard('{Enter}');
}

/** A DataTransfer with files, as of a choice, a paste or a drop. */
export function carry(...files: readonly File[]): DataTransfer {
  const carried = new DataTransfer();
  for (const file of files) carried.items.add(file);
  return carried;
}

/** Chooses files as the file dialog does. */
export function chooseFiles(...files: readonly File[]): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file can be chosen');
  input.files = carry(...files).files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
