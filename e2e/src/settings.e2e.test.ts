import { expect, type Page } from '@playwright/test';
import { toast, waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { test } from './harness/test.ts';

const SCREEN = '/admin/settings';
const TITLE = 'Thiết lập';
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });
const step = (page: Page, number: number) => page.getByRole('group', { name: `Bậc ${number}`, exact: true });
const points = (page: Page, number: number) => step(page, number).getByRole('textbox', { name: 'Từ (điểm)' });
const days = (page: Page, number: number) => step(page, number).getByRole('textbox', { name: 'Số ngày' });
const save = (page: Page) => page.getByRole('button', { name: 'Lưu thiết lập' });
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
});
