import {
  deleteAllNotifications,
  deleteNotification,
  deleteNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationsRead,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type ConnectionState, panelSocket } from '../lib/socket.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { testListKeys } from '../testing/list-keys.tsx';
import { respondWithPreferences } from '../testing/preferences.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { SAMPLE_NOTIFICATION } from '../testing/samples.ts';
import { testStates } from '../testing/screen-states.tsx';
import { NotificationsScreen } from './notifications-screen.tsx';

const FAILED = 'Không thể tải thông báo';

const notificationOf = (index: number, fields: Partial<Notification> = {}): Notification => ({
  ...SAMPLE_NOTIFICATION,
  _id: `n${index}`,
  senderName: `Người gửi ${index}`,
  ...fields,
});
const LONG = notificationOf(2, { senderName: 'khôngcóchỗxuốngdòng'.repeat(12), read: true });

const pageOf = (notifications: Notification[], hasMore = false) => ({
  success: true as const,
  data: {
    notifications,
    pagination: { currentPage: 1, limit: 30, hasMore },
    unreadCount: notifications.filter(({ read }) => !read).length,
  },
});
const screen = () => <NotificationsScreen />;

testStates('NotificationsScreen', {
  render: screen,
  endpoint: listNotifications,
  filled: pageOf([notificationOf(1), LONG]),
  shows: 'Người gửi 1',
  empty: { response: pageOf([]), says: 'Không có thông báo nào' },
  loading: 'Đang tải thông báo...',
  failed: FAILED,
  hidesReason: true,
});

test('NotificationsScreen: a lost connection is named, one that is not made yet is not', async () => {
  const connection = panelSocket.state as unknown as { set: (state: ConnectionState) => void };
  const offline = 'Đang mất kết nối: thông báo mới sẽ hiện khi có lại kết nối';
  respondTo(listNotifications, () => pageOf([notificationOf(1)]));
  const page = await renderPanel(screen());
  await expect.element(page.getByText('Người gửi 1', { exact: true })).toBeVisible();
  expect(page.getByText(offline).elements()).toEqual([]);
  connection.set('connected');
  connection.set('disconnected');
  await expect.element(page.getByText(offline)).toBeVisible();
  connection.set('connected');
  await expect.element(page.getByText(offline)).not.toBeInTheDocument();
  connection.set('disconnected');
});

test('NotificationsScreen: a further page that fails leaves the rows, and a retry loads the rest', async () => {
  const first = Array.from({ length: 30 }, (_, index) => notificationOf(35 - index));
  let isFailing = true;
  respondTo(listNotifications, ({ body }) => {
    if (!body.before) return pageOf(first, true);
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return pageOf(Array.from({ length: 5 }, (_, index) => notificationOf(5 - index)));
  });
  const page = await renderPanel(screen());
  await expect.element(page.getByText('Người gửi 35', { exact: true })).toBeVisible();
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(page.getByRole('alert').getByText(FAILED)).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Thử lại' }).click();
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(page.getByText('Đã hiện tất cả thông báo')).toBeInTheDocument();
});

test('NotificationsScreen: one about a report names its reason and its subject', async () => {
  const subject = { itemType: 'Post', itemId: 'post', title: 'Bán vé giả', owner: 'Trang' };
  respondTo(listNotifications, () => pageOf([notificationOf(1, { subject, reason: 'harassment' })]));
  const page = await renderPanel(screen());
  await expect.element(page.getByText('Quấy rối – Bài viết “Bán vé giả” của Trang')).toBeVisible();
  await expect.element(page.getByText('Có báo cáo mới cần xử lý')).toBeVisible();
});

const WHERE = 'ởmộtnơinàođó'.repeat(9);
const CROWDED = notificationOf(1, {
  subject: { itemType: 'Post', itemId: 'post', title: WHERE, owner: WHERE },
  reason: 'harassment',
  senderName: 'Một người gửi có cái tên rất dài',
});
const REMINDER = notificationOf(3, { type: 'report_overdue', message: `Quá hạn xử lý: Spam – ${WHERE}`, read: true });

