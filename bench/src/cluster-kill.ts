import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SOCKET_RECONNECTION_DELAY_MS } from '@hai-dang/contract/constants.ts';
import { type Database, openDatabase } from '../../server/src/lib/db/database.ts';
import { createLogger } from '../../server/src/lib/logger.ts';
import { createRandom } from '../../server/src/lib/random.ts';
import { createUnreliableClient } from '../../server/src/testing/unreliable-client.ts';
import { createSignedIn } from './chat-accounts.ts';
import { type LatencyMetrics, latencyMetrics } from './chat-metrics.ts';
import { type ClusterProcess, startCluster } from './cluster-process.ts';

export const KILL_USERS = 200;
export const KILL_ADMINS = 4;
/** The panel's delays: Socket.IO's defaults, and the wire contract's acknowledgement timeout. */
const PACE = {
  pauseMs: 1_000,
  ackTimeoutMs: 5_000,
  reconnectionDelayMs: SOCKET_RECONNECTION_DELAY_MS,
  reconnectionDelayMaxMs: 5_000,
};
/** More than one page of the panel. */
const OPEN_CONVERSATIONS = 10;
const NO_FAULTS = { breaks: 0, lostAcks: 0 };
const BEFORE_MS = 4_000;
const BACK_TIMEOUT_MS = 30_000;
const NODE_BACK_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** The metrics after one node was killed; milliseconds since then. */
export interface KillMetrics {
  /** Number of clients connected to it. */
  moved: number;
  /**
   * Until each of them was connected to the other node, and an administrator had fetched the open conversations to the
   * end.
   */
  back: LatencyMetrics;
  /** Until each had its next message acknowledged. */
  stored: LatencyMetrics;
}

export interface KillResults {
  /** First a node with half the clients, then, after its restart, the other one with all of them. */
  kills: KillMetrics[];
  acknowledged: number;
  /** Acknowledged messages that are not stored. */
  lost: number;
  /** Messages stored twice with the same sender and key, or shown twice. */
  twice: number;
  /** Conversations whose messages at an administrator differ from the stored ones. */
  differing: number;
}

type Client = ReturnType<typeof createUnreliableClient>;

interface Participant {
  client: Client;
  killedAt: number;
  /** The number of connects before the last kill. */
  connections: number;
  backAt?: number | undefined;
  /** The first acknowledgement at the other node. */
  storedAt?: number | undefined;
  /** Whether a message from after the kill has been acknowledged. */
  hasSent: boolean;
  acknowledged: string[];
}

/**
 * Kills one of two servers behind the balancer while all clients send, and then the other one.
 * @throws {Error} if a client does not reconnect at all
 */
