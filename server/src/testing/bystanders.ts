import { setTimeout as sleep } from 'node:timers/promises';
import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { userStatusChanged } from '@hai-dang/contract/chat/chat.events.ts';
import type { Database } from '../lib/db/database.ts';
import { fanId } from './celebrities.ts';
import { insertAdmin, insertSession } from './factories.ts';
import { createSocketOpener } from './socket-client.ts';

const PAUSE_MS = 20;
const EVENT_TIMEOUT_MS = 15_000;
/** Prime, so that the requested fans are spread over all. */
const STRIDE = 7_919;

/** In milliseconds. */
export interface Latencies {
  calls: Array<{ name: string; ms: number }>;
  /** Durations from a user's connection until an administrator receives the online event. */
  presence: number[];
}

/**
 * Lets an administrator call, and users connect and disconnect, until `stop`; the durations are in `takeLatencies()`.
 */
export async function startBystanders(url: string, { db, pool }: Database, fans: number) {
  const sockets = createSocketOpener(() => url);
  const admin = await insertAdmin(db);
  const token = await insertSession(db, admin.id);
  let latencies = noLatencies();
  const failures: string[] = [];
  let isOver = false;

  async function call(method: string, path: string, body: object = {}): Promise<number> {
    const startedAt = performance.now();
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    if (!response.ok) failures.push(`${method} ${path} was answered ${response.status}`);
    return performance.now() - startedAt;
  }
  const CALLS: ReadonlyArray<[name: string, run: (fan: string) => Promise<number>]> = [
    ['list of users', () => call('POST', '/api/admin/users', { limit: 50 })],
    ['detail', (fan) => call('POST', `/api/admin/users/detail/${fan}`)],
    ['search that all match', () => call('POST', '/api/admin/users/search', { searchTerm: 'hâm mộ', filters: {} })],
    ['list of the chat', () => call('POST', '/api/admin/online-users', { search: '' })],
    ['disabling', (fan) => call('POST', `/api/admin/users/${fan}/disable`)],
    ['dashboard', () => call('POST', '/api/admin/dashboard-stats')],
  ];
  async function callOn(from: number): Promise<void> {
    for (let n = from; !isOver; n += 1) {
      const fan = fanId(1 + ((n * STRIDE) % fans));
      for (const [name, run] of CALLS) {
        latencies.calls.push({ name, ms: await run(fan) });
        await sleep(PAUSE_MS);
      }
    }
  }

  const watched = new Map<string, () => void>();
  const watcher = await sockets.open(token);
  watcher.on(userStatusChanged.name, ({ userId, isOnline }: { userId: string; isOnline: boolean }) => {
    if (isOnline) watched.get(userId)?.();
  });
  watcher.emit(adminConnected.name, admin.id);
  async function connectRepeatedly(): Promise<void> {
    // Fans may have been disabled meanwhile.
    for (let n = 1; !isOver; n += 1) {
      const id = `visitor-${n}`;
      await pool.query(`insert into users (id, username, email) values ($1, $1, $1 || '@example.test')`, [id]);
      const visitorToken = await insertSession(db, id);
      const startedAt = performance.now();
      const isPublished = new Promise<boolean>((resolve) => watched.set(id, () => resolve(true)));
      const socket = await sockets.open(visitorToken);
      if (await Promise.race([isPublished, sleep(EVENT_TIMEOUT_MS, false)])) {
        latencies.presence.push(performance.now() - startedAt);
      } else {
        failures.push(`no event said that ${id} is online`);
      }
      watched.delete(id);
      socket.disconnect();
      await sleep(PAUSE_MS);
    }
  }
  const running = Promise.all([callOn(0), callOn(1), connectRepeatedly()]);
  return {
    call,
    /** The durations since the previous call. */
    takeLatencies(): Latencies {
      const taken = latencies;
      latencies = noLatencies();
      return taken;
    },
    /** @returns the errors */
    async stop(): Promise<string[]> {
      isOver = true;
      await running;
      sockets.closeAll();
      return failures;
    },
  };
}

const noLatencies = (): Latencies => ({ calls: [], presence: [] });

/** Number of deadlocks that PostgreSQL has resolved in this database so far. */
export async function countDeadlocks(pool: Database['pool']): Promise<number> {
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 0;
}
