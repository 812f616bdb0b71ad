import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listChatUsers } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { startRedis } from '../../scripts/lib/redis-process.mjs';
import { connectRedis, createRedisClient, type RedisClient } from '../../server/src/lib/cluster/redis-client.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { createSignedIn } from './chat-accounts.ts';
import type { GeneratorJob } from './chat-generator.ts';
import { startWorker } from './chat-jobs.ts';
import { HttpConnection } from './http-client.ts';
import { percentiles, timed } from './measure.ts';
import { buildPanel } from './measure-panel.ts';
import { describeMachine } from './report.ts';
import { redisCostOf } from './scale-online-redis.ts';
import {
  missedOnlineBars,
  ONLINE,
  type OnlineCall,
  type OnlineResults,
  writeOnlinePart,
} from './scale-online-report.ts';
import { type PresenceWriter, startPresenceWriter, untilTrue } from './scale-online-servers.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { withTemporaryDatabase } from './temporary-database.ts';

const GENERATOR = path.join(import.meta.dirname, 'chat-generator.ts');
const USERS = 120_000;
const ROWS_AT_ONCE = 5_000;
const SERVERS = 3;
/** Joins and leaves whose cost in Redis is measured, with all others online. */
const MOVES = 5_000;
const HEARTBEATS_MS = 20_000;
const HEARTBEAT_INTERVAL_MS = 2_000;
/** Real sockets of each of two servers: a server accepts no more of one IP unless it is told to. */
const SOCKETS_EACH = 10_000;
const WARM_UP_ROUNDS = 50;
const ROUNDS = 200;
const PAGE = 30;
const PATH = listChatUsers.path;

/** The calls of the chat's list; the searches find 1 in 10 and 1 in 2 000. */
const BODIES = {
  'the online ones: {}': {},
  'everybody: {search: ""}': { search: '', limit: PAGE },
  'a search that finds many': { search: 'nguyễn', limit: PAGE },
  'a search that finds few': { search: 'hiếm', limit: PAGE },
};

/**
 * Measures what it costs to list who is online, and to keep it up to date, with few and with very many users online.
 * @returns its part of the results page, and the missed bars
 */
export async function measureOnline(): Promise<{ part: string; missed: string[] }> {
  await buildPanel();
  return withTemporaryDatabase('online', async (database, dataDir) => {
    const ids = await insertUsers(database);
    const installations: Installation[] = [];
    try {
      for (const online of ONLINE) {
        const installation = await openInstallation(database, dataDir, online);
        installations.push(installation);
        await setOnline(database, installation, ids.slice(0, online));
      }
      const [few, many] = installations;
      if (!few || !many) throw new Error('two sizes');
      const calls = await measureCalls([few.server, many.server]);
      const redisUs = await measureRedis(many, ids.slice(many.online));
      for (const writer of many.writers) writer.kill();
      await untilTrue('nobody is online', async () => (await countOnline(many.server)) === 0);
      const sockets = await measureSockets(database, dataDir, few, many);
      const results: OnlineResults = { calls, redisUs, sockets, machine: await describeMachine(database) };
      return { part: writeOnlinePart(results), missed: missedOnlineBars(results) };
    } finally {
      for (const each of installations) await each.close();
    }
  });
}

/** A Redis of its own with servers on the same database: one real, whose calls are measured, and others without sockets. */
interface Installation {
  online: number;
  settings: Record<string, string>;
  server: ServerProcess;
  client: RedisClient;
  writers: PresenceWriter[];
  close(): Promise<void>;
}

async function openInstallation(database: Database, dataDir: string, online: number): Promise<Installation> {
  const redis = await startRedis(path.join(dataDir, `redis-${online}`));
  const client = createRedisClient(redis.url);
  await connectRedis(client);
  const settings = { REDIS_URL: redis.url, MAX_SOCKETS_PER_ADDRESS: String(2 * SOCKETS_EACH) };
  const server = await startServer(dataDir, settings);
  const writers: PresenceWriter[] = [];
  for (let number = 0; number < SERVERS; number += 1) writers.push(await startPresenceWriter(database, redis.url));
  return {
    online,
    settings,
    server,
    client,
    writers,
    async close() {
      for (const writer of writers) writer.kill();
      client.destroy();
      await server.stop();
      await redis.stop();
    },
  };
}

/** @returns their ids, in no particular order */
async function insertUsers({ pool }: Database): Promise<string[]> {
  for (let from = 1; from <= USERS; from += ROWS_AT_ONCE) {
    await pool.query(
      `insert into users (id, username, email, is_verified, last_seen_at)
       select gen_random_uuid(),
         case when n % 2000 = 0 then 'Hiếm'
           else (array['Nguyễn','Trần','Lê','Phạm','Huỳnh','Phan','Vũ','Đặng','Bùi','Đỗ'])[1 + n % 10] end
           || ' ' || (array['Minh','Lan','Hùng','Mai','Tuấn','Hoa','Nam'])[1 + n % 7] || ' ' || n,
         'n' || n || '@example.com', n % 3 = 0, now() - n * interval '15 seconds'
       from generate_series($1::int, $2::int) n`,
      [from, from + ROWS_AT_ONCE - 1],
    );
  }
  await pool.query('analyze accounts');
  const { rows } = await pool.query<{ id: string }>('select id from users order by id');
  return rows.map(({ id }) => id);
}