test.each([
  [1440, 56],
  [768, 56],
  [320, undefined],
])(
  'NotificationsScreen: %i px → two lines of 56 px where there is room, and what is cut is in the title',
  async (width, height) => {
    onTestFinished(() => page.viewport(1280, 800));
    await page.viewport(width, 900);
    respondTo(listNotifications, () => pageOf([CROWDED, REMINDER, LONG]));
    await renderPanel(screen());
    const rows = page.getByRole('listitem');
    await expect.element(rows).toHaveLength(3);
    for (const row of rows.elements()) {
      if (height !== undefined) expect(row.getBoundingClientRect().height).toBe(height);
      const { right, bottom } = row.getBoundingClientRect();
      for (const part of row.querySelectorAll<HTMLElement>('button, button > span > span, button bdi')) {
        expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(right);
        expect(part.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom);
        if (part.scrollWidth > part.clientWidth && part.className.includes('truncate')) {
          expect(part.closest('[title]')?.getAttribute('title')).toContain(part.textContent.replace('Chưa đọc. ', ''));
        }
      }
    }
    await expect.element(rows.nth(0).getByText('Nhấn để xem chi tiết')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('NotificationsScreen: 103 about one post → one row; opened, all are read; deleted, all are gone', async () => {
  const subject = { itemType: 'Post', itemId: 'post', title: 'Bán vé giả', owner: 'Trang' };
  let stored = Array.from({ length: 103 }, (_, index) =>
    notificationOf(103 - index, { subject, reports: 'report', reason: index % 2 ? 'spam' : 'harassment' }),
  );
  respondTo(listNotifications, ({ body: { before, limit = 30 } }) => {
    const start = before ? stored.findIndex(({ _id }) => _id === before) + 1 : 0;
    const listed = pageOf(stored.slice(start, start + limit), stored.length > start + limit);
    return { ...listed, data: { ...listed.data, unreadCount: stored.filter(({ read }) => !read).length } };
  });
  respondTo(markNotificationsRead, ({ body: { ids } }) => {
    stored = stored.map((one) => (ids.includes(one._id) ? { ...one, read: true } : one));
    return { success: true };
  });
  respondTo(deleteNotifications, ({ body: { ids } }) => {
    stored = stored.filter(({ _id }) => !ids.includes(_id));
    return { success: true };
  });
  const page = await renderPanel(screen());
  await expect.element(page.getByText('103 báo cáo về bài viết “Bán vé giả” của Trang')).toBeVisible();
  await expect.element(page.getByRole('listitem')).toHaveLength(1);
  await expect.element(page.getByText(/Quấy rối, Spam/)).toBeVisible();
  await expect.element(page.getByText(/và 102 người khác/)).toBeVisible();
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /103 báo cáo/ })
    .first()
    .click();
  await expect.poll(() => location.pathname).toBe('/admin/reports/report');
  await expect.poll(() => stored.every(({ read }) => read)).toBe(true);
  await page.getByRole('button', { name: /^Xóa 103 thông báo về/ }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText('Bạn có chắc chắn muốn xóa 103 thông báo này?')).toBeVisible();
  await question.getByRole('button', { name: 'Xóa' }).click();
  await expect.element(page.getByText('Không có thông báo nào')).toBeVisible();
  expect(stored).toEqual([]);
});

test('NotificationsScreen: reminders of 40 overdue subjects → one row, which opens the list of these', async () => {
  const stored = Array.from({ length: 40 }, (_, index) =>
    notificationOf(40 - index, {
      type: 'report_overdue',
      reports: `report-${index}`,
      subject: { itemType: 'Post', itemId: `post-${index}`, title: `Bài ${index}`, owner: 'Trang' },
    }),
  );
  respondTo(listNotifications, ({ body: { before, limit = 40 } }) => {
    const start = before ? stored.findIndex(({ _id }) => _id === before) + 1 : 0;
    return pageOf(stored.slice(start, start + limit), stored.length > start + limit);
  });
  respondTo(markNotificationsRead, () => ({ success: true }));
  const page = await renderPanel(screen());
  const text = '40 đối tượng bị báo cáo quá hạn xử lý';
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByText('Bài viết “Bài 0” của Trang và 39 đối tượng khác')).toBeVisible();
  await expect.element(page.getByRole('listitem')).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: `Xóa thông báo: ${text}` })).toBeVisible();
  await page
    .getByRole('button', { name: new RegExp(`: .*${text}`) })
    .first()
    .click();
  await expect.poll(() => location.pathname + location.search).toBe('/admin/reports?overdue=1&sort=due&group=1');
});

