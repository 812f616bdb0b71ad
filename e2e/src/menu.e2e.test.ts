import { expect, type Page } from '@playwright/test';
import { createUser } from './harness/data.ts';
import { spoil } from './harness/guarded-page.ts';
import { waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, type Panel, test } from './harness/test.ts';

const NAME = 'Nguyễn Thị Mai';

const opener = (page: Page) => page.getByRole('button', { name: 'Thao tác với tài khoản' });
const menu = (page: Page) => page.getByRole('menu', { name: 'Thao tác với tài khoản' });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });
const isGone = (page: Page) => expect(menu(page)).toHaveCount(0);

async function openScreen(panel: Panel): Promise<Page> {
  const user = await createUser(panel.db, { username: NAME });
  const page = await panel.open(`/admin/users/${user.id}`);
  await waitForScreen(page, NAME);
  return page;
}

test.describe('account menu', () => {
  test('works with the keyboard alone', BY_KEYBOARD, async ({ panel }) => {
    const page = await openScreen(panel);
    const { keyboard } = page;
    await opener(page).focus();
    await keyboard.press('ArrowDown');
    await expect(item(page, 'Vô hiệu hóa')).toBeFocused();
    expect(await opener(page).getAttribute('aria-expanded')).toBe('true');
    for (const [key, focused] of [
      ['ArrowDown', 'Xóa tài khoản'],
      ['ArrowDown', 'Xử lý tài khoản'],
      ['ArrowDown', 'Vô hiệu hóa'],
      ['ArrowUp', 'Xử lý tài khoản'],
      ['Home', 'Vô hiệu hóa'],
      ['End', 'Xử lý tài khoản'],
      ['v', 'Vô hiệu hóa'],
      ['x', 'Xóa tài khoản'],
    ] as const) {
      await keyboard.press(key);
      await expect(item(page, focused), `${key} leads to ${focused}`).toBeFocused();
    }
    await keyboard.press('Escape');
    await isGone(page);
    await expect(opener(page)).toBeFocused();
    expect(await opener(page).getAttribute('aria-expanded')).toBe('false');

    await keyboard.press('ArrowUp');
    await expect(item(page, 'Xử lý tài khoản')).toBeFocused();
    await keyboard.press('Tab');
    await isGone(page);
    await expect(opener(page), 'the focus goes on').not.toBeFocused();
    await keyboard.press('Shift+Tab');
    await expect(opener(page), 'and comes back by one step').toBeFocused();

    await keyboard.press('Space');
    await expect(item(page, 'Vô hiệu hóa')).toBeFocused();
    await keyboard.press('Space');
    await page.getByRole('alertdialog').waitFor();
    await isGone(page);
    await keyboard.press('Escape');
    await expect(opener(page)).toBeFocused();
  });

  test('follows the arrow keys that are pressed while its code loads', BY_KEYBOARD, async ({ panel }) => {
    const page = await openScreen(panel);
    await spoil(page, /open-menu.*\.js$/, { delayMs: 1_000 });
    await opener(page).focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
    await expect(item(page, 'Xử lý tài khoản')).toBeFocused();
  });
});
