import { DAY_MS, MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Insertable } from 'kysely';
import { DEMO_USER_LOGIN } from '../../../server/src/app/demo-logins.ts';
import type { Schema } from '../../../server/src/lib/db/database.ts';
import { createRandom, type Random } from '../../../server/src/lib/random.ts';
import { seededId } from '../factories/seeded-id.ts';
import type { NewUser } from '../factories/user-factory.ts';
import type { SceneKind } from '../images/demo-images.ts';
import { SUPPORT_CONVERSATIONS, type SupportConversation } from '../texts/texts.ts';

export interface DemoChats {
  conversations: Array<Insertable<Schema['conversations']>>;
  messages: Array<Insertable<Schema['messages']>>;
  /** The messages that become images, and the scene of each. */
  withImages: Array<{ message: Insertable<Schema['messages']>; scene: SceneKind }>;
}

/** A user with a conversation was seen in the last days, and did not join the same day. */
const SEEN_WITHIN_MS = 2 * DAY_MS;
const JOINED_BEFORE_MS = DAY_MS;
/** The longest time between the last message and when the user was last seen. */
const STAY_MAX_MS = 10 * MINUTE_MS;
const RESOLVED_AFTER_MS = DAY_MS;
const TYPING_MIN_MS = 15_000;
const MEAN_TYPING_MS = 40_000;
/** The mean time until the other side replies, without the typing time. */
const MEAN_REPLY_MS = 4 * MINUTE_MS;

/** Conversations of users with the administrator in the last days before `at`. */
export function createDemoChats(accounts: readonly NewUser[], at: Date): DemoChats {
  const random = createRandom('demo chats');
  const admin = accounts.find(({ role }) => role === 'admin');
  const printed = accounts.find(({ email }) => email === DEMO_USER_LOGIN.email);
  const others = accounts.filter((account) => account !== printed && mayChat(account, at.getTime()));
  const [first, ...rest] = SUPPORT_CONVERSATIONS;
  const chatUsers = random.sample(others, rest.length);
  const chats: DemoChats = { conversations: [], messages: [], withImages: [] };
  if (!admin) return chats;
  const add = (conversation: SupportConversation | undefined, user: NewUser | undefined) => {
    if (!conversation || !user) return;
    const messages = messagesOf(random, conversation, user, admin);
    chats.conversations.push(conversationOf(conversation, user, messages, at));
    chats.messages.push(...messages);
    conversation.lines.forEach(({ shows: scene }, index) => {
      const message = messages[index];
      if (scene && message) chats.withImages.push({ message, scene });
    });
  };
  add(first, printed);
  rest.forEach((conversation, index) => {
    add(conversation, chatUsers[index]);
  });
  return chats;
}

function mayChat({ role, is_disabled, created_at, last_seen_at }: NewUser, now: number): boolean {
  if (role !== 'user' || is_disabled || !last_seen_at) return false;
  const seenAt = last_seen_at.getTime();
  return now - seenAt < SEEN_WITHIN_MS && seenAt - created_at.getTime() > JOINED_BEFORE_MS;
}

/** An answered conversation of more than a day ago is resolved; who answered handles it. */
function conversationOf(
  { lines, unread = 0, unseen = 0 }: SupportConversation,
  user: NewUser,
  messages: DemoChats['messages'],
  now: Date,
): DemoChats['conversations'][0] {
  const answer = messages.findLast(({ is_from_admin }) => is_from_admin);
  const waitsFrom = messages.find(({ seq, is_from_admin }) => !is_from_admin && seq > (answer?.seq ?? 0));
  const endedAt = messages.at(-1)?.created_at ?? now;
  const isOld = now.getTime() - new Date(endedAt).getTime() > RESOLVED_AFTER_MS;
  return {
    waiting_since: waitsFrom?.created_at ?? null,
    opened_at: endedAt,
    resolved_at: isOld && !waitsFrom ? endedAt : null,
    assignee_id: answer?.sender_id ?? null,
    user_id: user.id,
    last_seq: lines.length,
    unread_count: unread,
    admin_read_seq: lines.length - unread,
    user_read_seq: lines.length - unseen,
  };
}

/** Times are set from the last message, which comes before the user was last seen, back to the first. */
function messagesOf(
  random: Random,
  { lines }: SupportConversation,
  user: NewUser,
  admin: NewUser,
): DemoChats['messages'] {
  let at = (user.last_seen_at ?? user.created_at).getTime() - random.fraction() * STAY_MAX_MS;
  const messages = lines.map(({ from, text }, index) => ({ from, text, seq: index + 1 })).reverse();
  const rows = messages.map(({ from, text, seq }, index) => {
    const createdAt = Math.floor(at);
    const id = seededId(random, createdAt);
    const isReply = messages[index + 1]?.from !== from;
    at -= TYPING_MIN_MS + random.exponential(MEAN_TYPING_MS) + (isReply ? random.exponential(MEAN_REPLY_MS) : 0);
    return {
      id,
      user_id: user.id,
      seq,
      sender_id: from === 'admin' ? admin.id : user.id,
      is_from_admin: from === 'admin',
      type: 'text',
      content: text,
      client_key: id,
      created_at: new Date(createdAt),
    };
  });
  return rows.reverse();
}
