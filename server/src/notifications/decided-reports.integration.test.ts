import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import {
  insertAdmin,
  insertAnnouncement,
  insertNotification,
  insertReport,
  insertSession,
} from '../testing/factories.ts';
import { createSocketOpener, listen } from '../testing/socket-client.ts';

let testApp: TestApp;
let url: string;
let other: { id: string; token: string };
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
  const { id } = await insertAdmin(db());
  other = { id, token: await insertSession(db(), id, testApp.clock.now()) };
});
beforeEach(async () => {
  for (const table of ['notifications', 'announcements'] as const) await db().deleteFrom(table).execute();
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const statusUrl = (id: string) => `/api/reports/admin/${id}`;

/** A report of this subject and one of another: each announced, and as a server of the version before did, a row for each. */
async function announcedReport(itemId: string) {
  const report = await insertReport(db(), { itemType: 'Post', itemId });
  for (const adminId of [testApp.admin.id, other.id]) {
    await insertNotification(db(), adminId, { report_id: report.id });
    await insertNotification(db(), adminId);
  }
  await insertAnnouncement(db(), { report_id: report.id });
  await insertAnnouncement(db());
  return report;
}

async function unread(): Promise<number[]> {
  const counts = [testApp.admin.token, other.token].map(async (token) => {
    const response = await testApp.send('POST', '/api/admin/notifications/unread-count', { token, body: {} });
    return response.json().data.unreadCount;
  });
  return Promise.all(counts);
}

function changesOf(socket: Socket): unknown[] {
  const changes: unknown[] = [];
  socket.on('notification_changed', (payload: { notification: unknown }) => changes.push(payload.notification));
  return changes;
}

/** The changes that an administrator's socket receives. */
async function join({ id, token }: { id: string; token: string }): Promise<unknown[]> {
  const socket = await sockets.open(token);
  await socket.timeout(3_000).emitWithAck('admin_connected', id);
  return changesOf(socket);
}

test('setReportStatus: an open status marks the notifications of the caller as read, a final one those of all', async () => {
  const report = await announcedReport('decided');
  const [mine, others] = await Promise.all([join(testApp.admin), join(other)]);
  await testApp.post(statusUrl(report.id), { status: 'reviewing' });
  expect(await unread()).toEqual([2, 4]);
  await testApp.post(statusUrl(report.id), { status: 'resolved' });
  expect(await unread()).toEqual([2, 2]);
  const change = expect.objectContaining({ reports: report.id, read: true });
  // The last of the first is the announcement, which is published to all of them.
  await vi.waitFor(() =>
    expect([mine, others]).toEqual([
      [change, change, change],
      [change, change],
    ]),
  );
});

test('setReportStatus: a rejected call leaves the notifications unread', async () => {
  const report = await announcedReport('rejected');
  expect((await testApp.post(statusUrl(report.id), { status: 'resolved', version: 7 })).statusCode).toBe(409);
  expect(await unread()).toEqual([4, 4]);
});

test('deleteReport: marks the notifications of every administrator as read', async () => {
  const report = await announcedReport('deleted');
  await testApp.send('DELETE', statusUrl(report.id));
  expect(await unread()).toEqual([2, 2]);
});

test('startBulk: marks the notifications of every decided report as read', async () => {
  await announcedReport('case');
  await announcedReport('case');
  const target = { kind: 'content', subjects: [{ itemType: 'Post', itemId: 'case' }] };
  await testApp.post('/api/admin/bulk', { action: { kind: 'close_reports', outcome: 'rejected' }, target });
  await testApp.services.jobs.runDue();
  expect(await unread()).toEqual([4, 4]);
});

test('markReportsRead: of very many of one administrator the newest hundred are published', async () => {
  const report = await insertReport(db(), { itemType: 'Post', itemId: 'many' });
  const rows = Array.from({ length: 130 }, (_, n) => ({
    id: `n${String(n).padStart(3, '0')}`,
    admin_id: other.id,
    type: 'new_report',
    report_id: report.id,
    created_at: testApp.clock.now(),
  }));
  await db().insertInto('notifications').values(rows).execute();
  const changes = changesOf(await sockets.open(other.token));
  await testApp.post(statusUrl(report.id), { status: 'resolved' });
  await vi.waitFor(() => expect(changes).toHaveLength(100));
  expect((await unread())[1]).toBe(0);
});
