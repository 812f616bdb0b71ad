import type { Page } from '@playwright/test';
import type { Insertable } from 'kysely';
import type { Notifications } from '../../../server/src/lib/db/schema.generated.ts';
import { newId } from '../../../server/src/lib/ids.ts';
import { announcementsStore } from '../../../server/src/notifications/announcements.store.ts';
import { ownAdmin } from './data.ts';
import type { ServerAccess } from './server-test.ts';

export const NOTIFICATIONS_TITLE = 'Thông báo';
export const NEW_REPORT = 'Có báo cáo mới cần xử lý';

/** The administrator's notifications, as the server lists them. */
export const storedNotifications = async (panel: ServerAccess) =>
  announcementsStore.findPage(panel.db, {
    adminId: (await ownAdmin(panel)).id,
    limit: 1_000,
    offset: 0,
    before: null,
  });

/** Deletes all notifications and inserts `count` unread ones of the administrator, each newer than the one before. */
export async function replaceNotifications(
  panel: ServerAccess,
  count: number,
  fieldsOf: (index: number) => Partial<Insertable<Notifications>> = () => ({}),
) {
  for (const table of ['notifications', 'announcements', 'notification_exceptions'] as const) {
    await panel.db.deleteFrom(table).execute();
  }
  const owner = await ownAdmin(panel);
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    admin_id: owner.id,
    type: 'new_report',
    report_id: newId(),
    sender_name: `Người gửi ${index + 1}`,
    message: NEW_REPORT,
    created_at: new Date(Date.now() - (count - index) * 60_000),
    ...fieldsOf(index),
  }));
  if (rows.length > 0) await panel.db.insertInto('notifications').values(rows).execute();
  return rows;
}

/** The rows of the list on the screen. */
export const items = (page: Page) => page.getByRole('list', { name: 'Danh sách thông báo' }).getByRole('listitem');

/** The bell, by its label with the unread count. */
export const bell = (page: Page, unread: number) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: unread === 0 ? 'Thông báo' : `Thông báo, ${unread} chưa đọc`, exact: true });

/** The socket's frame after which a page receives events. */
export const JOINED = /^43\d+\[\{"success":true\}\]$/;

/** Waits until the page joins the administrators' room and fetches the list after that. Call before the action. */
export async function untilLive(page: Page, open: () => Promise<unknown>): Promise<void> {
  const joined = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => JOINED.test(String(payload))));
  await open();
  await joined;
  await page.waitForLoadState('networkidle');
}
