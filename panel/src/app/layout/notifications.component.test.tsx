import { getReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import {
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import { notificationAdded, notificationsCleared } from '@hai-dang/contract/notifications/notifications.events.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageSocket } from '../../testing/page-socket.ts';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { SAMPLE_NOTIFICATION, SAMPLE_REPORT_DETAIL } from '../../testing/samples.ts';
import { notificationPage, renderWholePanel } from '../../testing/whole-panel.tsx';

const SCREEN = '/admin/notifications';
const LOADED = { timeout: 10_000 };
const TEXT = 'Có báo cáo mới cần xử lý';

const notificationOf = (index: number, fields: Partial<Notification> = {}): Notification => ({
  ...SAMPLE_NOTIFICATION,
  _id: `n${index}`,
  reports: 'report',
  senderName: `Người gửi ${index}`,
  message: TEXT,
  createdAt: Date.parse('2026-11-20T00:00:00Z') + index * 60_000,
  ...fields,
});
/** From the newest to the first. */
const some = (count: number) => Array.from({ length: count }, (_, index) => notificationOf(count - index));

const items = page.getByRole('list', { name: 'Danh sách thông báo' }).getByRole('listitem');
const dialog = page.getByRole('alertdialog');
const toasts = () => [...document.querySelectorAll('[data-sonner-toast]')].map(({ textContent }) => textContent);
const hasToast = (text: string) => expect.poll(toasts, LOADED).toContainEqual(expect.stringContaining(text));
const bellShows = (unread: number) =>
  expect
    .element(
      page
        .getByRole('banner')
        .getByRole('link', { name: unread === 0 ? 'Thông báo' : `Thông báo, ${unread} chưa đọc`, exact: true }),
      LOADED,
    )
    .toBeInTheDocument();
/** The server's state, for a test to change. */
async function open(path: string, notifications: Notification[], isLive = true) {
  const server = { notifications, loads: 0, until: Promise.resolve() };
  const respond = () =>
    respondTo(listNotifications, async ({ body: { before, limit = 30 } }) => {
      server.loads += 1;
      await server.until;
      const start = before ? server.notifications.findIndex(({ _id }) => _id === before) + 1 : 0;
      const listed = notificationPage(
        server.notifications.slice(start, start + limit),
        server.notifications.length > start + limit,
      );
      const unreadCount = server.notifications.filter(({ read }) => !read).length;
      return { ...listed, data: { ...listed.data, unreadCount } };
    });
  await renderWholePanel(path, respond, isLive);
  return server;
}

describe('notifications: the screen', () => {
  test('sender, time and text; a press on one about a report → the report, and it is read', async () => {
    const read = vi.fn();
    respondTo(markNotificationRead, ({ params: { id } }) => {
      read(id);
      return { success: true };
    });
    respondTo(getReport, () => ({ success: true, data: SAMPLE_REPORT_DETAIL }));
    await open(SCREEN, [
      notificationOf(2, { createdAt: Date.parse('2026-11-20T17:05:00Z') }),
      notificationOf(1, { type: 'comment_report', senderName: null, message: null, reports: null, read: true }),
    ]);
    await bellShows(1);
    const [first, second] = [items.nth(0), items.nth(1)];
    await expect.element(first.getByText('Người gửi 2', { exact: true })).toBeVisible();
    await expect.element(first.getByText('00:05 - 21/11/2026')).toBeVisible();
    await expect.element(first.getByText(/Nhấn để xem chi tiết/)).toBeVisible();
    await expect.element(second.getByText('Hệ thống', { exact: true })).toBeVisible();
    expect(second.getByText(/Nhấn để xem chi tiết/).query()).toBeNull();
    expect(document.title).toMatch(/^\(1\) Thông báo · /);
    await second.getByRole('button', { name: /Báo cáo về bình luận/ }).click();
    expect(location.pathname).toBe(SCREEN);
    await first.getByRole('button', { name: new RegExp(TEXT) }).click();
    await expect.poll(() => location.pathname).toBe('/admin/reports/report');
    await bellShows(0);
    await expect.poll(() => document.title).not.toMatch(/^\(/);
    expect(read).toHaveBeenCalledExactlyOnceWith('n2');
  });

  test('one that cannot be opened or marked → says so, and the bell keeps it until it is', async () => {
    let isFailing = true;
    respondTo(markNotificationRead, () => {
      if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
      return { success: true };
    });
    await open(SCREEN, [notificationOf(1, { reports: null })]);
    const one = items.getByRole('button', { name: new RegExp(TEXT) });
    await one.click();
    await hasToast('Không thể mở nội dung này');
    await hasToast('Không thể đánh dấu đã đọc');
    await bellShows(1);
    isFailing = false;
    await one.click();
    await bellShows(0);
  });

  test('by keyboard: Escape keeps it, a failure keeps it, then it is deleted and the next has the focus', async () => {
    let isFailing = true;
    respondTo(deleteNotification, () => {
      if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
      return { success: true };
    });
    await open(SCREEN, some(2));
    const remove = items.nth(0).getByRole('button', { name: 'Xóa thông báo của Người gửi 2' });
    await expect.element(remove, LOADED).toBeVisible();
    remove.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('Bạn có chắc chắn muốn xóa thông báo này?')).toBeVisible();
    await expect.element(dialog.getByText(/Người gửi 2/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    const confirm = async () => {
      remove.element().focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(dialog).toBeVisible();
      dialog.getByRole('button', { name: 'Xóa' }).element().focus();
      await userEvent.keyboard('{Enter}');
    };
    await confirm();
    await hasToast('Không thể xóa thông báo');
    await expect.element(items).toHaveLength(2);
    isFailing = false;
    await confirm();
    await hasToast('Đã xóa thông báo');
    await expect.element(items).toHaveLength(1);
    await expect.element(items.getByRole('button').first()).toHaveFocus();
    await bellShows(1);
  });

  test('all marked, then all deleted → the bell has none, and each says so', async () => {
    respondTo(markAllNotificationsRead, () => ({ success: true }));
    respondTo(deleteAllNotifications, () => ({ success: true }));
    await open(SCREEN, some(3));
    await bellShows(3);
    await page.getByRole('button', { name: 'Đánh dấu tất cả đã đọc' }).click();
    await bellShows(0);
    await hasToast('Đã đánh dấu tất cả đã đọc');
    expect(page.getByText(/Nhấn để xem chi tiết/).elements()).toEqual([]);
    await page.getByRole('button', { name: 'Xóa tất cả thông báo' }).click();
    await expect.element(dialog.getByText('Bạn có chắc chắn muốn xóa tất cả 3 thông báo?')).toBeVisible();
    await dialog.getByRole('button', { name: 'Xóa tất cả', exact: true }).click();
    await expect.element(page.getByText('Không có thông báo nào')).toBeVisible();
    await hasToast('Đã xóa tất cả thông báo');
  });

  test('105 → the bell says 99+, and scrolling loads them to the end', async () => {
    await open(SCREEN, some(105));
    await bellShows(105);
    await expect.element(page.getByRole('banner').getByText('99+', { exact: true })).toBeVisible();
    expect(document.title).toMatch(/^\(99\+\) /);
    await expect
      .poll(() => {
        window.scrollBy(0, 4_000);
        return items.elements().length;
      }, LOADED)
      .toBe(105);
    await expect.element(page.getByText('Đã hiện tất cả thông báo')).toBeInTheDocument();
    await expect.element(items.nth(104).getByText('Người gửi 1', { exact: true })).toBeInTheDocument();
  });

  test('refetched at its end → goes on to the last', async () => {
    const held = Promise.withResolvers<void>();
    const server = await open(SCREEN, some(45));
    await expect.element(items, LOADED).toHaveLength(30);
    server.until = held.promise;
    const { loads } = server;
    pageSocket.cut();
    pageSocket.mend();
    await expect.poll(() => server.loads, LOADED).toBeGreaterThan(loads);
    window.scrollBy(0, 4_000);
    held.resolve();
    await expect.element(items, LOADED).toHaveLength(45);
    await expect.element(page.getByText('Đã hiện tất cả thông báo')).toBeInTheDocument();
  });

  test('without the id of an administrator → nothing is sent, and nothing is asked or said', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    localStorage.removeItem('adminId');
    await open(SCREEN, some(1), false);
    await bellShows(1);
    await items.getByRole('button', { name: /^Xóa/ }).click();
    await items.getByRole('button', { name: new RegExp(TEXT) }).click();
    await page.getByRole('button', { name: 'Đánh dấu tất cả đã đọc' }).click();
    expect(location.pathname).toBe(SCREEN);
    expect(dialog.query()).toBeNull();
    expect(toasts()).toEqual([]);
    await bellShows(1);
  });

  test('a list that cannot be loaded → says so, the bell has none; a retry loads it', async () => {
    let isFailing = true;
    await renderWholePanel(SCREEN, () =>
      respondTo(listNotifications, () => {
        if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
        return notificationPage(some(1));
      }),
    );
    await expect.element(page.getByRole('alert').getByText('Không thể tải thông báo'), LOADED).toBeVisible();
    await bellShows(0);
    isFailing = false;
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await bellShows(1);
    await expect.element(items).toHaveLength(1);
  });
});

describe('notifications: live', () => {
  const add = (index: number) =>
    pageSocket.emit(notificationAdded, {
      id: `n${index}`,
      notification: notificationOf(index, { senderName: 'Minh' }),
    });

  test('more while the toast is open → one toast with their count; after it a new one', async () => {
    await page.viewport(320, 800);
    onTestFinished(() => page.viewport(1280, 800));
    await open('/admin/dashboard', []);
    await bellShows(0);
    add(1);
    await hasToast('Minh');
    await userEvent.hover(document.querySelector('[data-sonner-toast]') ?? document.body);
    add(2);
    add(3);
    await hasToast('và 2 thông báo mới khác');
    expect(toasts()).toHaveLength(1);
    await userEvent.unhover(document.querySelector('[data-sonner-toast]') ?? document.body);
    await expect.poll(toasts, LOADED).toEqual([]);
    add(4);
    await hasToast('Minh');
    expect(toasts()[0]).not.toContain('thông báo mới khác');
  });

  test('one filed while disconnected → shown once after the reconnect; another reconnect shows nothing', async () => {
    const server = await open('/admin/dashboard', some(2));
    await bellShows(2);
    pageSocket.cut();
    server.notifications = [notificationOf(3, { senderName: 'Hoa' }), notificationOf(2)];
    pageSocket.mend();
    await hasToast('Hoa');
    expect(toasts()).toHaveLength(1);
    expect(toasts()[0]).not.toContain('thông báo mới khác');
    await bellShows(2);
    await expect.poll(toasts, LOADED).toEqual([]);
    const loadsBefore = server.loads;
    pageSocket.cut();
    pageSocket.mend();
    await expect.poll(() => server.loads, LOADED).toBeGreaterThan(loadsBefore);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(toasts()).toEqual([]);
  });

  test('all are deleted, after one that was filed since was shown → that one stays', async () => {
    const server = await open(SCREEN, some(2));
    await bellShows(2);
    add(3);
    await bellShows(3);
    server.notifications = [notificationOf(3)];
    pageSocket.emit(notificationsCleared, {});
    await bellShows(1);
    await expect.element(items).toHaveLength(1);
  });
});
