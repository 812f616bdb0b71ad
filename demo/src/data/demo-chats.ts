import { DEMO_USER_LOGIN } from '../../../server/src/app/demo-logins.ts';
import type { Insertable } from 'kysely';
import type { Schema } from '../../../server/src/lib/db/database.ts';
import { DAY_MS } from '../factories/calendar.ts';
import type { SceneKind } from '../images/scenery.ts';
import { createRandom, type Random } from '../../../server/src/lib/random.ts';
import { seededId } from '../factories/seeded-id.ts';
import { SUPPORT_TALKS, type SupportTalk } from '../texts/support-talks.ts';
import type { NewUser } from '../factories/user-factory.ts';

export interface DemoChats {
  conversations: Array<Insertable<Schema['conversations']>>;
  messages: Array<Insertable<Schema['messages']>>;
  /** Those of them that show something beside what they say. */
  shown: Array<{ message: Insertable<Schema['messages']>; scene: SceneKind }>;
}

const MINUTE_MS = 60_000;
/** Those who talk were here in the last days, and did not join the same day. */
const SEEN_WITHIN_MS = 2 * DAY_MS;
const JOINED_BEFORE_MS = DAY_MS;
/** Somebody looks around a little longer after the last line, this long at most. */
const STAYS_AT_MOST_MS = 10 * MINUTE_MS;
const TYPING_MIN_MS = 15_000;
const MEAN_TYPING_MS = 40_000;
/** Until the other side answers, beside the typing. */
const MEAN_ANSWER_MS = 4 * MINUTE_MS;

/** What the demo's people asked the administrator in the last days before `at`, and what he answered. */
export function demoChats(people: readonly NewUser[], at: Date): DemoChats {
  const random = createRandom('demo chats');
  const admin = people.find(({ role }) => role === 'admin');
  const printed = people.find(({ email }) => email === DEMO_USER_LOGIN.email);
  const others = people.filter((person) => person !== printed && mayTalk(person, at.getTime()));
  const [first, ...rest] = SUPPORT_TALKS;
  const talkers = random.sample(others, rest.length);
  const chats: DemoChats = { conversations: [], messages: [], shown: [] };
  if (!admin) return chats;
  const add = (talk: SupportTalk | undefined, user: NewUser | undefined) => {
    if (!talk || !user) return;
    chats.conversations.push(conversationOf(talk, user));
    const messages = messagesOf(random, talk, user, admin);
    chats.messages.push(...messages);
    talk.lines.forEach(([, , scene], index) => {
      const message = messages[index];
      if (scene && message) chats.shown.push({ message, scene });
    });
  };
  add(first, printed);
  rest.forEach((talk, index) => {
    add(talk, talkers[index]);
  });
  return chats;
}

function mayTalk({ role, is_disabled, created_at, last_seen_at }: NewUser, now: number): boolean {
  if (role !== 'user' || is_disabled || !last_seen_at) return false;
  const seenAt = last_seen_at.getTime();
  return now - seenAt < SEEN_WITHIN_MS && seenAt - created_at.getTime() > JOINED_BEFORE_MS;
}

function conversationOf({ lines, unread = 0, unseen = 0 }: SupportTalk, user: NewUser): DemoChats['conversations'][0] {
  return {
    user_id: user.id,
    last_seq: lines.length,
    unread_count: unread,
    admin_read_seq: lines.length - unread,
    user_read_seq: lines.length - unseen,
  };
}

/** From the last line, before the user was last seen, back to the first. */
function messagesOf(random: Random, { lines }: SupportTalk, user: NewUser, admin: NewUser): DemoChats['messages'] {
  let at = (user.last_seen_at ?? user.created_at).getTime() - random.fraction() * STAYS_AT_MOST_MS;
  const messages = lines.map(([who, content], index) => ({ who, content, seq: index + 1 })).reverse();
  const rows = messages.map(({ who, content, seq }, index) => {
    const createdAt = Math.floor(at);
    const id = seededId(random, createdAt);
    const isAnswer = messages[index + 1]?.who !== who;
    at -= TYPING_MIN_MS + random.exponential(MEAN_TYPING_MS) + (isAnswer ? random.exponential(MEAN_ANSWER_MS) : 0);
    return {
      id,
      user_id: user.id,
      seq,
      sender_id: who === 'admin' ? admin.id : user.id,
      is_from_admin: who === 'admin',
      type: 'text',
      content,
      temp_id: id,
      created_at: new Date(createdAt),
    };
  });
  return rows.reverse();
}
