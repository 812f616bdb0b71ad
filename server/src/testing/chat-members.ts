import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { keyedEvents } from '@hai-dang/contract/events.ts';
import type { Socket } from 'socket.io-client';
import type { Clock } from '../lib/clock.ts';
import { insertAdmin, insertSession, insertUser } from './factories.ts';
import { ask, type createSocketOpener } from './socket-client.ts';
import type { TestDatabase } from './test-database.ts';

/** Where sessions are made; a test's application has both. */
interface Installation {
  database: Pick<TestDatabase, 'db'>;
  clock: Clock;
}
type Opener = ReturnType<typeof createSocketOpener>;
/** An event's name and its payload. */
export type Heard = [name: string, payload: Record<string, unknown>];

/** Somebody who is signed in, with one socket open. */
export interface Member {
  id: string;
  token: string;
  socket: Socket;
  /** What the socket has been told, in order; presence and confirmations of messages are left out. */
  received: Heard[];
}

const COMINGS = ['onlineUsers', 'user_status_changed'];
/** What a legacy panel waits for beside the acknowledgement; tests of it listen themselves. */
const isConfirmation = (name: string) => keyedEvents.some((event) => name.startsWith(event.name));

/** Opens a socket of an account and listens to all of it; an administrator's joins the others. */
export async function openMember(
  { database: { db }, clock }: Installation,
  sockets: Opener,
  account: { id: string; role: string },
): Promise<Member> {
  const token = await insertSession(db, account.id, clock.now());
  const socket = await sockets.open(token);
  const received: Heard[] = [];
  socket.onAny((name: string, payload: Record<string, unknown>) => {
    if (!COMINGS.includes(name) && !isConfirmation(name)) received.push([name, payload]);
  });
  if (account.role === 'admin') await ask(socket, 'admin_connected', account.id);
  return { id: account.id, token, socket, received };
}

export const openAdmin = async (testApp: Installation, sockets: Opener): Promise<Member> =>
  openMember(testApp, sockets, await insertAdmin(testApp.database.db));

export const openUser = async (testApp: Installation, sockets: Opener): Promise<Member> =>
  openMember(testApp, sockets, await insertUser(testApp.database.db));

let keys = 0;
export const newTempId = (): string => {
  keys += 1;
  return `key-${keys}`;
};

/** @returns the acknowledgement */
export const sendFrom = (member: Member, text: string, to?: { id: string }, tempId = newTempId()): Promise<unknown> =>
  to
    ? ask(member.socket, 'admin_message', { userId: to.id, text, type: 'text', adminId: member.id, tempId })
    : ask(member.socket, 'send_message', { content: text, type: 'text', tempId });

/** As {@link sendFrom}. @returns the stored message @throws {Error} when it is rejected */
export async function say(member: Member, text: string, to?: { id: string }, tempId?: string): Promise<ChatMessage> {
  const answer = (await sendFrom(member, text, to, tempId)) as { message?: ChatMessage };
  if (!answer.message) throw new Error(`rejected: ${JSON.stringify(answer)}`);
  return answer.message;
}

/** Waits until everything sent to these so far has come: what was sent before an answer comes before it. */
async function settle(...members: Member[]): Promise<void> {
  await Promise.all(members.map(({ socket }) => ask(socket, 'no_such_event')));
}

/** What a member has been told since the last look. */
export async function eventsOf(member: Member): Promise<Heard[]> {
  await settle(member);
  return member.received.splice(0);
}