/** Brings users online as servers write it, by equal parts at each of them. */
async function setOnline({ pool }: Database, { writers }: Installation, ids: string[]): Promise<void> {
  const share = Math.ceil(ids.length / SERVERS);
  await Promise.all(writers.map((one, index) => one.open(ids.slice(index * share, (index + 1) * share))));
  const count = async () => writers[0]?.countOnline();
  await untilTrue(`${ids.length} are online`, async () => (await count())?.total === ids.length);
  // Verified users count as such once their accounts have been read, after all times have been stored.
  const { rows } = await pool.query('select count(*)::int as count from users where id = any($1) and is_verified', [
    ids,
  ]);
  await untilTrue('all are described', async () => (await count())?.verified === rows[0].count);
}

/** Redis' own time for each join, leave and heartbeat, with all others online. */
async function measureRedis({ client, writers: [writer], online }: Installation, others: readonly string[]) {
  const isOnline = (count: number) => async () => (await writer?.countOnline())?.total === count;
  const moving = others.slice(0, MOVES);
  const join = await redisCostOf(client, async () => {
    await writer?.open(moving);
    await untilTrue('all have joined', isOnline(online + MOVES));
  });
  const leave = await redisCostOf(client, async () => {
    await writer?.close(moving);
    await untilTrue('all have left', isOnline(online));
  });
  const idle = await redisCostOf(client, () => sleep(HEARTBEATS_MS));
  const heartbeats = (SERVERS + 1) * (HEARTBEATS_MS / HEARTBEAT_INTERVAL_MS);
  return {
    join: join.microseconds / MOVES,
    leave: leave.microseconds / MOVES,
    heartbeat: idle.microseconds / heartbeats,
  };
}

/** The calls at both servers in turn, so that other load on the machine affects them alike. */
async function measureCalls(servers: readonly [ServerProcess, ServerProcess]): Promise<OnlineCall[]> {
  const connections = servers.map(({ address }) => new HttpConnection(address));
  const calls: OnlineCall[] = [];
  try {
    for (const [name, body] of Object.entries(BODIES)) {
      const times: [number[], number[]] = [[], []];
      for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
        for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const time = await timed(async () => {
            const response = await connections[index]?.post(PATH, body, servers[index].token);
            if (response?.status !== 200) throw new Error(`${name} answered ${response?.status}`);
          });
          if (round >= 0) times[index].push(time);
        }
      }
      const [few, many] = [percentiles(times[0]), percentiles(times[1])];
      calls.push({ name, few, many });
      console.log(`${name}: p50 ${few.p50.toFixed(2)} → ${many.p50.toFixed(2)}, p95 ${many.p95.toFixed(2)} ms`);
    }
  } finally {
    for (const connection of connections) connection.close();
  }
  return calls;
}

/** The searches find as many of these users as of the others. */
async function renameLikeOthers({ pool }: Database, users: ReadonlyArray<{ id: string }>): Promise<void> {
  for (let from = 0; from < users.length; from += ROWS_AT_ONCE) {
    await pool.query(
      `update users set username = case when n % 2000 = 0 then 'Hiếm' when n % 10 = 0 then 'Nguyễn' else 'Trần' end || ' ' || users.id
       from unnest($1::text[]) with ordinality as renamed (id, n) where renamed.id = users.id`,
      [users.slice(from, from + ROWS_AT_ONCE).map(({ id }) => id)],
    );
  }
}

/** Measures with real sockets of two servers, of which one is killed. */
async function measureSockets(
  database: Database,
  dataDir: string,
  few: Installation,
  { server, settings }: Installation,
) {
  const users = await createSignedIn(database, 'user', 2 * SOCKETS_EACH);
  await renameLikeOthers(database, users);
  const other = await startServer(dataDir, settings);
  const generators = [startWorker<GeneratorJob>(GENERATOR), startWorker<GeneratorJob>(GENERATOR)];
  try {
    for (const [index, { address }] of [server, other].entries()) {
      const some = users.slice(index * SOCKETS_EACH, (index + 1) * SOCKETS_EACH).map(({ token }) => token);
      await generators[index]?.ask({ kind: 'connect', address, users: some, admins: [] });
    }
    await untilTrue('all sockets are online', async () => (await countOnline(server)) === 2 * SOCKETS_EACH);
    const calls = await measureCalls([few.server, server]);
    process.kill(await other.pid(), 'SIGKILL');
    const offlineMs = await timed(() =>
      untilTrue('the users of the killed server are offline', async () => (await countOnline(server)) <= SOCKETS_EACH),
    );
    return { count: 2 * SOCKETS_EACH, calls, offlineMs };
  } finally {
    for (const one of generators) await one.stop();
    await other.stop();
  }
}

/** Counts the online users as the panel is told. */
async function countOnline({ address, token }: ServerProcess): Promise<number> {
  const response = await fetch(`${address}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });
  const { data } = (await response.json()) as { data: { statistics: { totalOnline: number } } };
  return data.statistics.totalOnline;
}
