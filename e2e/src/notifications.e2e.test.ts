import { expect } from '@playwright/test';
import { createReporter } from './harness/filed-reports.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import {
  bell,
  items,
  NEW_REPORT,
  NOTIFICATIONS_TITLE,
  replaceNotifications,
  storedNotifications,
} from './harness/notifications.ts';
import { scrollDown, toast, urlOf, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';

const SCREEN = '/admin/notifications';
const LIST = '/api/admin/notifications';

test.describe('notifications', () => {
  test('show sender, time and text, and link to their report', async ({ panel }) => {
    const reporter = await createReporter(panel, 'Nguyễn Thị Lan');
    await replaceNotifications(panel, 1, () => ({ type: 'comment_report', sender_name: null, is_read: true }));
    const reportId = await reporter.file();
    const fromLan = panel.db.updateTable('announcements').where('report_id', '=', reportId);
    await fromLan.set({ created_at: new Date('2026-11-20T17:05:00Z') }).execute();
    const page = await panel.open(SCREEN);
    await waitForScreen(page, NOTIFICATIONS_TITLE);
    const [first, second] = [items(page).nth(0), items(page).nth(1)];
    await first.getByText('Nguyễn Thị Lan', { exact: true }).waitFor();
    await first.getByText('00:05 - 21/11/2026').waitFor();
    await first.getByText('Nhấn để xem chi tiết').waitFor();
    await second.getByText('Hệ thống', { exact: true }).waitFor();
    await second.getByText('Báo cáo về bình luận').waitFor();
    expect(await second.getByText('Nhấn để xem chi tiết').count()).toBe(0);
    await bell(page, 1).waitFor();
    await expect(page).toHaveTitle(/^\(1\) Thông báo · /);

    // One of another type is already read, and has no link.
    await second.getByRole('button', { name: 'Báo cáo về bình luận' }).click();
    expect(urlOf(page)).toBe(SCREEN);
    await first.getByRole('button', { name: NEW_REPORT }).click();
    await eventually(() => urlOf(page)).toBe(`/admin/reports/${reportId}`);
    await bell(page, 0).waitFor();
    await expect(page).not.toHaveTitle(/^\(/);
    const unread = async () => (await storedNotifications(panel)).filter((stored) => !stored.is_read);
    await eventually(unread).toEqual([]);
  });

  test('show an error when one cannot be opened or marked, and then stay unchanged', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    await replaceNotifications(panel, 1, () => ({ report_id: null }));
    const page = await panel.open(SCREEN);
    const mend = await spoil(page, /\/mark-read$/, { status: 500 });
    await items(page).getByRole('button', { name: NEW_REPORT }).click();
    await toast(page, 'Không thể mở nội dung này').waitFor();
    await toast(page, 'Không thể đánh dấu đã đọc').waitFor();
    await items(page).getByText('Nhấn để xem chi tiết').waitFor();
    await bell(page, 1).waitFor();
    await mend();
    await items(page).getByRole('button', { name: NEW_REPORT }).click();
    await bell(page, 0).waitFor();
  });

  test('are deleted one by one after a confirmation, by keyboard alone', BY_KEYBOARD, async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    await replaceNotifications(panel, 2);
    const page = await panel.open(SCREEN);
    await items(page).nth(1).waitFor();
    const dialog = page.getByRole('alertdialog');
    const remove = items(page).nth(0).getByRole('button', { name: 'Xóa thông báo của Người gửi 2' });
    await remove.focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('Bạn có chắc chắn muốn xóa thông báo này?').waitFor();
    await dialog.getByText('Người gửi 2').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await items(page).count()).toBe(2);

    const mend = await spoil(page, new RegExp(`^${LIST}/.`), { status: 500 });
    await remove.press('Enter');
    await dialog.getByRole('button', { name: 'Xóa' }).press('Enter');
    await toast(page, 'Không thể xóa thông báo').waitFor();
    expect(await items(page).count()).toBe(2);
    await mend();

    await remove.press('Enter');
    await dialog.getByRole('button', { name: 'Xóa' }).press('Enter');
    await toast(page, 'Đã xóa thông báo').waitFor();
    expect(await items(page).count()).toBe(1);
    await expect(items(page).nth(0).getByRole('button').nth(0)).toBeFocused();
    await bell(page, 1).waitFor();
  });

  test('are all marked and all deleted at once, with their count in the confirmation', async ({ panel }) => {
    await replaceNotifications(panel, 3);
    const page = await panel.open(SCREEN);
    await page.getByRole('button', { name: 'Đánh dấu tất cả đã đọc' }).click();
    await bell(page, 0).waitFor();
    await toast(page, 'Đã đánh dấu tất cả đã đọc').waitFor();
    expect(await page.getByText('Nhấn để xem chi tiết').count()).toBe(0);
    await page.getByRole('button', { name: 'Xóa tất cả thông báo' }).click();
    await page.getByRole('alertdialog').getByText('Bạn có chắc chắn muốn xóa tất cả 3 thông báo?').waitFor();
    await page.getByRole('button', { name: 'Xóa tất cả', exact: true }).click();
    await page.getByText('Không có thông báo nào').waitFor();
    await toast(page, 'Đã xóa tất cả thông báo').waitFor();
    expect(await panel.db.selectFrom('notifications').select('id').execute()).toEqual([]);
  });

  test('load more on scroll, to the end', async ({ panel }) => {
    await replaceNotifications(panel, 105);
    const page = await panel.open(SCREEN);
    await bell(page, 105).getByText('99+').waitFor();
    await expect(page).toHaveTitle(/^\(99\+\) /);
    await eventually(async () => {
      await scrollDown(page, 4_000);
      return items(page).count();
    }).toBe(105);
    await page.getByText('Đã hiện tất cả thông báo').waitFor();
    await items(page).nth(104).getByText('Người gửi 1', { exact: true }).waitFor();
  });

  test('load more when their end is already visible after a refetch', async ({ panel }) => {
    await replaceNotifications(panel, 45);
    const page = await panel.newPage();
    const secondLoad = Promise.withResolvers<() => void>();
    let loads = 0;
    await page.route(
      ({ pathname }) => pathname === LIST,
      async (route) => {
        loads += 1;
        if (loads === 2) await new Promise<void>((resolve) => secondLoad.resolve(resolve));
        await route.fallback();
      },
    );
    await page.goto(SCREEN);
    const release = await secondLoad.promise;
    await items(page).nth(29).waitFor();
    await scrollDown(page, 4_000);
    release();
    await expect(items(page)).toHaveCount(45);
    await page.getByText('Đã hiện tất cả thông báo').waitFor();
  });

  test('show an error when they cannot be loaded, for example on a legacy backend, and nothing else fails', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(404));
    await replaceNotifications(panel, 1);
    const page = await panel.newPage();
    const mend = await spoil(page, LIST, { status: 404, body: 'Cannot POST' });
    await page.goto(SCREEN);
    await page.getByRole('alert').getByText('Không thể tải thông báo').waitFor();
    await bell(page, 0).waitFor();
    await mend();
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await items(page).waitFor();
    await bell(page, 1).waitFor();
  });

  test('fetch nothing and show no error without an administrator’s id', async ({ panel }) => {
    panel.expectProblem(/No socket is opened/);
    await replaceNotifications(panel, 1);
    const page = await panel.newPage();
    await page.addInitScript(() => localStorage.removeItem('adminId'));
    await page.goto(SCREEN);
    await items(page).getByRole('button', { name: /^Xóa/ }).click();
    await items(page).getByRole('button', { name: NEW_REPORT }).click();
    await page.getByRole('button', { name: 'Đánh dấu tất cả đã đọc' }).click();
    await page.waitForLoadState('networkidle');
    expect(urlOf(page)).toBe(SCREEN);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
    await bell(page, 1).waitFor();
  });
});
