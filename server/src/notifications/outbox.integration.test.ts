import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createServices } from '../app/services.ts';
import { createDiskImageStore } from '../lib/images/image-store.ts';
import { createLogger } from '../lib/logger.ts';
import { silentPublisher } from '../lib/realtime/publisher.ts';
import { insertAdmin } from '../testing/factories.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { NotificationSink, SyncChange } from './notifications.sink.ts';

const SECOND_MS = 1_000;
const CONTEXT = { requestId: 'test', address: '127.0.0.1', userAgent: 'test' };
const log = createLogger({ level: 'silent' });

/** A place that keeps what it is given, one document for each notification, and can be made to be away. */
function memorySink() {
  const stored = new Map<string, Map<string, SyncChange['content']>>();
  const deliveries: Array<{ adminId: string; ids: string[] }> = [];
  const inUse = new Set<string>();
  const state = {
    isAway: false,
    delayMs: 0,
    /** What the deliveries that begin now wait for. */
    held: Promise.resolve(),
    overlapped: false,
    isBusy: () => inUse.size > 0,
  };
  const sink: NotificationSink = {
    name: 'memory',
    async deliver(adminId, changes) {
      if (inUse.has(adminId)) state.overlapped = true;
      inUse.add(adminId);
      await state.held;
      await sleep(state.delayMs);
      inUse.delete(adminId);
      if (state.isAway) throw new Error('away');
      deliveries.push({ adminId, ids: changes.map(({ notificationId }) => notificationId) });
      const documents = stored.get(adminId) ?? new Map<string, SyncChange['content']>();
      for (const { notificationId, content } of changes) {
        if (content) documents.set(notificationId, content);
        else documents.delete(notificationId);
      }
      stored.set(adminId, documents);
    },
  };
  return { sink, stored, deliveries, state };
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const setUp = () => {
  const clock = createTestClock();
  const memory = memorySink();
  const serve = () => {
    const services = createServices({
      database,
      clock,
      images: createDiskImageStore(os.tmpdir()),
      publisher: silentPublisher,
      notificationSink: memory.sink,
    });
    if (!services.outbox) throw new Error('no outbox');
    return { ...services, outbox: services.outbox };
  };
  return { clock, ...memory, serve, ...serve() };
};
let world: ReturnType<typeof setUp>;
let admin: { id: string; username: string; email: string; sessionId: string };
beforeEach(async () => {
  await database.db.deleteFrom('notification_outbox').execute();
  await database.db.deleteFrom('job_leases').execute();
  await database.db.deleteFrom('users').execute();
  world = setUp();
  admin = { ...(await insertAdmin(database.db)), sessionId: 'test' };
});
const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

const announce = (reportId: string) =>
  database.transact((tx) => world.notifications.notifyAdmins(tx, { reportId, senderName: 'Lan', senderAvatar: null }));
const waiting = () => database.db.selectFrom('notification_outbox').selectAll().orderBy('id').execute();
const own = () => database.db.selectFrom('notifications').selectAll().where('admin_id', '=', admin.id).execute();
async function expectSame() {
  const rows = await own();
  const documents = world.stored.get(admin.id) ?? new Map();
  expect([...documents.keys()].sort()).toEqual(rows.map(({ id }) => id).sort());
  for (const row of rows) expect(documents.get(row.id)).toMatchObject({ read: row.is_read, reports: row.report_id });
}

/** Lets the sink finish no delivery that begins from now on before the gate is resolved. */
function holdDeliveries(): PromiseWithResolvers<void> {
  const gate = Promise.withResolvers<void>();
  world.state.held = gate.promise;
  return gate;
}

test('what has changed reaches the sink as it is by then, and leaves the outbox', async () => {
  await announce('r1');
  await announce('r2');
  const [first, second] = await own();
  if (!first || !second) throw new Error('two were announced');
  await world.outbox.deliverOutbox(log);
  await expectSame();
  await world.notifications.markNotificationRead(first.id, admin, CONTEXT);
  await world.notifications.deleteNotification(second.id, admin, CONTEXT);
  await world.outbox.deliverOutbox(log);
  await expectSame();
  expect(await waiting()).toEqual([]);
  await world.notifications.deleteAllNotifications(admin, CONTEXT);
  await world.outbox.deliverOutbox(log);
  expect(world.stored.get(admin.id)?.size).toBe(0);
});

test('markReportsRead: the sink receives each notification of the report as read', async () => {
  await announce('decided');
  await announce('open');
  await database.transact((tx) => world.notifications.markReportsRead(tx, ['decided'], null));
  await world.outbox.deliverOutbox(log);
  await expectSame();
  const documents = [...(world.stored.get(admin.id)?.values() ?? [])];
  expect(documents.map((content) => [content?.reports, content?.read]).sort()).toEqual([
    ['decided', true],
    ['open', false],
  ]);
});

test('a change that is given up leaves nothing in the outbox', async () => {
  const failing = database.transact(async (tx) => {
    await world.notifications.notifyAdmins(tx, { reportId: 'r', senderName: null, senderAvatar: null });
    throw new Error('given up');
  });
  await expect(failing).rejects.toThrow('given up');
  expect(await waiting()).toEqual([]);
});

test('while the sink is away nothing is lost; it is asked ever more seldom, at most every five minutes', async () => {
  world.state.isAway = true;
  await announce('r1');
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await world.outbox.deliverOutbox(log);
    const [head] = await waiting();
    if (!head) throw new Error('lost');
    expect(head.attempts).toBe(attempt + 1);
    pauses.push((head.next_attempt_at.getTime() - world.clock.now().getTime()) / SECOND_MS);
    world.clock.set(new Date(head.next_attempt_at.getTime() - 1));
    await world.outbox.deliverOutbox(log);
    expect((await waiting())[0]?.attempts).toBe(attempt + 1);
    world.clock.advance(1);
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  world.state.isAway = false;
  await world.outbox.deliverOutbox(log);
  await expectSame();
  expect(await waiting()).toEqual([]);
});

test('what comes later waits behind what failed, and one administrator does not wait for another', async () => {
  world.state.isAway = true;
  await announce('r1');
  await world.outbox.deliverOutbox(log);
  await announce('r2');
  const newcomer = await insertAdmin(database.db);
  await announce('r3');
  world.state.isAway = false;
  await world.outbox.deliverOutbox(log);
  expect(world.deliveries.map(({ adminId }) => adminId)).toEqual([newcomer.id]);
  world.clock.advance(5 * SECOND_MS);
  await world.outbox.deliverOutbox(log);
  expect(world.deliveries[1]?.ids).toEqual((await own()).map(({ id }) => id).sort());
  await expectSame();
});

test('several servers deliver at once: never two for one administrator, and in the end all is told', async () => {
  const others = await Promise.all([insertAdmin(database.db), insertAdmin(database.db)]);
  world.state.delayMs = 5;
  const servers = [world, world.serve(), world.serve()];
  for (let round = 0; round < 10; round += 1) {
    await announce(`r${round}`);
    const [newest] = await own();
    await Promise.all([
      ...servers.map(({ outbox }) => outbox.deliverOutbox(log)),
      newest && world.notifications.markNotificationRead(newest.id, admin, CONTEXT),
    ]);
  }
  await world.outbox.deliverOutbox(log);
  expect(world.state.overlapped).toBe(false);
  await expectSame();
  for (const { id } of others) expect(world.stored.get(id)?.size).toBe(10);
  expect(await waiting()).toEqual([]);
});

test('deliverOutbox: an administrator whom another server serves keeps nobody else waiting', async () => {
  const others = await Promise.all([insertAdmin(database.db), insertAdmin(database.db)]);
  await announce('r');
  const slow = world.serve();
  const gate = holdDeliveries();
  const first = slow.outbox.deliverOutbox(log);
  await vi.waitFor(() => expect(world.state.isBusy()).toBe(true));
  world.state.held = Promise.resolve();
  await world.outbox.deliverOutbox(log);
  expect(world.deliveries).toHaveLength(others.length);
  gate.resolve();
  await first;
  expect(world.state.overlapped).toBe(false);
  expect(await waiting()).toEqual([]);
});

test('deliverOutbox: while the sink is slow no transaction is open', async () => {
  await announce('r');
  const gate = holdDeliveries();
  const delivery = world.outbox.deliverOutbox(log);
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

test('deliverOutbox: entries of a server that was killed go out once its lease has ended', async () => {
  await announce('r');
  await database.db
    .insertInto('job_leases')
    .values({ name: `outbox:${admin.id}`, due_at: new Date(Date.now() + 1_500) })
    .execute();
  await world.outbox.deliverOutbox(log);
  expect(world.deliveries).toEqual([]);
  await vi.waitFor(async () => {
    await world.outbox.deliverOutbox(log);
    await expectSame();
  }, 5_000);
});

test('deliverOutbox: a lease that ended during a delivery leaves the entries to its new holder', async () => {
  await announce('r');
  const gate = holdDeliveries();
  const delivery = world.outbox.deliverOutbox(log);
  await vi.waitFor(() => expect(world.state.isBusy()).toBe(true));
  const until = new Date(Date.now() + 60_000);
  await database.db.updateTable('job_leases').set({ due_at: until }).where('name', '=', `outbox:${admin.id}`).execute();
  gate.resolve();
  await delivery;
  expect(await waiting()).toHaveLength(1);
});

test('what took its number earlier but was committed later waits for the delivery under way', async () => {
  const isFree = Promise.withResolvers<void>();
  const isWritten = Promise.withResolvers<void>();
  const earlier = database.transact(async (tx) => {
    await world.notifications.notifyAdmins(tx, { reportId: 'earlier', senderName: null, senderAvatar: null });
    isWritten.resolve();
    await isFree.promise;
  });
  await isWritten.promise;
  await announce('later');
  const gate = holdDeliveries();
  const first = world.outbox.deliverOutbox(log);
  await vi.waitFor(() => expect(world.state.isBusy()).toBe(true));
  isFree.resolve();
  await earlier;
  await world.serve().outbox.deliverOutbox(log);
  gate.resolve();
  await first;
  expect(world.state.overlapped).toBe(false);
  expect(await waiting()).toEqual([]);
  await expectSame();
});

test('the notifications of an administrator who is deleted leave the sink', async () => {
  const leaving = await insertAdmin(database.db);
  await announce('r1');
  await world.outbox.deliverOutbox(log);
  expect(world.stored.get(leaving.id)?.size).toBe(1);
  await world.users.deleteUser(leaving.id, admin, CONTEXT);
  await world.jobs.runDue();
  await world.outbox.deliverOutbox(log);
  expect(world.stored.get(leaving.id)?.size).toBe(0);
  await expectSame();
});

test('more than fit into one delivery go out in their order', async () => {
  const ids = Array.from({ length: 450 }, (_, n) => `n${String(n).padStart(4, '0')}`);
  const rows = ids.map((id) => ({ id, admin_id: admin.id, type: 'new_report', created_at: world.clock.now() }));
  await database.db.insertInto('notifications').values(rows).execute();
  await database.transact((tx) =>
    world.outbox.add(
      tx,
      ids.map((notificationId) => ({ adminId: admin.id, notificationId })),
    ),
  );
  await world.outbox.deliverOutbox(log);
  expect(world.deliveries.flatMap((delivery) => delivery.ids)).toEqual(ids);
  expect(world.deliveries).toHaveLength(3);
});

test('once started it delivers right after a commit, and takes up what others have left', async () => {
  await announce('left');
  stops.push(world.outbox.start(log));
  await vi.waitFor(expectSame);
  await announce('new');
  await vi.waitFor(async () => expect(await waiting()).toEqual([]));
  await expectSame();
});

test('start: stopping ends the loop after the delivery in flight, however many entries wait', async () => {
  const others = await Promise.all(Array.from({ length: 9 }, () => insertAdmin(database.db)));
  await announce('r');
  const gate = holdDeliveries();
  const stop = world.outbox.start(log);
  await vi.waitFor(() => expect(world.state.isBusy()).toBe(true));
  const stopped = stop();
  gate.resolve();
  await stopped;
  expect(world.deliveries).toHaveLength(1);
  expect(await waiting()).toHaveLength(others.length);
});