test('NotificationsScreen: one that cannot be opened or marked says so and stays unread', async () => {
  respondTo(listNotifications, () => pageOf([notificationOf(1)]));
  let isFailing = true;
  respondTo(markNotificationRead, () => {
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return { success: true };
  });
  const page = await renderPanel(screen());
  const open = page.getByRole('listitem').getByRole('button', { name: /^Người gửi 1: / });
  await open.click();
  await expect.element(page.getByText('Không thể mở nội dung này')).toBeVisible();
  await expect.element(page.getByText('Không thể đánh dấu đã đọc')).toBeVisible();
  await expect.element(page.getByText(/Nhấn để xem chi tiết/)).toBeVisible();
  await expect.element(page.getByText('1 chưa đọc')).toBeVisible();
  isFailing = false;
  await open.click();
  await expect.element(page.getByText('Không có thông báo chưa đọc')).toBeVisible();
});

test('NotificationsScreen: a deletion that fails says so, and the notification stays', async () => {
  respondTo(listNotifications, () => pageOf([notificationOf(1)]));
  respondTo(deleteNotification, () => {
    throw new ErrorResponse('INTERNAL_ERROR');
  });
  const page = await renderPanel(screen());
  await page.getByRole('button', { name: 'Xóa thông báo của Người gửi 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa' }).click();
  await expect.element(page.getByText('Không thể xóa thông báo')).toBeVisible();
  await expect.element(page.getByText('Người gửi 1', { exact: true })).toBeVisible();
});

test('NotificationsScreen: all are marked and deleted, and each step is accessible', async () => {
  respondTo(listNotifications, () => pageOf([notificationOf(1), LONG]));
  respondTo(markAllNotificationsRead, () => ({ success: true }));
  respondTo(deleteAllNotifications, () => ({ success: true }));
  respondWithPreferences();
  const page = await renderPanel(screen());
  const sound = page.getByRole('switch', { name: 'Âm báo khi có thông báo mới' });
  const isOn = sound.element().getAttribute('aria-checked') === 'true';
  await sound.click();
  await expect.element(sound).toHaveAttribute('aria-checked', String(!isOn));
  await page.getByRole('button', { name: 'Đánh dấu tất cả đã đọc' }).click();
  await expect.element(page.getByText('Đã đánh dấu tất cả đã đọc')).toBeVisible();
  await expectAccessible('a toast above notifications');
  await page.getByRole('button', { name: 'Xóa tất cả thông báo' }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText('Bạn có chắc chắn muốn xóa tất cả 2 thông báo?')).toBeVisible();
  await expectAccessible('the question before notifications are deleted');
  await question.getByRole('button', { name: 'Xóa tất cả' }).click();
  await expect.element(page.getByText('Không có thông báo nào')).toBeVisible();
});

testListKeys('NotificationsScreen', {
  render: screen,
  respond: () =>
    respondTo(listNotifications, () => pageOf([1, 2, 3].map((index) => notificationOf(index, { read: true })))),
  row: 'main li',
});
