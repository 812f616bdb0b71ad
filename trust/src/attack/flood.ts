import { setTimeout as sleep } from 'node:timers/promises';
import { sendMessage } from '@hai-dang/contract/chat/chat.events.ts';
import { SECOND_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Socket } from 'socket.io-client';
import { insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import { ask, createSocketOpener } from '../../../server/src/testing/socket-client.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { failuresOf, openTarget, type Target } from '../target.ts';
import { percentile } from '../units.ts';

const FLOOD_PER_SECOND = 1_000;
const FLOOD_SECONDS = 20;
const OTHERS = 20;
/** The interval at which each of the others sends a message. */
const OTHERS_PAUSE_MS = 250;
const P99_MAX_MS = 500;
/** ASVS 2.4.1: the number of events that one socket may have handled in a second. */
const HANDLED_PER_SECOND = 20;

/** ASVS 2.4.1: one client that reconnects each time it is disconnected, while others write to each other. */
export async function flood(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context);
  const sockets = createSocketOpener(() => target.url);
  context.defer(sockets.closeAll);
  const others = await Promise.all(Array.from({ length: OTHERS }, () => openUser(target, sockets)));
  const seconds = context.times ?? FLOOD_SECONDS;
  const end = performance.now() + seconds * SECOND_MS;
  const [abuse, tookMs] = await Promise.all([
    sendWithoutEnd(target, sockets, end),
    Promise.all(others.map((socket, index) => writeQuietly(socket, index, end))).then((all) => all.flat()),
  ]);
  const p99 = percentile(tookMs, 99);
  const stored = await storedFrom(target, abuse.userId);
  const allowed = (seconds + abuse.connections) * HANDLED_PER_SECOND;
  const lost = tookMs.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
  return {
    tried: `${abuse.sent} messages in ${seconds} s by one client, ${tookMs.length} by ${OTHERS} others`,
    seen: `thrown out ${abuse.connections - 1} times, ${stored} stored; the others' p99 ${Math.round(p99)} ms`,
    fell: [
      ...(p99 < P99_MAX_MS ? [] : [`p99 is not under ${P99_MAX_MS} ms`]),
      ...(lost === 0 ? [] : [`${lost} of the others' messages were not taken`]),
      ...(stored <= allowed ? [] : [`more than ${allowed} were stored`]),
      ...(abuse.connections > 1 ? [] : ['nobody was thrown out']),
      ...failuresOf(target.server),
    ],
  };
}

type Opener = ReturnType<typeof createSocketOpener>;

async function openUser({ database: { db } }: Target, sockets: Opener): Promise<Socket> {
  const { id } = await insertUser(db);
  return sockets.open(await insertSession(db, id));
}

/** A thousand a second, evenly spaced. */
async function sendWithoutEnd({ database: { db } }: Target, sockets: Opener, end: number) {
  const { id: userId } = await insertUser(db);
  const token = await insertSession(db, userId);
  const counts = { userId, sent: 0, connections: 0 };
  let socket: Socket | undefined;
  const startedAt = performance.now();
  while (performance.now() < end) {
    if (!socket?.connected) {
      socket = (await sockets.attemptConnect({ auth: { token } })).socket;
      if (socket) counts.connections += 1;
    }
    const due = ((performance.now() - startedAt) / SECOND_MS) * FLOOD_PER_SECOND;
    for (; counts.sent < due && socket?.connected; counts.sent += 1) {
      socket.emit(sendMessage.name, { content: 'x', type: 'text', tempId: `flood-${counts.sent}` });
    }
    await sleep(10);
  }
  return counts;
}

/** @returns the duration of each until its acknowledgement; infinity without one */
async function writeQuietly(socket: Socket, index: number, end: number): Promise<number[]> {
  const tookMs: number[] = [];
  await sleep((OTHERS_PAUSE_MS * index) / OTHERS);
  for (let sent = 0; performance.now() < end; sent += 1) {
    const startedAt = performance.now();
    const payload = { content: `lời thứ ${sent}`, type: 'text', tempId: `quiet-${sent}` };
    const response = await ask(socket, sendMessage.name, payload).catch(() => undefined);
    const isTaken = typeof response === 'object' && response !== null && 'message' in response;
    tookMs.push(isTaken ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
    await sleep(OTHERS_PAUSE_MS);
  }
  return tookMs;
}

async function storedFrom({ database: { db } }: Target, userId: string): Promise<number> {
  const rows = await db.selectFrom('messages').select('id').where('user_id', '=', userId).execute();
  return rows.length;
}
