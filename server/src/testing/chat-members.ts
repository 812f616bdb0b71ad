import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { keyedEvents } from '@hai-dang/contract/events.ts';
import type { Socket } from 'socket.io-client';
import type { Clock } from '../lib/clock.ts';
import type { TestApp } from './build-test-app.ts';
import { insertAdmin, insertSession, insertUser } from './factories.ts';
import { ask, type createSocketOpener } from './socket-client.ts';
import type { TestDatabase } from './test-database.ts';

/** The dependencies for sessions; a test application has both. */
interface Installation {
  database: Pick<TestDatabase, 'db'>;
  clock: Clock;
}
type Opener = ReturnType<typeof createSocketOpener>;
/** An event's name and its payload. */
export type ReceivedEvent = [name: string, payload: Record<string, unknown>];

/** A signed-in account with one open socket. */
export interface Member {
  id: string;
  token: string;
  socket: Socket;
  /** The received events, in order, without presence and message confirmations. */
  received: ReceivedEvent[];
}

const COMINGS = ['onlineUsers', 'user_status_changed'];
/** A legacy panel waits for it beside the acknowledgement; its tests listen themselves. */
const isConfirmation = (name: string) => keyedEvents.some((event) => name.startsWith(event.name));

/** Opens a socket of an account and records its events; an administrator's socket joins the administrators' room. */
export async function openMember(
  { database: { db }, clock }: Installation,
  sockets: Opener,
  account: { id: string; role: string },
): Promise<Member> {
  const token = await insertSession(db, account.id, clock.now());
  const socket = await sockets.open(token);
  const received: ReceivedEvent[] = [];
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

/** The signed-in administrator of a test application, another administrator and a user, with a socket each. */
export const openTwoAdminsAndUser = async (testApp: TestApp, sockets: Opener): Promise<Member[]> => [
  await openMember(testApp, sockets, { id: testApp.admin.id, role: 'admin' }),
  await openAdmin(testApp, sockets),
  await openUser(testApp, sockets),
];

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

/** Sends as {@link sendFrom} does. @returns the stored message @throws {Error} if it is rejected */
export async function sendText(
  member: Member,
  text: string,
  to?: { id: string },
  tempId?: string,
): Promise<ChatMessage> {
  const response = (await sendFrom(member, text, to, tempId)) as { message?: ChatMessage };
  if (!response.message) throw new Error(`rejected: ${JSON.stringify(response)}`);
  return response.message;
}

/** Waits until all events sent to these so far have arrived: an event emitted before a response arrives before it. */
async function settle(...members: Member[]): Promise<void> {
  await Promise.all(members.map(({ socket }) => ask(socket, 'no_such_event')));
}

/** The events that a member has received since the previous call. */
export async function eventsOf(member: Member): Promise<ReceivedEvent[]> {
  await settle(member);
  return member.received.splice(0);
}
