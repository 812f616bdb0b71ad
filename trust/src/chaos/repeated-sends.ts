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
/** Below the server's limit of 20 events a second. */
const PAUSE_MS = 52;
const REJECTED_PAUSE_MS = 1_000;
const IN_FLIGHT_MAX = 10;
const ACK_TIMEOUT_MS = 30_000;
const LIMIT_MS = 5 * 60_000;

interface Sender {
  id: string;
  socket: Socket;
  /** The user of the conversation that a message of this number is sent to. */
  userIdOf: (number: number) => string;
  isAdmin: boolean;
}

/** The acknowledgements of each send, by the sender's key. */
type Acknowledged = Map<string, Set<string>>;

/** Sends each message this many times, all of them in a random order, without waiting between them. */
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
      const response: unknown = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck(name, payload);
      const errorAck = errorAckSchema.safeParse(response);
      if (!errorAck.success) {
        const { message } = storedMessageAckSchema.parse(response);
        acknowledged.set(tempId, (acknowledged.get(tempId) ?? new Set()).add(`${message._id} ${message.seq}`));
        return;
      }
      if (errorAck.data.code !== 'TOO_MANY_EVENTS') throw new Error(`rejected: ${errorAck.data.code}`);
      await sleep(REJECTED_PAUSE_MS);
    }
  };
  const inFlight = new Set<Promise<void>>();
  const all = Array.from({ length: count * REPETITIONS }, (_, index) => index % count);
  for (const number of createRandom(id).sample(all, all.length)) {
    if (inFlight.size >= IN_FLIGHT_MAX) await Promise.race(inFlight);
    const sending = sendOne(number).finally(() => inFlight.delete(sending));
    inFlight.add(sending);
    await sleep(PAUSE_MS);
  }
  await Promise.all(inFlight);
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
    const acks = acknowledged.get(client_key);
    return acks?.size !== 1 || !acks.has(`${id} ${seq}`);
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
