import { setTimeout as sleep } from 'node:timers/promises';
import { adminMessage, sendMessage } from '@hai-dang/contract/chat/chat.events.ts';
import { storedMessageAckSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { errorAckSchema } from '@hai-dang/contract/lib/socket.errors.ts';
import type { Socket } from 'socket.io-client';
import { createRandom } from '../../../server/src/lib/random.ts';
import { insertAdmin, insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import { createSocketOpener } from '../../../server/src/testing/socket-client.ts';
import type { Outcome, Scenario, ScenarioContext } from '../scenario.ts';
import { inEachWorld } from './in-each-world.ts';
import type { World } from './world.ts';

const MESSAGES = 10_000;
const REPETITIONS = 5;
const SENDERS = 60;
const ADMIN_SENDERS = 6;
/** Under the 20 events a second that the server lets through. */
const PAUSE_MS = 52;
const REFUSED_PAUSE_MS = 1_000;
const UNDER_WAY_MAX = 10;
const ACK_TIMEOUT_MS = 30_000;
const LIMIT_MS = 5 * 60_000;

interface Sender {
  id: string;
  socket: Socket;
  /** Whose conversation a message of this number goes to. */
  userIdOf: (number: number) => string;
  isAdmin: boolean;
}

/** What each send was acknowledged with, by the sender's key. */
type Acknowledged = Map<string, Set<string>>;

/** Sends each message so many times, all of them in a random order, without waiting for one before the next. */
async function sendShuffled(sender: Sender, count: number, acknowledged: Acknowledged): Promise<void> {
  const { id, socket, userIdOf, isAdmin } = sender;
  const { name } = isAdmin ? adminMessage : sendMessage;
  const sendOne = async (number: number): Promise<void> => {
    const tempId = `${id}-${number}`;
    const text = `tin ${number}`;
    const payload = isAdmin
      ? { userId: userIdOf(number), text, type: 'text', adminId: id, tempId }
      : { content: text, type: 'text', tempId };
    for (;;) {
      const answer: unknown = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck(name, payload);
      const refusal = errorAckSchema.safeParse(answer);
      if (!refusal.success) {
        const { message } = storedMessageAckSchema.parse(answer);
        acknowledged.set(tempId, (acknowledged.get(tempId) ?? new Set()).add(`${message._id} ${message.seq}`));
        return;
      }
      if (refusal.data.code !== 'TOO_MANY_EVENTS') throw new Error(`refused: ${refusal.data.code}`);
      await sleep(REFUSED_PAUSE_MS);
    }
  };
  const underWay = new Set<Promise<void>>();
  const all = Array.from({ length: count * REPETITIONS }, (_, index) => index % count);
  for (const number of createRandom(id).sample(all, all.length)) {
    if (underWay.size >= UNDER_WAY_MAX) await Promise.race(underWay);
    const sending = sendOne(number).finally(() => underWay.delete(sending));
    underWay.add(sending);
    await sleep(PAUSE_MS);
  }
  await Promise.all(underWay);
}

async function openSenders(world: World, sockets: ReturnType<typeof createSocketOpener>): Promise<Sender[]> {
  const { db } = world.database;
  const users = await Promise.all(Array.from({ length: SENDERS - ADMIN_SENDERS }, () => insertUser(db)));
  const admins = await Promise.all(Array.from({ length: ADMIN_SENDERS }, () => insertAdmin(db)));
  return Promise.all(
    [...users, ...admins].map(async ({ id, role }) => ({
      id,
      socket: await sockets.open(await insertSession(db, id)),
      userIdOf: (number: number) => (role === 'admin' ? (users[number % users.length]?.id ?? '') : id),
      isAdmin: role === 'admin',
    })),
  );
}

async function sendAll(context: ScenarioContext, world: World, messages: number): Promise<Outcome> {
  const sockets = createSocketOpener(() => world.url);
  context.defer(sockets.closeAll);
  const senders = await openSenders(world, sockets);
  const each = Math.ceil(messages / senders.length);
  const acknowledged: Acknowledged = new Map();
  await Promise.all(senders.map((sender) => sendShuffled(sender, each, acknowledged)));
  const rows = await world.database.db
    .selectFrom('messages')
    .select(['id', 'user_id', 'seq', 'client_key'])
    .orderBy('seq')
    .execute();
  const total = each * senders.length;
  const torn = rows.filter(({ client_key, id, seq }) => {
    const told = acknowledged.get(client_key);
    return told?.size !== 1 || !told.has(`${id} ${seq}`);
  });
  const gaps = [...Map.groupBy(rows, ({ user_id }) => user_id).values()].filter((own) =>
    own.some(({ seq }, index) => seq !== index + 1),
  );
  return {
    tried: `${total} messages, each ${REPETITIONS} times, shuffled`,
    seen: `${rows.length} rows of ${total * REPETITIONS} sends by ${senders.length} clients`,
    fell: [
      ...(rows.length === total ? [] : [`${rows.length} rows of ${total} messages`]),
      ...(torn.length === 0 ? [] : [`${torn.length} messages were acknowledged as more than one, or as another`]),
      ...(gaps.length === 0 ? [] : [`${gaps.length} conversations have gaps`]),
      ...world.unexpected,
    ],
  };
}

/** Clients that send everything five times, in any order. `--times` is the number of messages. */
export const repeatedSends: Scenario = {
  line: 'repeated, shuffled sends',
  limitMs: LIMIT_MS,
  run: (context) => inEachWorld(context, (world) => sendAll(context, world, context.times ?? MESSAGES)),
};
