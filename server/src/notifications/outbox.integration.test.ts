import os from 'node:os';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { deleteUser } from '../app/delete-user.ts';
import { createServices } from '../app/services.ts';
import { inTransaction } from '../lib/context.ts';
import { createDiskImageStore } from '../lib/images/image-store.ts';
import type { JobRunnerOptions } from '../lib/jobs/job-runner.ts';
import { createLogger } from '../lib/logger.ts';
import { noopPublisher } from '../lib/realtime/publisher.ts';
import { callOf } from '../testing/call-of.ts';
import { insertAdmin, insertAnnouncement } from '../testing/factories.ts';
import { createJobsClock, endPauses } from '../testing/jobs-clock.ts';
import { memorySink } from '../testing/memory-sink.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { deleteAllNotifications, deleteNotification } from './delete-notifications.ts';
import { resumeDeliveries } from './deliver-notifications.ts';
import { listNotifications } from './list-notifications.ts';
import { markAllNotificationsRead, markNotificationRead, markReportsRead } from './mark-notifications-read.ts';
import type { SyncChange } from './notifications.sink.ts';
import { notifyAdmins } from './notify-admins.ts';
import { addOwn } from './outbox.ts';

/** The time limit, also on a server that notices only by polling. */
const WITHIN = { timeout: 10_000 };
const OUTBOX_TABLES = ['notification_outbox', 'announcement_outbox', 'announcement_changes'] as const;
const log = createLogger({ level: 'silent' });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const setUp = () => {
  const clock = createTestClock();
  const memory = memorySink();
  const serve = (jobOverrides?: JobRunnerOptions['overrides']) => {
    const services = createServices({
      database,
      clock,
      images: createDiskImageStore(os.tmpdir()),
      publisher: noopPublisher,
      notificationSink: memory.sink,
      jobOverrides,
    });
    const { app, jobs } = services;
    const deliver = async () => {
      // First what has changed for all is written out for each, which enqueues deliveries behind its commits.
      for (let pass = 0; pass < 2; pass += 1) {
        await resumeDeliveries(app);
        await jobs.runDue();
      }
    };
    return { ...services, deliver };
  };
  return { clock, ...memory, serve, ...serve() };
};
let world: ReturnType<typeof setUp>;
let admin: { id: string; username: string; email: string; sessionId: string };
beforeEach(async () => {
  for (const table of [...OUTBOX_TABLES, 'announcements'] as const) await database.db.deleteFrom(table).execute();
  await database.pool.query('delete from pgboss.job');
  await database.db.deleteFrom('users').execute();
  world = setUp();
  admin = { ...(await insertAdmin(database.db)), sessionId: 'test' };
});
const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

const announce = (reportId: string) =>
  inTransaction(world.app, (ctx) => notifyAdmins(ctx, { reportId, senderName: 'Lan', senderAvatar: null }));
const call = () => callOf(world.app, admin);
async function waiting(): Promise<unknown[]> {
  const rows = await Promise.all(OUTBOX_TABLES.map((table) => database.db.selectFrom(table).selectAll().execute()));
  return rows.flat();
}
/** The administrator's list. */
const own = async () => (await listNotifications(call(), { page: 1, limit: 100 })).notifications;
/** Seconds until an administrator's entries are retried. */
async function pauseOf(adminId: string): Promise<number> {
  const { rows } = await database.pool.query<{ pause: number }>(
    `select extract(epoch from start_after - now())::float as pause from pgboss.job
      where name = 'notifications.deliver-announcements' and singleton_key = $1 and state = 'retry'`,
    [adminId],
  );
  return rows[0]?.pause ?? Number.NaN;
}
async function expectSame() {
  const rows = await own();
  const documents = world.stored.get(admin.id) ?? new Map();
  expect([...documents.keys()].sort()).toEqual(rows.map(({ _id }) => _id).sort());
  for (const { _id, read, reports } of rows) expect(documents.get(_id)).toMatchObject({ read, reports });
}

/** Lets the sink finish no new delivery before the gate is resolved. */
function holdDeliveries(): PromiseWithResolvers<void> {
  const gate = Promise.withResolvers<void>();
  world.state.held = gate.promise;
  return gate;
}

test('notification outbox: a change is delivered to the sink in its latest state, and leaves the outbox', async () => {
  await announce('r1');
  await announce('r2');
  const [first, second] = await own();
  if (!first || !second) throw new Error('two were announced');
  await world.deliver();
  await expectSame();
  await markNotificationRead(call(), first._id);
  await deleteNotification(call(), second._id);
  await world.deliver();
  await expectSame();
  expect(await waiting()).toEqual([]);
  await deleteAllNotifications(call());
  await world.deliver();
  expect(world.stored.get(admin.id)?.size).toBe(0);
});

