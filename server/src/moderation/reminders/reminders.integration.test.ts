import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertAdmin, insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';

const HOUR_MS = 3_600_000;
let testApp: TestApp;
let url: string;
let colleague: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
  colleague = (await insertAdmin(db())).id;
});
beforeEach(async () => {
  await remind();
  await db().deleteFrom('notifications').execute();
});
afterAll(async () => {
  sockets.closeAll();
  await testApp.close();
});

const db = () => testApp.database.db;
const remind = () => testApp.services.reminders.remindOfDue();
const advance = (hours: number) => testApp.clock.advance(hours * HOUR_MS);
const adminToken = () => insertSession(db(), testApp.admin.id, testApp.clock.now());

/** Files a report of a new post as spam, which is due in a day. @returns its id, and the notification of it is deleted */
async function file(title: string): Promise<string> {
  const [author, reporter] = [await insertUser(db()), await insertUser(db())];
  const { id: itemId } = await insertPost(db(), author.id, { title });
  const token = await insertSession(db(), reporter.id, testApp.clock.now());
  const body = { itemType: 'Post', reportedItem: itemId, reason: 'spam', description: 'Bài này làm phiền tôi' };
  const response = await testApp.send('POST', '/api/reports/create', { token, body });
  expect(response.statusCode).toBe(201);
  await db().deleteFrom('notifications').execute();
  return response.json().data._id;
}
const notifications = () =>
  db().selectFrom('notifications').select(['admin_id', 'type', 'report_id', 'message', 'is_read']).execute();

describe('remindOfDue', () => {
  test('at the end of the time: every administrator is notified once, with reason and object, live', async () => {
    const reportId = await file('Bán vé giả');
    advance(23.9);
    await remind();
    expect(await notifications()).toEqual([]);
    advance(0.1);
    const socket = await sockets.open(await adminToken());
    const received: unknown[] = [];
    socket.on('notification_added', ({ notification }) => received.push(notification));
    await remind();
    await remind();
    const expected = {
      type: 'report_overdue',
      report_id: reportId,
      message: 'Quá hạn xử lý: Spam và quảng cáo – Bán vé giả',
      is_read: false,
    };
    expect(await notifications()).toEqual(
      expect.arrayContaining([testApp.admin.id, colleague].map((admin_id) => ({ ...expected, admin_id }))),
    );
    expect(await notifications()).toHaveLength(2);
    await vi.waitFor(() =>
      expect(received).toMatchObject([{ type: 'report_overdue', reports: reportId, read: false }]),
    );
  });

  test('half of the time: the assignee alone is notified, once', async () => {
    const reportId = await file('Đang được xử lý');
    const row = await db()
      .selectFrom('reports')
      .select(['subject_type', 'subject_id'])
      .where('id', '=', reportId)
      .executeTakeFirstOrThrow();
    const path = `/api/admin/subjects/${row.subject_type}/${row.subject_id}/assign`;
    const assigned = await testApp.send('POST', path, { token: await adminToken(), body: { assigneeId: 'me' } });
    expect(assigned.statusCode).toBe(200);
    advance(12);
    await remind();
    await remind();
    const { id: admin_id } = testApp.admin;
    const message = 'Đã qua nửa hạn xử lý: Spam và quảng cáo – Đang được xử lý';
    expect(await notifications()).toEqual([
      { admin_id, type: 'report_half_due', report_id: reportId, message, is_read: false },
    ]);
  });

  test('half of the time: nobody is notified of what nobody handles', async () => {
    const reportId = await file('Nửa hạn');
    advance(13);
    await remind();
    expect((await notifications()).filter(({ report_id }) => report_id === reportId)).toEqual([]);
  });

  test('after all servers were down for days, of everything that became due meanwhile', async () => {
    const ids = [await file('Một'), await file('Hai'), await file('Ba')];
    advance(240);
    await remind();
    const found = (await notifications()).filter(
      ({ admin_id, report_id }) => admin_id === colleague && ids.includes(report_id ?? ''),
    );
    expect(found.map(({ report_id }) => report_id).toSorted()).toEqual(ids.toSorted());
  });

  test('by several servers at once: one reminds', async () => {
    await file('Nhiều máy chủ');
    advance(25);
    await Promise.all([remind(), remind(), remind()]);
    expect(await notifications()).toHaveLength(2);
  });

  test('of what was decided in time nobody is reminded, and of what was undone at its new time', async () => {
    const reportId = await file('Đã xử lý');
    const set = async (status: string) =>
      testApp.send('POST', `/api/reports/admin/${reportId}`, { token: await adminToken(), body: { status } });
    await set('resolved');
    advance(30);
    await remind();
    expect(await notifications()).toEqual([]);
    expect((await set('pending')).statusCode).toBe(200);
    advance(23);
    await remind();
    expect(await notifications()).toEqual([]);
    advance(1);
    await remind();
    expect(await notifications()).toHaveLength(2);
  });

  test('a decision on the subject marks its reminders as read, at every administrator', async () => {
    const reportId = await file('Xử lý muộn');
    advance(25);
    await remind();
    const token = await adminToken();
    const detail = (await testApp.send('POST', `/api/reports/admin/detail/${reportId}`, { token, body: {} })).json()
      .data;
    const subject = { itemType: 'Post', itemId: detail.reportedItem._id };
    const path = `/api/admin/subjects/Post/${subject.itemId}`;
    const { version } = (await testApp.send('POST', path, { token, body: {} })).json().data;
    const body = { subject, outcome: 'no_violation', actions: [], version };
    expect((await testApp.send('POST', '/api/admin/decisions', { token, body })).statusCode).toBe(201);
    expect((await notifications()).map(({ is_read }) => is_read)).toEqual([true, true]);
  });
});