export async function measureKills(): Promise<KillResults> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-bench-kill-'));
  const cluster = await startCluster(2, dataDir);
  let database: Database | undefined;
  const participants: Participant[] = [];
  try {
    database = await openDatabase({ dataDir, logger: createLogger({ level: 'warn' }) });
    participants.push(...(await connectAll(database, cluster.address)));
    const userIds = usersOf(participants).map(({ client }) => client.account.id);
    const sending = { isOver: false };
    const all = participants.map((each, index) => keepSending(each, index, userIds, sending));
    const kills: KillMetrics[] = [];
    for (const pid of cluster.pids) {
      await sleep(BEFORE_MS);
      kills.push(await killOne(pid, cluster, participants));
    }
    sending.isOver = true;
    await Promise.all(all);
    return { kills, ...(await compare(database, participants)) };
  } finally {
    for (const { client } of participants) client.close();
    await database?.close();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const usersOf = (all: readonly Participant[]) => all.filter(({ client }) => client.account.role === 'user');
const adminsOf = (all: readonly Participant[]) => all.filter(({ client }) => client.account.role === 'admin');

async function connectAll(database: Database, url: string): Promise<Participant[]> {
  const users = await createSignedIn(database, 'user', KILL_USERS);
  const admins = await createSignedIn(database, 'admin', KILL_ADMINS);
  const userIds = users.map(({ id }) => id);
  const open = (role: 'user' | 'admin') => (account: { id: string; token: string }) => {
    const participant: Participant = {
      client: createUnreliableClient({
        url,
        account: { ...account, role },
        random: createRandom(account.id),
        faults: NO_FAULTS,
        userIds: role === 'admin' ? userIds : [],
        openUserIds: role === 'admin' ? userIds.slice(0, OPEN_CONVERSATIONS) : [],
        pace: PACE,
        onBack: () => {
          participant.backAt = performance.now();
        },
      }),
      killedAt: 0,
      connections: 0,
      hasSent: false,
      acknowledged: [],
    };
    return participant;
  };
  const all = [...users.map(open('user')), ...admins.map(open('admin'))];
  await Promise.all(all.map(({ client }) => client.untilConnected()));
  return all;
}

async function keepSending(
  own: Participant,
  first: number,
  userIds: readonly string[],
  sending: { isOver: boolean },
): Promise<void> {
  const { client } = own;
  const { id, role } = client.account;
  for (let number = 0; !sending.isOver; number += 1) {
    const userId = role === 'user' ? id : (userIds[(first + number) % userIds.length] ?? '');
    const tempId = `${id}-${number}`;
    const startedAt = performance.now();
    await client.sendAll([{ userId, tempId, text: `tin ${number}` }], () => {
      own.acknowledged.push(tempId);
      own.hasSent ||= startedAt > own.killedAt;
      if (hasMoved(own)) own.storedAt ??= performance.now();
    });
  }
}

const hasMoved = ({ client, connections }: Participant) => client.counts.connections > connections;

async function killOne(pid: number, cluster: ClusterProcess, all: readonly Participant[]): Promise<KillMetrics> {
  const killedAt = performance.now();
  for (const each of all) {
    const { connections } = each.client.counts;
    Object.assign(each, { killedAt, connections, backAt: undefined, storedAt: undefined, hasSent: false });
  }
  process.kill(pid, 'SIGKILL');
  const isAway = (each: Participant) =>
    !each.hasSent || (hasMoved(each) && (each.storedAt === undefined || each.backAt === undefined));
  for (const end = killedAt + BACK_TIMEOUT_MS; all.some(isAway); await sleep(POLL_MS)) {
    if (performance.now() > end) throw new Error(`${all.filter(isAway).length} clients did not come back`);
  }
  const moved = all.filter(hasMoved);
  await cluster.untilAllAreReady(NODE_BACK_TIMEOUT_MS);
  const after = (at: number | undefined) => (at ?? Number.POSITIVE_INFINITY) - killedAt;
  return {
    moved: moved.length,
    back: latencyMetrics(moved.map(({ backAt }) => after(backAt))),
    stored: latencyMetrics(moved.map(({ storedAt }) => after(storedAt))),
  };
}

/** Compares the state of all clients with the stored rows. */
async function compare(database: Database, all: readonly Participant[]): Promise<Omit<KillResults, 'kills'>> {
  await Promise.all(adminsOf(all).map(({ client }) => client.catchUp()));
  const rows = await database.db
    .selectFrom('messages')
    .select(['id', 'seq', 'user_id', 'sender_id', 'client_key'])
    .orderBy('user_id')
    .orderBy('seq')
    .execute();
  const stored = new Set(rows.map(({ client_key }) => client_key));
  const acknowledged = all.flatMap((each) => each.acknowledged);
  let [shownTwice, differing] = [0, 0];
  for (const { client } of usersOf(all)) {
    const own = rows.filter(({ user_id }) => user_id === client.account.id);
    const seqs = client.shown.get(client.account.id)?.map(({ seq }) => seq) ?? [];
    shownTwice += seqs.length - new Set(seqs).size;
    const isGapless = own.every(({ seq }, index) => seq === index + 1);
    for (const { client: admin } of adminsOf(all)) {
      const shown = admin.shown.get(client.account.id)?.map(({ _id }) => _id) ?? [];
      const isSame = shown.length === own.length && shown.every((id, index) => id === own[index]?.id);
      if (!isSame || !isGapless) differing += 1;
    }
  }
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((tempId) => !stored.has(tempId)).length,
    twice: rows.length - stored.size + shownTwice,
    differing,
  };
}
