import type { NotificationPage } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../lib/context.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { callOf } from '../testing/call-of.ts';
import {
  insertAdmin,
  insertAnnouncement,
  insertNotification,
  insertSession,
  insertUser,
} from '../testing/factories.ts';
import { openPlanReader } from '../testing/query-plan.ts';
import { announcementsStore } from './announcements.store.ts';
import { markNotificationRead } from './mark-notifications-read.ts';
import { notifyAdmins } from './notify-admins.ts';

const URL = '/api/admin/notifications';
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  const { db } = testApp.database;
  for (const table of ['notifications', 'announcements', 'notification_exceptions'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.updateTable('notification_marks').set({ read_before: '', cleared_before: '' }).execute();
  await db.deleteFrom('users').where('id', '<>', testApp.admin.id).execute();
});

const own = (fields?: Parameters<typeof insertNotification>[2]) =>
  insertNotification(testApp.database.db, testApp.admin.id, fields);
const announce = () =>
  inTransaction(testApp.services.app, (ctx) =>
    notifyAdmins(ctx, {
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

/** The same for another administrator. */
async function pageOf(id: string): Promise<NotificationPage> {
  const token = await insertSession(testApp.database.db, id, testApp.clock.now());
  const response = await testApp.send('POST', URL, { token, body: {} });
  expect(response.statusCode).toBe(200);
  return response.json().data;
}
/** An announcement of so many minutes ago. */
const announcedBefore = (minutes: number) =>
  insertAnnouncement(testApp.database.db, { id: v7({ msecs: Date.now() - minutes * 60_000 }) });

describe('notifyAdmins', () => {
  test('notifies every administrator by one row, of which each has an own state', async () => {
    const { db } = testApp.database;
    const second = await insertAdmin(db);
    await insertUser(db);
    await announce();
    expect(await db.selectFrom('announcements').select('id').execute()).toHaveLength(1);
    const expected = {
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
    };
    expect(await page()).toMatchObject(expected);
    const [id = ''] = idsOf(await page());
    expect((await testApp.post(`${URL}/${id}/mark-read`)).statusCode).toBe(200);
    expect(await page()).toMatchObject({ notifications: [{ _id: id, read: true }], unreadCount: 0 });
    expect(await pageOf(second.id)).toMatchObject(expected);
    expect((await testApp.send('DELETE', `${URL}/${id}`)).statusCode).toBe(200);
    expect(await page()).toMatchObject({ notifications: [], unreadCount: 0 });
    expect((await testApp.send('DELETE', `${URL}/${id}`)).statusCode).toBe(404);
    expect((await testApp.post(`${URL}/${id}/mark-read`)).statusCode).toBe(404);
    expect(await pageOf(second.id)).toMatchObject(expected);
  });

  test('an administrator has the announcements since the promotion, also those while disabled', async () => {
    const { db } = testApp.database;
    const { id } = await insertUser(db);
    await announcedBefore(1);
    const disabled = await insertAdmin(db, { is_disabled: true });
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute();
    await announce();
    expect(await pageOf(id)).toMatchObject({ notifications: [{ reports: 'báo-cáo-1' }], unreadCount: 1 });
    await db.updateTable('users').set({ is_disabled: false }).where('id', '=', disabled.id).execute();
    expect(await pageOf(disabled.id)).toMatchObject({ notifications: [{ reports: 'báo-cáo-1' }], unreadCount: 1 });
  });

  test('leaves nothing if the report is rolled back', async () => {
    const failing = inTransaction(testApp.services.app, async (ctx) => {
      await notifyAdmins(ctx, { reportId: 'x', senderName: null, senderAvatar: null });
      throw new Error('aborted');
    });
    await expect(failing).rejects.toThrow('aborted');
    expect(await page()).toMatchObject({ notifications: [], unreadCount: 0 });
  });

  test('writes no outbox without a further sink', async () => {
    await announce();
    for (const table of ['notification_outbox', 'announcement_outbox', 'announcement_changes'] as const) {
      expect(await testApp.database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test('gives increasing ids', async () => {
    for (let n = 0; n < 3; n += 1) {
      await announce();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const rows = await testApp.database.db.selectFrom('announcements').select(['id']).orderBy('id').execute();
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

  test('merges both kinds, newest first, without a gap between pages', async () => {
    const ids: string[] = [];
    for (let minutes = 9; minutes > 0; minutes -= 1) {
      const id = v7({ msecs: Date.now() - minutes * 60_000 });
      if (minutes % 3 === 0) await own({ id });
      else await insertAnnouncement(testApp.database.db, { id });
      ids.unshift(id);
    }
    expect(idsOf(await page({ limit: 4 }))).toEqual(ids.slice(0, 4));
    expect(idsOf(await page({ limit: 4, page: 2 }))).toEqual(ids.slice(4, 8));
    const rest = await page({ limit: 4, before: ids[4] });
    expect(idsOf(rest)).toEqual(ids.slice(5));
    expect(rest).toMatchObject({ pagination: { hasMore: false }, unreadCount: 9 });
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
    await announce();
    expect((await page({ limit: 1 })).unreadCount).toBe(1_000);
  });

  test('and the count use an index each, whatever is marked as read, decided or deleted', async () => {
    const { db, pool } = testApp.database;
    await sql`
      insert into users (id, username, email, role)
        select 'a' || n, 'A' || n, n || '@example.test', 'admin' from generate_series(1, 2000) n`.execute(db);
    // All but some of the oldest are decided, and of these all but one read.
    await sql`
      insert into announcements (id, type, report_id, is_handled, created_at)
        select overlay(gen_random_uuid()::text placing uuid_v7_time(now() - make_interval(secs => 40000 - n)) from 1 for 15),
          'new_report', 'r' || n, n > 100, now()
        from generate_series(1, 20000) n`.execute(db);
    await sql`
      insert into notification_exceptions (admin_id, announcement_id, is_deleted)
        select ${testApp.admin.id}, id, false from announcements where not is_handled and report_id <> 'r50'`.execute(
      db,
    );
    await sql`
      insert into notifications (id, admin_id, type, is_read, created_at)
        select 'own' || n, case when n % 10 = 0 then ${testApp.admin.id} else 'a' || (1 + n % 2000) end, 'note_mention', true,
          now()
        from generate_series(1, 10000) n`.execute(db);
    await pool.query('vacuum analyze announcements, notifications, notification_exceptions, notification_marks');
    const planOf = await openPlanReader(pool);
    const adminId = testApp.admin.id;
    const ofCount = await planOf((on) => announcementsStore.countUnreadUpTo(on, adminId, 1_000));
    expect(ofCount).toMatchObject({ isSorted: false, scanned: [] });
    expect(ofCount.indexes).toEqual(
      expect.arrayContaining(['announcements_unhandled', 'notification_exceptions_pkey', 'notifications_unread']),
    );
    for (const before of [null, 'z']) {
      const list = { adminId, limit: 31, offset: 0, before };
      const ofList = await planOf((on) => announcementsStore.findPage(on, list));
      expect(ofList.scanned).toEqual([]);
      expect(ofList.indexes).toEqual(expect.arrayContaining(['announcements_pkey', 'notifications_newest']));
    }
    expect((await page()).unreadCount).toBe(1);
  });
});

describe('notification_marks', () => {
  const states = async () => ({
    marks: await testApp.database.db.selectFrom('notification_marks').selectAll().execute(),
    exceptions: await testApp.database.db.selectFrom('notification_exceptions').selectAll().execute(),
  });
  const count = async () => (await page()).unreadCount;

  test('follow single changes once nothing is left below, and include the exceptions', async () => {
    const ids = [(await announcedBefore(30)).id, (await announcedBefore(20)).id, (await announcedBefore(10)).id];
    const [oldest = '', middle = '', newest = ''] = ids;
    await testApp.post(`${URL}/${middle}/mark-read`);
    expect((await states()).exceptions).toMatchObject([{ announcement_id: middle, is_deleted: false }]);
    await testApp.post(`${URL}/${oldest}/mark-read`);
    expect(await states()).toMatchObject({
      marks: [{ read_before: newest, cleared_before: oldest }],
      exceptions: [],
    });
    await testApp.send('DELETE', `${URL}/${oldest}`);
    await testApp.send('DELETE', `${URL}/${newest}`);
    expect(await states()).toMatchObject({
      marks: [{ cleared_before: middle }],
      exceptions: [{ announcement_id: newest, is_deleted: true }],
    });
    expect(idsOf(await page())).toEqual([middle]);
  });

  test('never pass an uncommitted announcement: it is unread, and listed, after all were read and deleted', async () => {
    const isFree = Promise.withResolvers<void>();
    const isWritten = Promise.withResolvers<void>();
    const earlier = inTransaction(testApp.services.app, async (ctx) => {
      const report = { reportId: 'earlier', senderName: null, senderAvatar: null };
      await notifyAdmins(ctx, report);
      isWritten.resolve();
      await isFree.promise;
    });
    await isWritten.promise;
    await announce();
    await testApp.post(`${URL}/mark-all-read`);
    expect(await count()).toBe(0);
    await testApp.send('DELETE', URL);
    isFree.resolve();
    await earlier;
    expect(await page()).toMatchObject({ notifications: [{ reports: 'earlier', read: false }], unreadCount: 1 });
  });

  test('of all replace the exceptions, and the audit log has the number', async () => {
    const { db } = testApp.database;
    const ids: string[] = [];
    for (let minutes = 20; minutes > 10; minutes -= 1) ids.push((await announcedBefore(minutes)).id);
    await testApp.post(`${URL}/mark-read`, { ids: ids.slice(5) });
    await announce();
    await testApp.post(`${URL}/mark-all-read`);
    expect((await states()).exceptions).toHaveLength(1);
    expect(await count()).toBe(0);
    await testApp.send('DELETE', URL);
    expect(await page()).toMatchObject({ notifications: [], unreadCount: 0 });
    const entries = db.selectFrom('audit_entries').select(['action', 'before', 'after']);
    const newest = await entries.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(2).execute();
    expect(newest).toMatchObject([
      { action: 'notification.delete_all', before: { count: 11 } },
      { action: 'notification.read_all', after: { count: 6 } },
    ]);
  });
});

describe('markNotificationRead, deleteNotification: a change of notifications', () => {
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
  ] as const)('of all leaves those of others unchanged: %s %s', async (method, url, left) => {
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
  ] as const)('of more than one statement can change is one change: %s', async (_what, method, url) => {
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

  test.each([
    ['one of the own', own],
    ['an announcement', () => announcedBefore(10)],
  ] as const)('made twice at once leaves one entry: of %s', async (_what, make) => {
    const { id } = await make();
    const mark = () => markNotificationRead(callOf(testApp.services.app, testApp.admin), id);
    await Promise.all([mark(), mark(), mark()]);
    const entries = await testApp.database.db
      .selectFrom('audit_entries')
      .select('id')
      .where('target_id', '=', id)
      .execute();
    expect(entries).toHaveLength(1);
  });
});
