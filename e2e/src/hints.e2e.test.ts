import { expect, type Page } from '@playwright/test';
import { FONT_SHIFT, shifted, watchShifts } from './harness/layout-shifts.ts';
import { openPalette } from './harness/palette.ts';
import { waitForScreen } from './harness/screens.ts';
import { newPageOfOther, openAsOther } from './harness/second-admin.ts';
import { BY_KEYBOARD, NARROW, test } from './harness/test.ts';

const SETTINGS = { path: '/admin/settings', title: 'Thiết lập', text: /^Thiết lập áp dụng cho mọi quản trị viên/ };
const UNREAD = 'Gợi ý cho trang này, chưa đọc';
const READ = 'Gợi ý cho trang này';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const hint = (page: Page) => page.getByRole('dialog', { name: SETTINGS.title });

test.describe('screen hint', () => {
  test(
    'is marked until it has been dismissed, for this screen alone, and stays dismissed',
    BY_KEYBOARD,
    async ({ panel }) => {
      const page = await newPageOfOther(panel, 'Nguoi Moi');
      await watchShifts(page);
      await page.goto(SETTINGS.path);
      await waitForScreen(page, SETTINGS.title);
      await button(page, UNREAD).waitFor();
      expect(await shifted(page)).toBeLessThan(FONT_SHIFT);
      await button(page, UNREAD).focus();
      await page.keyboard.press('Enter');
      await hint(page).getByText(SETTINGS.text).waitFor();
      await expect(button(page, 'Đã hiểu')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(hint(page)).toHaveCount(0);
      await expect(button(page, UNREAD)).toBeFocused();

      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(hint(page)).toHaveCount(0);
      await expect(button(page, READ)).toBeFocused();
      await page.reload();
      await button(page, READ).waitFor();
      await page.getByRole('link', { name: 'Nhật ký', exact: true }).click();
      await button(page, UNREAD).waitFor();
    },
  );

  test('leads to the section of the guide, which has no hint', async ({ panel }) => {
    const page = await openAsOther(panel, SETTINGS.path, 'Nguoi Moi');
    await button(page, UNREAD).click();
    await hint(page).getByRole('link', { name: 'Đọc hướng dẫn' }).click();
    await waitForScreen(page, 'Hướng dẫn');
    await expect(page.getByRole('heading', { level: 2, name: SETTINGS.title })).toBeFocused();
    await expect(page.getByRole('heading', { level: 2, name: SETTINGS.title })).toBeInViewport();
    await expect(button(page, READ)).toHaveCount(0);
    await page.goBack();
    await button(page, READ).waitFor();
  });

  test('is in the palette on a phone', async ({ panel }) => {
    const page = await panel.open(SETTINGS.path, { viewport: NARROW });
    await waitForScreen(page, SETTINGS.title);
    await openPalette(page);
    await page.keyboard.type('goi y');
    await page.getByRole('option', { name: READ }).click();
    await hint(page).getByText(SETTINGS.text).waitFor();
  });
});
