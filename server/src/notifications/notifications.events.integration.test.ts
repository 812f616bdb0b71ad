import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../lib/context.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertAnnouncement, insertNotification, insertSession } from '../testing/factories.ts';
import { createSocketOpener, listen } from '../testing/socket-client.ts';
import { untilStatementsWait } from '../testing/waiting-statements.ts';
import { markReportsRead } from './mark-notifications-read.ts';
import { notifyAdmins } from './notify-admins.ts';

/** An event may be late on a loaded machine. */
const WITHIN_MS = 15_000;
const URL = '/api/admin/notifications';
/** Longer than the delivery of a single event on this machine. */
const STILL_MS = 100;
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

type ReceivedEvent = Array<[name: string, payload: unknown]>;
function collect(socket: Socket): ReceivedEvent {
  const received: ReceivedEvent = [];
  socket.onAny((name: string, payload: unknown) => {
    if (name.startsWith('notification')) received.push([name, payload]);
  });
  return received;
}
const own = () => insertNotification(testApp.database.db, testApp.admin.id);
const wire = (id: string, read: boolean) => ({
  id,
  notification: expect.objectContaining({ _id: id, type: 'new_report', read, createdAt: expect.any(Number) }),
});

/** The sockets of the administrator and of another one, which have joined the administrators' room. */
async function listenInTwo(): Promise<{ mine: ReceivedEvent; others: ReceivedEvent }> {
  const other = await insertAdmin(testApp.database.db);
  const token = await insertSession(testApp.database.db, other.id, testApp.clock.now());
  const [mine, others] = await Promise.all([sockets.open(testApp.admin.token), sockets.open(token)]);
  await mine.timeout(WITHIN_MS).emitWithAck('admin_connected', testApp.admin.id);
  await others.timeout(WITHIN_MS).emitWithAck('admin_connected', other.id);
  return { mine: collect(mine), others: collect(others) };
}

test('markNotificationRead, deleteNotification: each change is emitted to the sockets of the account alone, and a repeated one emits nothing', async () => {
  const [first, second] = [await own(), await own()];
  const { mine, others } = await listenInTwo();
  for (let time = 0; time < 2; time += 1) {
    await testApp.post(`${URL}/${first.id}/mark-read`);
    await testApp.post(`${URL}/mark-all-read`);
    await testApp.send('DELETE', `${URL}/${first.id}`);
    await testApp.send('DELETE', URL);
  }
  await vi.waitFor(() => expect(mine).toHaveLength(4), WITHIN_MS);
  await sleep(STILL_MS);
  expect(mine).toEqual([
    ['notification_changed', wire(first.id, true)],
    ['notification_changed', wire(second.id, true)],
    ['notification_removed', { id: first.id }],
    ['notifications_cleared', {}],
  ]);
  expect(others).toEqual([]);
});

test('notifyAdmins: a new report notifies every administrator once, after its commit', async () => {
  const { mine, others } = await listenInTwo();
  const heardBeforeCommit = await inTransaction(testApp.services.app, async (ctx) => {
    await notifyAdmins(ctx, { reportId: 'r1', senderName: 'Lan', senderAvatar: null });
    await sleep(STILL_MS);
    return mine.length + others.length;
  });
  expect(heardBeforeCommit).toBe(0);
  await vi.waitFor(() => expect([mine.length, others.length]).toEqual([1, 1]), WITHIN_MS);
  for (const received of [mine, others]) expect(received[0]?.[0]).toBe('notification_added');
  expect(mine[0]?.[1]).toEqual(others[0]?.[1]);
  expect(mine[0]?.[1]).toMatchObject({ notification: { reports: 'r1', senderName: 'Lan', read: false } });
});

test('deleteAllNotifications: does not block new notifications, which stay', async () => {
  const { db, transact } = testApp.database;
  await own();
  const { mine } = await listenInTwo();
  const isFree = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  // Delays the commit of the deletion: its audit entry has to wait.
  const holding = transact(async (tx) => {
    await sql`lock table audit_entries in exclusive mode`.execute(tx);
    isHeld.resolve();
    await isFree.promise;
  });
  await isHeld.promise;
  const clearing = testApp.send('DELETE', URL);
  await untilStatementsWait(db, 1);
  await inTransaction(testApp.services.app, (ctx) =>
    notifyAdmins(ctx, { reportId: 'late', senderName: null, senderAvatar: null }),
  );
  isFree.resolve();
  await Promise.all([holding, clearing]);
  await vi.waitFor(() => expect(mine).toHaveLength(2), WITHIN_MS);
  // Clients fetch again after the second event: no lock can order what several servers publish.
  expect(mine.map(([name]) => name)).toEqual(['notification_added', 'notifications_cleared']);
  const { data } = (await testApp.post(URL)).json();
  expect(data).toMatchObject({ notifications: [{ reports: 'late', read: false }], unreadCount: 1 });
});

test('notification_changed: of an announcement is emitted to the caller; of a decided report, to all', async () => {
  const { id } = await insertAnnouncement(testApp.database.db, { report_id: 'r2' });
  const { mine, others } = await listenInTwo();
  await testApp.post(`${URL}/${id}/mark-read`);
  await vi.waitFor(() => expect(mine).toEqual([['notification_changed', wire(id, true)]]), WITHIN_MS);
  await inTransaction(testApp.services.app, (ctx) => markReportsRead(ctx, ['r2'], null));
  await vi.waitFor(() => expect(others).toEqual([['notification_changed', wire(id, true)]]), WITHIN_MS);
  await testApp.send('DELETE', `${URL}/${id}`);
  await vi.waitFor(() => expect(mine.at(-1)).toEqual(['notification_removed', { id }]), WITHIN_MS);
  await sleep(STILL_MS);
  expect(others).toHaveLength(1);
});

test('markReportsRead: of very many changed at once the newest hundred are published', async () => {
  const { db } = testApp.database;
  await db.deleteFrom('notifications').execute();
  const rows = Array.from({ length: 130 }, (_, n) => ({
    id: `n${String(n).padStart(3, '0')}`,
    admin_id: testApp.admin.id,
    type: 'new_report',
    created_at: testApp.clock.now(),
  }));
  await db.insertInto('notifications').values(rows).execute();
  const { mine } = await listenInTwo();
  await testApp.post(`${URL}/mark-all-read`);
  await vi.waitFor(() => expect(mine).toHaveLength(100), WITHIN_MS);
  await sleep(STILL_MS);
  expect(mine.map(([, payload]) => (payload as { id: string }).id)).toEqual(
    rows
      .slice(30)
      .map(({ id }) => id)
      .reverse(),
  );
});