test('markReportsRead: the sink receives each notification of the report as read', async () => {
  await announce('decided');
  await announce('open');
  await inTransaction(world.app, (ctx) => markReportsRead(ctx, ['decided'], null));
  await world.deliver();
  await expectSame();
  const documents = [...(world.stored.get(admin.id)?.values() ?? [])];
  expect(documents.map((content) => [content?.reports, content?.read]).sort()).toEqual([
    ['decided', true],
    ['open', false],
  ]);
});

test('notification outbox: a change that is rolled back leaves nothing in the outbox', async () => {
  const failing = inTransaction(world.app, async (ctx) => {
    await notifyAdmins(ctx, { reportId: 'r', senderName: null, senderAvatar: null });
    throw new Error('aborted');
  });
  await expect(failing).rejects.toThrow('aborted');
  expect(await waiting()).toEqual([]);
});

test('notification outbox: while the sink is unavailable nothing is lost; it is retried at growing intervals, at most every five minutes', async () => {
  world.state.isAway = true;
  await announce('r1');
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    await world.deliver();
    expect(await waiting()).toHaveLength(1);
    await world.deliver();
    expect(world.state.attempts).toBe(attempt);
    pauses.push(await pauseOf(admin.id));
    await endPauses(database);
  }
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThan(Math.min(5 * 2 ** index, 300) - 2);
    expect(pause).toBeLessThanOrEqual(Math.min(5 * 2 ** (index + 1), 300));
  }
  world.state.isAway = false;
  await world.deliver();
  await expectSame();
  expect(await waiting()).toEqual([]);
});

test('notification outbox: later changes wait behind a failed one, and administrators do not wait for each other', async () => {
  world.state.isAway = true;
  await announce('r1');
  await world.deliver();
  await announce('r2');
  const newcomer = await insertAdmin(database.db);
  await announce('r3');
  world.state.isAway = false;
  await world.deliver();
  expect(world.deliveries.map(({ adminId }) => adminId)).toEqual([newcomer.id]);
  await endPauses(database);
  await world.deliver();
  expect(world.deliveries[1]?.ids).toEqual((await own()).map(({ _id }) => _id).sort());
  await expectSame();
});

test('notification outbox: several servers deliver at once: never two for one administrator, and in the end all is delivered', async () => {
  const others = await Promise.all([insertAdmin(database.db), insertAdmin(database.db)]);
  world.state.delayMs = 5;
  const servers = [world, world.serve(), world.serve()];
  for (let round = 0; round < 10; round += 1) {
    await announce(`r${round}`);
    const [newest] = await own();
    await Promise.all([...servers.map(({ deliver }) => deliver()), newest && markNotificationRead(call(), newest._id)]);
  }
  await world.deliver();
  expect(world.state.overlapped).toBe(false);
  await expectSame();
  for (const { id } of others) expect(world.stored.get(id)?.size).toBe(10);
  expect(await waiting()).toEqual([]);
});

test('deliver: an administrator whom another server is serving does not delay the others', async () => {
  const others = await Promise.all([insertAdmin(database.db), insertAdmin(database.db)]);
  await announce('r');
  const slow = world.serve();
  const gate = holdDeliveries();
  const first = slow.deliver();
  await vi.waitFor(() => expect(world.state.isBusy()).toBe(true));
  world.state.held = Promise.resolve();
  await world.deliver();
  expect(world.deliveries).toHaveLength(others.length);
  gate.resolve();
  await first;
  expect(world.state.overlapped).toBe(false);
  expect(await waiting()).toEqual([]);
});

