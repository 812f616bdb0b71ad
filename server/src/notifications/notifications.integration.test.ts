import type { NotificationPage } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertNotification, insertSession, insertUser } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/waiting-statements.ts';

const URL = '/api/admin/notifications';
const CONTEXT = { requestId: 'test', address: '127.0.0.1', userAgent: 'test' };
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  const { db } = testApp.database;
  await db.deleteFrom('notifications').execute();
  await db.deleteFrom('users').where('id', '<>', testApp.admin.id).execute();
});

const own = (fields?: Parameters<typeof insertNotification>[2]) =>
  insertNotification(testApp.database.db, testApp.admin.id, fields);
const announce = () =>
  testApp.database.transact((tx) =>
    testApp.services.notifications.notifyAdmins(tx, {
      reportId: 'báo-cáo-1',
      senderName: 'Lan',
      senderAvatar: '/media/lan.webp',
    }),
  );
async function page(body: object = {}): Promise<NotificationPage> {
  const response = await testApp.post(URL, body);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}
const idsOf = ({ notifications }: NotificationPage) => notifications.map(({ _id }) => _id);

describe('notifyAdmins', () => {
  test('notifies every administrator who can sign in, and nobody else', async () => {
    const { db } = testApp.database;
    const second = await insertAdmin(db);
    await insertAdmin(db, { is_disabled: true });
    await insertUser(db);
    await announce();
    const rows = await db.selectFrom('notifications').selectAll().orderBy('admin_id').execute();
    expect(rows.map(({ admin_id }) => admin_id)).toEqual([testApp.admin.id, second.id].sort());
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
    expect(await page()).toMatchObject({
      notifications: [
        {
          type: 'new_report',
          reports: 'báo-cáo-1',
          read: false,
          createdAt: testApp.clock.now().getTime(),
          senderName: 'Lan',
          senderAvatar: 'http://localhost/media/lan.webp',
          message: 'Có báo cáo mới cần xử lý',
        },
      ],
      pagination: { currentPage: 1, limit: 30, hasMore: false },
      unreadCount: 1,
    });
  });

  test('leaves nothing if the report is rolled back', async () => {
    const failing = testApp.database.transact(async (tx) => {
      await testApp.services.notifications.notifyAdmins(tx, { reportId: 'x', senderName: null, senderAvatar: null });
      throw new Error('aborted');
    });
    await expect(failing).rejects.toThrow('aborted');
    expect(await page()).toMatchObject({ notifications: [], unreadCount: 0 });
  });

  test('waits for an administrator who is being deleted, and notifies the others', async () => {
    const { db, transact } = testApp.database;
    const leaving = await insertAdmin(db);
    const deletion = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const deleting = transact(async (tx) => {
      await tx.deleteFrom('users').where('id', '=', leaving.id).execute();
      isHeld.resolve();
      await deletion.promise;
    });
    await isHeld.promise;
    const announcing = announce();
    await untilStatementsWait(db, 1);
    deletion.resolve();
    await Promise.all([deleting, announcing]);
    const rows = await db.selectFrom('notifications').select('admin_id').execute();
    expect(rows).toEqual([{ admin_id: testApp.admin.id }]);
  });

  test('writes no outbox without a further sink', async () => {
    await announce();
    expect(await testApp.database.db.selectFrom('notification_outbox').selectAll().execute()).toEqual([]);
  });

  test('gives increasing ids', async () => {
    for (let n = 0; n < 3; n += 1) {
      await announce();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const rows = await testApp.database.db.selectFrom('notifications').select(['id']).orderBy('id').execute();
    const shown = idsOf(await page());
    expect(shown).toEqual(rows.map(({ id }) => id).reverse());
  });
});

describe('listNotifications', () => {
  test('is paged by number and by the last id, newest first', async () => {
    const all: string[] = [];
    for (let n = 0; n < 7; n += 1) all.unshift((await own()).id);
    const first = await page({ limit: 3 });
    expect(idsOf(first)).toEqual(all.slice(0, 3));
    expect(first.pagination).toEqual({ currentPage: 1, limit: 3, hasMore: true });
    expect(idsOf(await page({ limit: 3, page: 2 }))).toEqual(all.slice(3, 6));
    // New notifications shift numbered pages, but not this one.
    await own();
    const rest = await page({ limit: 10, before: all[2] });
    expect(idsOf(rest)).toEqual(all.slice(3));
    expect(rest.pagination.hasMore).toBe(false);
  });

  test("shows and counts only the caller's", async () => {
    const other = await insertAdmin(testApp.database.db);
    await insertNotification(testApp.database.db, other.id);
    expect(await page()).toMatchObject({ notifications: [], unreadCount: 0 });
  });

  test('counts the unread up to 1000', async () => {
    const rows = Array.from({ length: 1_005 }, (_, n) => ({
      id: `0${String(n).padStart(6, '0')}`,
      admin_id: testApp.admin.id,
      type: 'new_report',
      is_read: n === 0,
      created_at: testApp.clock.now(),
    }));
    await testApp.database.db.insertInto('notifications').values(rows).execute();
    expect((await page({ limit: 1 })).unreadCount).toBe(1_000);
    expect((await testApp.post(`${URL}/unread-count`)).json()).toEqual({ success: true, data: { unreadCount: 1_000 } });
  });
});

describe('a change of notifications', () => {
  test.each([
    ['POST', (id: string) => `${URL}/${id}/mark-read`],
    ['DELETE', (id: string) => `${URL}/${id}`],
  ] as const)('of another account is rejected with 404: %s', async (method, urlOf) => {
    const other = await insertAdmin(testApp.database.db);
    const { id } = await insertNotification(testApp.database.db, other.id);
    const response = await testApp.send(method, urlOf(id));
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'NOTIFICATION_NOT_FOUND', message: 'Không tìm thấy thông báo' });
    const left = await testApp.database.db.selectFrom('notifications').select(['id', 'is_read']).execute();
    expect(left).toEqual([{ id, is_read: false }]);
  });

  test.each([
    ['POST', `${URL}/mark-all-read`, 1],
    ['DELETE', URL, 1],
  ] as const)("of all leaves the others' alone: %s %s", async (method, url, left) => {
    const other = await insertAdmin(testApp.database.db);
    await insertNotification(testApp.database.db, other.id);
    await own();
    await own();
    expect((await testApp.send(method, url)).statusCode).toBe(200);
    expect((await page()).unreadCount).toBe(0);
    const token = await insertSession(testApp.database.db, other.id, testApp.clock.now());
    const theirs = await testApp.send('POST', URL, { token, body: {} });
    expect(theirs.json().data).toMatchObject({ unreadCount: left });
  });

  test.each([
    ['mark-all-read', 'POST', `${URL}/mark-all-read`],
    ['delete all', 'DELETE', URL],
  ] as const)('of more than one statement can do is one change: %s', async (_what, method, url) => {
    const { db } = testApp.database;
    await sql`
      insert into notifications (id, admin_id, type, created_at)
      select 'n' || n, ${testApp.admin.id}, 'new_report', now() from generate_series(1, 12000) n`.execute(db);
    expect((await testApp.send(method, url)).statusCode).toBe(200);
    expect((await page()).unreadCount).toBe(0);
    const newest = await db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(newest?.before ?? newest?.after).toEqual({ count: 12_000 });
  });

  test('made twice at once leaves one entry', async () => {
    const { id } = await own();
    const caller = { ...testApp.admin, email: '', sessionId: '', role: 'admin' as const };
    const mark = () => testApp.services.notifications.markNotificationRead(id, caller, CONTEXT);
    await Promise.all([mark(), mark(), mark()]);
    const entries = await testApp.database.db
      .selectFrom('audit_entries')
      .select('id')
      .where('target_id', '=', id)
      .execute();
    expect(entries).toHaveLength(1);
  });
});
