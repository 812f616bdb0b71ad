import { expect, type Page } from '@playwright/test';
import { createUser } from './harness/data.ts';
import { spoil } from './harness/guarded-page.ts';
import { waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, NARROW, type Panel, test } from './harness/test.ts';

const NAME = 'Nguyễn Thị Mai';

const opener = (page: Page) => page.getByRole('button', { name: 'Thao tác với tài khoản' });
const menu = (page: Page) => page.getByRole('menu', { name: 'Thao tác với tài khoản' });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });
const isGone = (page: Page) => expect(menu(page)).toHaveCount(0);

async function openScreen(panel: Panel, viewport?: { width: number; height: number }): Promise<Page> {
  const user = await createUser(panel.db, { username: NAME });
  const page = await panel.open(`/admin/users/${user.id}`, viewport && { viewport });
  await waitForScreen(page, NAME);
  return page;
}

/** Bounding boxes of the menu and its button, in CSS pixels of the viewport. */
async function boxes(page: Page) {
  const [above, below] = [await opener(page).boundingBox(), await menu(page).boundingBox()];
  if (!above || !below) throw new Error('the menu or its button is not shown');
  return { button: above, list: below };
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

  test('chooses nothing while the Enter that opened it is held', async ({ panel }) => {
    const page = await openScreen(panel);
    await opener(page).focus();
    for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await menu(page).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  test('closes on a click beside it, on its button and on navigation back', async ({ panel }) => {
    const page = await openScreen(panel);
    await opener(page).click();
    await expect(menu(page), 'no item is chosen by a pointer elsewhere').toBeFocused();
    await item(page, 'Xóa tài khoản').hover();
    await expect(item(page, 'Xóa tài khoản')).toBeFocused();
    await page.mouse.click(5, 5);
    await isGone(page);

    await opener(page).click();
    await menu(page).waitFor();
    await opener(page).click();
    await isGone(page);
    await opener(page).click();
    await menu(page).waitFor();

    // A phone's back gesture closes the top-layer element.
    await menu(page).evaluate((element) => element instanceof HTMLElement && element.hidePopover());
    await isGone(page);
  });

  test('stays next to its button and within the window, above the button at the bottom edge', async ({ panel }) => {
    const page = await openScreen(panel, NARROW);
    // The whole menu has room above the button.
    await page.locator('main').evaluate((main) => {
      main.style.paddingTop = '4rem';
    });
    await opener(page).click();
    await menu(page).waitFor();
    const wide = await boxes(page);
    expect(wide.list.y).toBeCloseTo(wide.button.y + wide.button.height + 4, 0);
    expect(wide.list.x).toBeGreaterThanOrEqual(8);

    await page.mouse.move(160, 400);
    await page.mouse.wheel(0, 30);
    await eventually(async () => {
      const { button, list } = await boxes(page);
      return [Math.round(wide.button.y - button.y), Math.round(list.y - button.y - button.height)];
    }, 'it moves with what it belongs to').toEqual([30, 4]);

    await page.evaluate(() => window.scrollTo(0, 0));
    await page.setViewportSize({ width: NARROW.width, height: Math.round(wide.button.y + wide.button.height + 20) });
    await eventually(async () => {
      const { button, list } = await boxes(page);
      return Math.round(button.y - list.y - list.height);
    }, 'it stands above its button').toBe(4);

    await page.setViewportSize(NARROW);
    await page.mouse.wheel(0, 600);
    await isGone(page);
  });

  test('shows the active item in forced colours', async ({ panel }) => {
    const page = await openScreen(panel);
    await page.emulateMedia({ forcedColors: 'active' });
    await opener(page).press('Enter');
    const outlineOf = (name: string) => item(page, name).evaluate((element) => getComputedStyle(element).outlineStyle);
    await eventually(() => outlineOf('Vô hiệu hóa')).toBe('solid');
    expect(await outlineOf('Xóa tài khoản')).toBe('none');
  });

  test('works within a modal dialog, and Esc closes one at a time', async ({ panel }) => {
    const page = await openScreen(panel);
    await page.evaluate(() => {
      const dialog = document.createElement('dialog');
      const root = document.getElementById('root');
      if (!root) throw new Error('the page has no root');
      root.replaceWith(dialog);
      dialog.append(root);
      dialog.showModal();
    });
    await opener(page).click();
    await item(page, 'Xóa tài khoản').hover();
    await page.keyboard.press('Escape');
    await isGone(page);
    expect(await page.locator('dialog[open]').count()).toBe(1);
    await expect(opener(page)).toBeFocused();
    await opener(page).click();
    await item(page, 'Xóa tài khoản').click();
    await page.getByRole('alertdialog', { name: 'Xóa tài khoản' }).waitFor();
  });
});
