import { expect, type Page } from '@playwright/test';
import { FONT_SHIFT, shifted, watchShifts } from './harness/layout-shifts.ts';
import { waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { BY_KEYBOARD, test } from './harness/test.ts';

const SETTINGS = { path: '/admin/settings', title: 'Thiết lập' };
const UNREAD = 'Gợi ý cho trang này, chưa đọc';
const READ = 'Gợi ý cho trang này';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const hint = (page: Page, title: string) => page.getByRole('dialog', { name: title });

test(
  'screen hint: stays dismissed for this screen alone, and leads to the section of the guide',
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
    await expect(button(page, 'Đã hiểu')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(hint(page, SETTINGS.title)).toHaveCount(0);
    await button(page, READ).waitFor();
    await page.reload();
    await button(page, READ).waitFor();
    await page.getByRole('link', { name: 'Quy tắc', exact: true }).click();
    await button(page, UNREAD).click();
    await hint(page, 'Quy tắc').getByRole('link', { name: 'Đọc hướng dẫn' }).click();
    await waitForScreen(page, 'Hướng dẫn');
    const section = page.getByRole('heading', { level: 2, name: 'Quy tắc' });
    await expect(section).toBeFocused();
    await expect(section).toBeInViewport();
    await page.goBack();
    await button(page, READ).waitFor();
  },
);
