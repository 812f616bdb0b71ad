import { expect, type Locator, type Page } from '@playwright/test';
import { createEntries, entries, filteredBy } from './harness/audit-log.ts';
import { createPosts, createUser, createUsers } from './harness/data.ts';
import { items, NOTIFICATIONS_TITLE, replaceNotifications } from './harness/notifications.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';
import { USERS_SCREEN } from './harness/user-table.ts';

const rows = (page: Page) => page.getByRole('main').locator('[data-row]');

/** j, j and k lead to the first row, the second, and back. */
async function expectMoves(page: Page, list: Locator): Promise<void> {
  for (const [key, index] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(list.nth(index)).toBeFocused();
  }
}

/** x and Space select the active row, and x deselects it; it keeps the focus. */
async function expectSelects(page: Page, bar: string, texts: readonly [one: string, two: string]): Promise<void> {
  const region = page.getByRole('region', { name: bar });
  await page.keyboard.press('x');
  await region.getByText(texts[0]).waitFor();
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await region.getByText(texts[1]).waitFor();
  await page.keyboard.press('x');
  await region.getByText(texts[0]).waitFor();
  await expect(rows(page).nth(1)).toBeFocused();
}

test.describe('lists: its keys', BY_KEYBOARD, () => {
  test('work in the list of users', async ({ panel }) => {
    await createUsers(panel.db, 4, (index) => ({ username: `Mai ${index}` }));
    const page = await panel.open(`${USERS_SCREEN}?q=mai`);
    await rows(page).first().waitFor();
    await expectMoves(page, rows(page));
    await expectSelects(page, 'Người dùng đã chọn', ['Đã chọn 1 người dùng', 'Đã chọn 2 người dùng']);
    const id = await rows(page).nth(1).getAttribute('data-row');
    await page.keyboard.press('Enter');
    await eventually(() => urlOf(page)).toBe(`/admin/users/${id}`);
  });

  test('work in the list of content, which has no selection', async ({ panel }) => {
    const author = await createUser(panel.db);
    await createPosts(panel.db, author.id, 3);
    const page = await panel.open('/admin/content');
    await rows(page).first().waitFor();
    await expectMoves(page, rows(page));
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Phím tắt' });
    await help.getByText('Dòng sau / trước trong danh sách').waitFor();
    await expect(help.getByText('Chọn hoặc bỏ chọn')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(rows(page).nth(0)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/content\/Post\//);
  });

  test('work in the audit log: Enter expands an entry', async ({ panel }) => {
    // The filter omits entries of earlier tests, whose users are deleted: the page behind a focused link is prefetched.
    const page = await panel.open(filteredBy(await createEntries(panel, 3)));
    await entries(page).first().waitFor();
    await expectMoves(page, rows(page));
    await page.keyboard.press('Enter');
    await rows(page).nth(0).getByText('Mã yêu cầu máy chủ').waitFor();
    await expect(rows(page).nth(0)).toBeFocused();
  });

  test('work in the list of administrators: Enter opens the menu', async ({ panel }) => {
    await createUsers(panel.db, 2, (index) => ({ username: `Quản trị ${index}`, role: 'admin' }));
    const page = await panel.open('/admin/administrators');
    await rows(page).nth(1).waitFor();
    await expectMoves(page, rows(page));
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect(rows(page).nth(1)).toBeFocused();
  });

  test('work in the notifications', async ({ panel }) => {
    await replaceNotifications(panel, 3, () => ({ report_id: null, is_read: true }));
    const page = await panel.open('/admin/notifications');
    await waitForScreen(page, NOTIFICATIONS_TITLE);
    await items(page).nth(2).waitFor();
    const buttons = items(page).locator('button:first-of-type').and(page.locator(':not([title])'));
    await expectMoves(page, buttons);
    await page.keyboard.press('k');
    await expect(buttons.nth(0)).toBeFocused();
  });

  test('work in the list of the chat, but not while a message is being written', async ({ panel }) => {
    await createUsers(panel.db, 3, (index) => ({ username: `Người chat ${index}`, last_seen_at: new Date() }));
    const page = await panel.open('/admin/chat');
    const links = page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('link', { name: /Người chat/ });
    await links.nth(2).waitFor();
    await expectMoves(page, links);
    await page.keyboard.press('Enter');
    const box = page.getByRole('textbox', { name: /tin nhắn/i }).first();
    await box.fill('');
    await box.press('j');
    await expect(box).toHaveValue('j');
    await expect(box).toBeFocused();
  });
});
