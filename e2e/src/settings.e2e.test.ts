import { expect, type Page } from '@playwright/test';
import { failedRequest } from './harness/guarded-page.ts';
import { toast, waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { BY_KEYBOARD, test } from './harness/test.ts';

const SCREEN = '/admin/settings';
const TITLE = 'Thiết lập';
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });
const step = (page: Page, number: number) => page.getByRole('group', { name: `Bậc ${number}`, exact: true });
const points = (page: Page, number: number) => step(page, number).getByRole('textbox', { name: 'Từ (điểm)' });
const days = (page: Page, number: number) => step(page, number).getByRole('textbox', { name: 'Số ngày' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const save = (page: Page) => button(page, 'Lưu thiết lập');
const hiding = (page: Page) => page.getByRole('checkbox', { name: 'Ẩn tạm nội dung bị nhiều người báo cáo' });

async function openScreen(page: Page): Promise<Page> {
  await page.goto(SCREEN);
  await waitForScreen(page, TITLE);
  return page;
}

test.describe('settings', () => {
  test('are changed, with an error at each invalid field; others see it, and the audit log has it', async ({
    panel,
  }) => {
    const page = await openScreen(await panel.newPage());
    const other = await openScreen(await newPageOfOther(panel, 'Quản trị Bình'));
    await other.waitForLoadState('networkidle');
    await expect(save(page)).toBeDisabled();
    await expect(points(page, 3)).toHaveValue('9');
    await expect(step(page, 3).getByRole('combobox', { name: 'Đề xuất' })).toHaveValue('disable');
    await points(page, 2).fill('3');
    await days(page, 1).fill('bảy');
    await field(page, 'Hạn xử lý khiếu nại').fill('0');
    await field(page, 'Số người báo cáo khác nhau').fill('1');
    await save(page).click();
    for (const text of [
      'Số ngày tạm khóa từ 1 đến 365',
      'Hạn xử lý từ 1 đến 720 giờ',
      'Số người báo cáo từ 2 đến 100',
    ]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    await expect(days(page, 1)).toBeFocused();
    await days(page, 1).fill('5');
    await field(page, 'Hạn xử lý khiếu nại').fill('24');
    await field(page, 'Số người báo cáo khác nhau').fill('4');
    await save(page).click();
    await step(page, 2).getByText('Mỗi bậc cần nhiều điểm hơn bậc trước').waitFor();
    await expect(points(page, 2)).toBeFocused();
    await points(page, 2).fill('5');
    await hiding(page).check();
    await save(page).click();
    await toast(page, 'Đã lưu thiết lập').waitFor();
    await expect(save(page)).toBeDisabled();

    await expect(days(other, 1)).toHaveValue('5');
    await expect(points(other, 2)).toHaveValue('5');
    await expect(field(other, 'Hạn xử lý khiếu nại')).toHaveValue('24');
    await expect(hiding(other)).toBeChecked();
    await page.goto('/admin/audit?type=settings');
    const entry = page.locator('[data-row]').filter({ hasText: 'Sửa thiết lập' }).first();
    await entry.getByRole('button', { name: 'Chi tiết' }).click();
    await entry.getByRole('row', { name: 'Hạn xử lý khiếu nại (giờ) 48 24' }).waitFor();
    await entry.getByRole('row', { name: 'Ẩn tạm nội dung bị báo cáo nhiều Không Có' }).waitFor();
  });

  test('a step is added, filled in and removed by keyboard alone, up to six steps', BY_KEYBOARD, async ({ panel }) => {
    const page = await openScreen(await panel.newPage());
    await button(page, 'Xóa bậc 3').focus();
    await page.keyboard.press('Enter');
    await expect(step(page, 3)).toHaveCount(0);
    await expect(button(page, 'Thêm bậc')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(points(page, 3)).toBeFocused();
    await page.keyboard.type('12');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('60');
    await page.keyboard.press('Enter');
    await toast(page, 'Đã lưu thiết lập').waitFor();
    for (let number = 4; number <= 6; number += 1) await button(page, 'Thêm bậc').press('Enter');
    await page.getByText('Đã đủ 6 bậc').waitFor();
    await button(page, 'Thêm bậc').press('Enter');
    await expect(step(page, 7)).toHaveCount(0);
    await page.reload();
    await expect(points(page, 3)).toHaveValue('12');
    await expect(days(page, 3)).toHaveValue('60');
  });

  test('two administrators change them: the second sees the change of the first, and loses nothing', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(409));
    const first = await openScreen(await panel.newPage());
    const second = await openScreen(await newPageOfOther(panel, 'Quản trị Bình'));
    await second.waitForLoadState('networkidle');
    await field(second, 'Thời hạn khiếu nại').fill('60');
    await field(first, 'Thời hạn khiếu nại').fill('14');
    await save(first).click();
    const conflict = second.getByRole('alert');
    await conflict.getByText('Khiếu nại trong 14 ngày, xử lý trong 48 giờ').waitFor();
    await expect(field(second, 'Thời hạn khiếu nại')).toHaveValue('60');
    await expect(save(second)).toBeDisabled();
    await conflict.getByRole('button', { name: 'Giữ bản của tôi' }).click();
    await save(second).click();
    await expect(field(first, 'Thời hạn khiếu nại')).toHaveValue('60');

    // Saved at the same time: the change event may come late, the response does not.
    await field(second, 'Thời hạn khiếu nại').fill('90');
    await panel.db.updateTable('moderation_settings').set({ version: 9, appeal_days: 7 }).execute();
    await save(second).click();
    await conflict.getByText('Khiếu nại trong 7 ngày, xử lý trong 48 giờ').waitFor();
    await conflict.getByRole('button', { name: 'Lấy bản mới' }).click();
    await expect(field(second, 'Thời hạn khiếu nại')).toHaveValue('7');
    await expect(save(second)).toBeDisabled();
  });
});
