import { expect, type Page } from '@playwright/test';
import { createReports, REPORTS_SCREEN, reportRow, reportTable } from './harness/report-list.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';

/** The reporter of the focused row. */
const focusedReporter = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-row]')?.querySelector('bdi')?.textContent ?? '');

test.describe('report list by keyboard', () => {
  test('? shows the keys, and they can be turned off permanently', BY_KEYBOARD, async ({ panel }) => {
    await createReports(panel, 4);
    const page = await panel.open(REPORTS_SCREEN);
    await reportRow(page, 'Người báo 04').waitFor();
    expect(await reportTable(page).getAttribute('aria-keyshortcuts')).toContain('J');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Phím tắt' });
    await dialog.waitFor();
    const statusKey = (key: number, status: string) =>
      `${key}Đặt trạng thái “${status}” (cho tất cả báo cáo đã chọn, nếu có)`;
    expect(await dialog.locator('dl > div').allTextContents()).toEqual([
      'jkDòng sau / trước trong danh sách',
      'EnterMở dòng đang chọn',
      'oMở báo cáo đang chọn, hoặc báo cáo đầu tiên',
      'xSpaceChọn hoặc bỏ chọn',
      statusKey(1, 'Chờ xử lý'),
      statusKey(2, 'Đang xem xét'),
      statusKey(3, 'Đã xử lý'),
      statusKey(4, 'Từ chối'),
      'g dDashboard',
      'g uQuản lý người dùng',
      'g rBáo cáo',
      'g cChat',
      'g nThông báo',
      'Ctrl+KTìm nhanh',
      '/Đến ô tìm kiếm của trang',
      '?Xem các phím tắt',
      'zXem và hoàn tác việc vừa làm',
    ]);
    await page.keyboard.press('j');
    expect(await focusedReporter(page)).toBe('');
    await dialog.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await reportRow(page, 'Người báo 04').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    expect(await focusedReporter(page)).toBe('');
    expect(await dialog.count()).toBe(0);
    expect(await reportTable(page).getAttribute('aria-keyshortcuts')).toBeNull();
    await page.getByRole('button', { name: 'Phím tắt' }).click();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Đóng' }).click();
    await page.keyboard.press('j');
    await eventually(() => focusedReporter(page)).toBe('Người báo 04');
  });
});
