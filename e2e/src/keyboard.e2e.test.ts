import { expect, type Page } from '@playwright/test';
import { createPosts, createUser } from './harness/data.ts';
import { DASHBOARD_TITLE, toast, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';

const NAME = 'Trần Thị Bàn Phím';
const MAX_TABS = 60;

/** The accessible name of the focused element, as far as a test needs it. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  });

/** Presses Tab until an element of this name has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if ((await focusedName(page)) === name) {
      const ring = await page.evaluate(() => {
        const { activeElement } = document;
        // A row's link draws its focus ring around the whole row, with its pseudo-element.
        return [undefined, '::after'].some(
          (part) => activeElement !== null && getComputedStyle(activeElement, part).outlineStyle !== 'none',
        );
      });
      expect(ring, `focus ring on ${name}`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${name}`);
}

test.describe('screens: keyboard alone', () => {
  test('signs in, finds a user, reads the page, disables the account and signs out', BY_KEYBOARD, async ({ panel }) => {
    const user = await createUser(panel.db, { username: NAME });
    await createPosts(panel.db, user.id, 1);
    const page = await panel.open('/login', { signedIn: false });
    const { keyboard } = page;

    await tabTo(page, 'Email');
    await keyboard.type(panel.system.admin.email);
    await tabTo(page, 'Mật khẩu');
    await keyboard.type(panel.system.admin.password);
    await keyboard.press('Enter');
    await waitForScreen(page, DASHBOARD_TITLE);

    await tabTo(page, 'Quản lý người dùng');
    await keyboard.press('Enter');
    await waitForScreen(page, USERS_TITLE);
    await tabTo(page, 'Tìm kiếm người dùng');
    await keyboard.type('ban phim');
    await page.getByText('1 người dùng', { exact: true }).waitFor();
    await tabTo(page, `Chi tiết ${NAME}`);
    await keyboard.press('Enter');
    await waitForScreen(page, NAME);

    await tabTo(page, 'Bài viết (1)');
    await keyboard.press('ArrowRight');
    await page.getByText('Người dùng chưa có bài viết du lịch nào').waitFor();
    await keyboard.press('Home');
    await page.getByRole('article').waitFor();

    await page.getByRole('main').focus();
    await tabTo(page, 'Thao tác với tài khoản');
    await keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Vô hiệu hóa' }).waitFor();
    await keyboard.press('Escape');
    await eventually(() => focusedName(page)).toBe('Thao tác với tài khoản');
    await keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Vô hiệu hóa' }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await eventually(() => focusedName(page), 'a hasty Enter must not do it').toBe('Hủy');
    await tabTo(page, 'Vô hiệu hóa');
    await keyboard.press('Enter');
    await toast(page, 'Tài khoản đã bị vô hiệu hóa!').waitFor();
    await waitForScreen(page, USERS_TITLE);

    await page.locator('body').press('Shift+Tab');
    await tabTo(page, 'Đăng xuất');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Đăng nhập' }).waitFor();
  });
});
