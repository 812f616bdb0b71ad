import { expect, type Page } from '@playwright/test';
import { createUser } from './harness/data.ts';
import { pressWhileComposing } from './harness/fields.ts';
import { paletteReady } from './harness/palette.ts';
import { createSubjects, fileReport, reportScreen, statusBox } from './harness/report-detail.ts';
import { BY_KEYBOARD, eventually, type Panel, test } from './harness/test.ts';

const pathOf = (page: Page) => new URL(page.url()).pathname;
const search = (page: Page) => page.getByRole('textbox', { name: 'Tìm kiếm người dùng' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Ra quyết định' });
const help = (page: Page) => page.getByRole('dialog', { name: 'Phím tắt' });

/** A screen whose keys work: their code is loaded with that of the palette, once the page is idle. */
async function openScreen(panel: Panel, path: string): Promise<Page> {
  const page = await panel.open(path);
  await paletteReady(page);
  return page;
}

test.describe('screens: keys', () => {
  test('g and a letter lead to another screen', BY_KEYBOARD, async ({ panel }) => {
    const page = await openScreen(panel, '/admin/audit');
    for (const [key, path] of [
      ['u', '/admin/users'],
      ['r', '/admin/reports'],
      ['c', '/admin/chat'],
      ['n', '/admin/notifications'],
      ['d', '/admin/dashboard'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await eventually(() => pathOf(page)).toBe(path);
      await page.locator('main h1').waitFor({ state: 'attached' });
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    }
  });

  test('on a report g d leads to the dashboard, and d alone decides', BY_KEYBOARD, async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const id = await fileReport(panel, { itemType: 'Post', itemId: post.id });
    const page = await openScreen(panel, reportScreen(id));
    await statusBox(page).waitFor();
    await page.keyboard.press('d');
    await sheet(page).waitFor();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await eventually(() => pathOf(page)).toBe('/admin/dashboard');
    await expect(sheet(page)).toHaveCount(0);
  });

  test('while typing, composing or held, and turned off, they do nothing', BY_KEYBOARD, async ({ panel }) => {
    await createUser(panel.db, { username: 'Gì Đó' });
    const page = await openScreen(panel, '/admin/users');
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await search(page).pressSequentially('gr');
    await expect(search(page)).toHaveValue('gr');
    await search(page).fill('');
    await search(page).evaluate((field: HTMLElement) => field.blur());
    await pressWhileComposing(page.locator('body'), 'g');
    await page.keyboard.press('r');
    await page.keyboard.down('g');
    await page.keyboard.down('g');
    await page.keyboard.up('g');
    expect(pathOf(page)).toBe('/admin/users');

    await page.keyboard.press('?');
    await help(page).getByText('Đến ô tìm kiếm của trang').waitFor();
    await help(page).getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.keyboard.press('/');
    await expect(search(page)).not.toBeFocused();
    expect(pathOf(page)).toBe('/admin/users');
  });
});
