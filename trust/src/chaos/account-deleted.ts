import { setTimeout as sleep } from 'node:timers/promises';
import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { userStatusChanged } from '@hai-dang/contract/chat/chat.events.ts';
import type { Database } from '../../../server/src/lib/db/database.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { insertAdmin, insertSession } from '../../../server/src/testing/factories.ts';
import { createSocketOpener } from '../../../server/src/testing/socket-client.ts';
import { percentile, seconds } from '../figures.ts';
import type { Outcome, Scenario, ScenarioContext } from '../scenario.ts';
import { fanId, findLeftovers, insertCelebrities, insertFans } from './celebrities.ts';
import { beyond } from './outcomes.ts';
import { openWorld } from './world.ts';

const FANS = 20_000;
/** Accounts with the same fans that are deleted all at once. */
const AT_ONCE = 20;
const FANS_AT_ONCE = 1_000;
const BEFORE_MS = 10_000;
const PAUSE_MS = 20;
const LOOK_MS = 200;
const ANSWER_BAR_MS = 1_000;
const P99_BAR_MS = 100;
const LIMIT_MS = 60 * 60_000;

interface Latencies {
  calls: number[];
  presence: number[];
}

type Pool = Database['pool'];

async function countDeadlocks(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 0;
}

/** Calls of everybody else, and fans who come and go, until `stop`; what each took goes to `latencies()`. */
async function startOthers(url: string, { db, pool }: Database, fans: number) {
  const random = createRandom('others');
  const sockets = createSocketOpener(() => url);
  const admin = await insertAdmin(db);
  const token = await insertSession(db, admin.id);
  let latencies: Latencies = { calls: [], presence: [] };
  const failures: string[] = [];
  let isOver = false;

  async function call(method: string, path: string, body: object = {}): Promise<number> {
    const begun = performance.now();
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    if (!response.ok) failures.push(`${method} ${path} was answered ${response.status}`);
    return performance.now() - begun;
  }
  const anyFan = () => fanId(random.integer(1, fans));
  const CALLS = [
    () => call('POST', '/api/admin/users', { limit: 50 }),
    () => call('POST', `/api/admin/users/detail/${anyFan()}`),
    () => call('POST', '/api/admin/users/search', { searchTerm: 'hâm mộ', filters: {} }),
    () => call('POST', '/api/admin/online-users', { search: '' }),
    () => call('POST', `/api/admin/users/${anyFan()}/disable`),
    () => call('POST', '/api/admin/dashboard-stats'),
  ];
  async function callOn(): Promise<void> {
    for (let n = 0; !isOver; n += 1) {
      latencies.calls.push((await CALLS[n % CALLS.length]?.()) ?? 0);
      await sleep(PAUSE_MS);
    }
  }

  const watched = new Map<string, () => void>();
  const watcher = await sockets.open(token);
  watcher.on(userStatusChanged.name, ({ userId, isOnline }: { userId: string; isOnline: boolean }) => {
    if (isOnline) watched.get(userId)?.();
  });
  watcher.emit(adminConnected.name, admin.id);
  async function comeAndGo(): Promise<void> {
    // Fans may have been disabled by now.
    for (let n = 1; !isOver; n += 1) {
      const id = `visitor-${n}`;
      await pool.query(`insert into users (id, username, email) values ($1, $1, $1 || '@example.test')`, [id]);
      const visitorToken = await insertSession(db, id);
      const begun = performance.now();
      const isPublished = new Promise<boolean>((resolve) => watched.set(id, () => resolve(true)));
      const socket = await sockets.open(visitorToken);
      if (await Promise.race([isPublished, sleep(15_000, false)])) latencies.presence.push(performance.now() - begun);
      else failures.push(`no event said that ${id} is online`);
      watched.delete(id);
      socket.disconnect();
      await sleep(PAUSE_MS);
    }
  }
  const running = Promise.all([callOn(), callOn(), comeAndGo()]);
  return {
    call,
    /** What was measured since the last time this was asked. */
    takeLatencies(): Latencies {
      const taken = latencies;
      latencies = { calls: [], presence: [] };
      return taken;
    },
    async stop(): Promise<string[]> {
      isOver = true;
      await running;
      sockets.closeAll();
      return failures;
    },
  };
}

async function untilPurged(pool: Pool): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { rows } = await pool.query('select id from jobs limit 1');
    if (rows.length === 0) return performance.now() - begun;
    await sleep(LOOK_MS);
  }
}

const describe = ({ calls, presence }: Latencies): string =>
  `${Math.round(percentile(calls, 99))} ms of ${calls.length} calls, ${Math.round(percentile(presence, 99))} ms of ${presence.length} presence events`;

async function deleteAccounts(context: ScenarioContext, fans: number): Promise<Outcome> {
  const world = await openWorld(context, { kind: 'embedded' });
  const { pool } = world.database;
  const crowd = Array.from({ length: AT_ONCE }, (_, n) => `celebrity-${n + 1}`);
  await insertFans(pool, fans);
  await insertCelebrities(pool, ['celebrity'], fans);
  await insertCelebrities(pool, crowd, Math.min(fans, FANS_AT_ONCE));
  const deadlocks = await countDeadlocks(pool);
  const others = await startOthers(world.url, world.database, fans);
  const remove = (id: string) => others.call('DELETE', `/api/admin/users/${id}`);

  await sleep(BEFORE_MS);
  const before = others.takeLatencies();
  const answeredMs = await remove('celebrity');
  const purgedMs = await untilPurged(pool);
  const during = others.takeLatencies();
  const answersMs = await Promise.all(crowd.map(remove));
  await untilPurged(pool);
  const failures = await others.stop();
  const met = (await countDeadlocks(pool)) - deadlocks;
  return {
    tried: `an account with ${fans} followers and ${Math.ceil(fans / 10)} posts deleted, then ${AT_ONCE} with the same followers at once`,
    seen:
      `answered after ${seconds(answeredMs)} and ${seconds(Math.max(...answersMs))}, purged after ${seconds(purgedMs)}; ` +
      `p99 before: ${describe(before)}; meanwhile: ${describe(during)}; ${met} deadlocks`,
    fell: [
      ...failures,
      ...world.unexpected,
      ...(await findLeftovers(pool)),
      ...beyond('the answer', Math.max(answeredMs, ...answersMs), ANSWER_BAR_MS),
      ...beyond('p99 of calls', percentile(during.calls, 99), P99_BAR_MS),
      ...beyond('p99 of presence events', percentile(during.presence, 99), P99_BAR_MS),
      ...(met === 0 ? [] : [`${met} deadlocks`]),
    ],
  };
}

/** Deleting accounts to which much refers, while others work. `--times` is the number of followers. */
export const accountDeleted: Scenario = {
  line: 'large account deleted',
  limitMs: LIMIT_MS,
  run: (context) => deleteAccounts(context, context.times ?? FANS),
};