test('deliver: while the sink is slow no transaction is open', async () => {
  await announce('r');
  const gate = holdDeliveries();
  const delivery = world.deliver();
  await vi.waitFor(() => expect(world.state.isBusy()).toBe(true));
  const { rows } = await database.pool.query(
    `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(rows).toEqual([]);
  expect(world.state.isBusy()).toBe(true);
  gate.resolve();
  await delivery;
  await expectSame();
});

test('notification outbox: entries that a server was delivering when it was killed are delivered within a minute', async () => {
  await announce('r');
  const gate = holdDeliveries();
  // Its later log lines are ignored: only started jobs write any.
  const dying = world.deliver();
  await vi.waitFor(() => expect(world.state.isBusy()).toBe(true));
  world.state.held = Promise.resolve();
  const jobsClock = createJobsClock(database);
  const stop = await world.serve(jobsClock.overrides).jobs.start(log);
  await jobsClock.tick(MINUTE_MS);
  await vi.waitFor(expectSame, WITHIN);
  gate.resolve();
  await dying;
  expect(await waiting()).toEqual([]);
  await stop();
  await jobsClock.close();
});

test('notification outbox: entries without a job, such as those of a backup, are delivered', async () => {
  await announce('r');
  await vi.waitFor(async () => expect((await database.pool.query('delete from pgboss.job')).rowCount).toBe(1));
  await world.jobs.runDue();
  expect(world.deliveries).toEqual([]);
  await world.deliver();
  await expectSame();
});

test('notification outbox: an entry with a lower number that is committed later waits for the delivery in flight', async () => {
  const isFree = Promise.withResolvers<void>();
  const isWritten = Promise.withResolvers<void>();
  const earlier = inTransaction(world.app, async (ctx) => {
    await notifyAdmins(ctx, { reportId: 'earlier', senderName: null, senderAvatar: null });
    isWritten.resolve();
    await isFree.promise;
  });
  await isWritten.promise;
  await announce('later');
  const gate = holdDeliveries();
  const first = world.deliver();
  await vi.waitFor(() => expect(world.state.isBusy()).toBe(true));
  isFree.resolve();
  await earlier;
  await world.serve().deliver();
  gate.resolve();
  await first;
  expect(world.state.overlapped).toBe(false);
  expect(await waiting()).toEqual([]);
  await expectSame();
});

test('notification outbox: the notifications of a deleted administrator are deleted in the sink', async () => {
  const leaving = await insertAdmin(database.db);
  await announce('r1');
  await world.deliver();
  expect(world.stored.get(leaving.id)?.size).toBe(1);
  await deleteUser(call(), leaving.id);
  await world.jobs.runDue();
  await world.deliver();
  expect(world.stored.get(leaving.id)?.size).toBe(0);
  await expectSame();
});

test('notification outbox: a change for all is delivered in steps, for every administrator', async () => {
  const others = await Promise.all(Array.from({ length: 210 }, () => insertAdmin(database.db)));
  await announce('r1');
  await announce('r2');
  await inTransaction(world.app, (ctx) => markReportsRead(ctx, ['r1'], null));
  expect(await waiting()).toHaveLength(3);
  await world.deliver();
  expect(await waiting()).toEqual([]);
  for (const { id } of [admin, ...others]) {
    const contents = [...(world.stored.get(id)?.values() ?? [])];
    expect(contents.map((content) => [content?.reports, content?.read]).sort()).toEqual([
      ['r1', true],
      ['r2', false],
    ]);
  }
});

test('notification outbox: all read and all deleted: the sink has every announcement that they covered', async () => {
  for (let n = 0; n < 450; n += 1) {
    await insertAnnouncement(database.db, { id: v7({ msecs: Date.now() - 3_600_000 + n }) });
  }
  // The announcements count as delivered; the administrator is newer than they are.
  const rest = { read_before: '', cleared_before: '' };
  await database.db.updateTable('notification_marks').set(rest).where('admin_id', '=', admin.id).execute();
  await announce('new');
  await markAllNotificationsRead(call());
  expect(await waiting()).toHaveLength(2);
  await world.deliver();
  const documents = world.stored.get(admin.id) ?? new Map<string, SyncChange['content']>();
  expect([documents.size, [...documents.values()].every((content) => content?.read)]).toEqual([451, true]);
  await announce('later');
  await deleteAllNotifications(call());
  await world.deliver();
  expect([documents.size, await waiting()]).toEqual([0, []]);
});

test('notification outbox: while an administrator is disabled none is delivered, and changes are removed', async () => {
  const other = await insertAdmin(database.db);
  await announce('r1');
  await world.deliver();
  await database.db.updateTable('users').set({ is_disabled: true }).where('id', '=', other.id).execute();
  await announce('r2');
  await world.deliver();
  expect([...(world.stored.get(other.id)?.values() ?? [])].map((content) => content?.reports)).toEqual(['r1']);
  await inTransaction(world.app, (ctx) => markReportsRead(ctx, ['r1'], null));
  await world.deliver();
  expect(world.stored.get(other.id)?.size).toBe(0);
  await expectSame();
});

test('notification outbox: more entries than one delivery holds are delivered in their order', async () => {
  const ids = Array.from({ length: 450 }, (_, n) => `n${String(n).padStart(4, '0')}`);
  const rows = ids.map((id) => ({ id, admin_id: admin.id, type: 'new_report', created_at: world.clock.now() }));
  await database.db.insertInto('notifications').values(rows).execute();
  await inTransaction(world.app, (ctx) => addOwn(ctx, admin.id, ids));
  await world.deliver();
  expect(world.deliveries.flatMap((delivery) => delivery.ids)).toEqual(ids);
  expect(world.deliveries).toHaveLength(3);
});

test('start: delivers right after a commit, and delivers entries left by others', async () => {
  await announce('left');
  stops.push(await world.jobs.start(log));
  await vi.waitFor(expectSame, WITHIN);
  await announce('new');
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), WITHIN);
  await expectSame();
});

test('start: stop ends it after the delivery in flight, however many entries wait', async () => {
  const others = await Promise.all(Array.from({ length: 9 }, () => insertAdmin(database.db)));
  await announce('r');
  const gate = holdDeliveries();
  const stop = await world.jobs.start(log);
  await vi.waitFor(() => expect(world.state.isBusy()).toBe(true), WITHIN);
  const stopped = stop();
  gate.resolve();
  await stopped;
  expect(world.deliveries).toHaveLength(1);
  expect(await waiting()).toHaveLength(others.length);
});
