import { expect, type Page } from '@playwright/test';
import { countActions } from './harness/counted-actions.ts';
import { createPosts, createUser, createUsers, daysAgo } from './harness/data.ts';
import { pressWhileComposing } from './harness/fields.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import {
  activeOption,
  openPalette,
  optionsOf,
  palette,
  paletteButton,
  paletteField,
  paletteOptions,
  paletteReady,
  QUICK_SEARCH_CALL,
} from './harness/palette.ts';
import { fileReport } from './harness/report-detail.ts';
import { DASHBOARD_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';
import { callsOf } from './harness/user-table.ts';
import { expectAnnounced } from './harness/wcag.ts';

const NAME = 'Nguyễn Thị Mai';
/** Holds a key down for a while longer than it takes until something has happened. */
async function hold(page: Page, key: string, until: () => Promise<unknown>): Promise<void> {
  await page.keyboard.down(key);
  await until();
  for (let repeats = 0; repeats < 4; repeats += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

test.describe('palette', () => {
  test(
    'opens any user from any screen, also while typing: the keys, the name and Enter',
    BY_KEYBOARD,
    async ({ panel }) => {
      const user = await createUser(panel.db, { username: NAME, created_at: daysAgo(9) });
      await createUsers(panel.db, 30, (index) => ({ username: `Trần Mai Anh ${index}`, email: `a${index}@mai.test` }));
      const page = await panel.open('/admin/users');
      await page.getByRole('textbox', { name: 'Tìm kiếm người dùng' }).focus();
      await paletteReady(page);
      const actions = countActions(page);
      await actions.press('Control+K');
      await paletteField(page).waitFor();
      await page.keyboard.type('nguyen thi mai');
      await expect(activeOption(page)).toContainText(NAME);
      await actions.press('Enter');
      await waitForScreen(page, NAME);
      expect(urlOf(page)).toBe(`/admin/users/${user.id}`);
      expect(actions.count()).toBe(2);
      await expect(palette(page)).toHaveCount(0);
    },
  );

  test('finds by phone, e-mail and id, and opens the conversation of a user', async ({ panel }) => {
    const user = await createUser(panel.db, { username: NAME, email: 'mai.nguyen@thu.test', phone: '0912 345 678' });
    const page = await panel.open('/admin/dashboard');
    await openPalette(page);
    for (const term of ['+84 912 345 678', 'mai.nguyen@', user.id]) {
      await paletteField(page).fill(term);
      await expect(optionsOf(page, 'Người dùng'), term).toHaveText([new RegExp(NAME)]);
    }
    await optionsOf(page, 'Trò chuyện').filter({ hasText: NAME }).click();
    await eventually(() => urlOf(page)).toBe(`/admin/chat?userId=${user.id}`);
  });

  test('finds content and reports by their words, and a report by its id', async ({ panel }) => {
    const author = await createUser(panel.db);
    const [post] = await createPosts(panel.db, author.id, 1, () => ({ title: 'Săn mây Tà Xùa' }));
    const reportId = await fileReport(panel, { itemType: 'Post', itemId: post?.id ?? '' });
    const page = await panel.open('/admin/audit');
    await openPalette(page);
    await paletteField(page).fill('san may');
    await expect(optionsOf(page, 'Báo cáo')).toHaveText([/Săn mây Tà Xùa/]);
    await expect(optionsOf(page, 'Nội dung')).toHaveText([/Săn mây Tà Xùa/]);
    await optionsOf(page, 'Nội dung').click();
    await eventually(() => urlOf(page)).toBe(`/admin/content/Post/${post?.id}`);
    await openPalette(page);
    await paletteField(page).fill(reportId);
    await expect(activeOption(page)).toContainText('Săn mây Tà Xùa');
    await page.keyboard.press('Enter');
    await eventually(() => urlOf(page)).toBe(`/admin/reports/${reportId}`);
  });

  test('finds screens without diacritics, and shows how many results it has', BY_KEYBOARD, async ({ panel }) => {
    const page = await panel.open('/admin/dashboard');
    await openPalette(page);
    await expectAnnounced(page, /^\d+ kết quả$/, () => page.keyboard.type('bao cao'));
    await expect(optionsOf(page, 'Trang')).toHaveText(['Báo cáo']);
    await page.keyboard.press('Enter');
    await waitForScreen(page, 'Quản lý Báo cáo');
    await openPalette(page);
    const none = 'khongcogi';
    await expectAnnounced(page, `Không tìm thấy gì cho “${none}”`, () => page.keyboard.type(none));
    await expect(paletteOptions(page)).toHaveCount(0);
    expect(await paletteField(page).getAttribute('aria-expanded')).toBe('false');
  });

  test('runs an action of the current screen; a dangerous one asks first', BY_KEYBOARD, async ({ panel }) => {
    const user = await createUser(panel.db, { username: NAME });
    const page = await panel.open(`/admin/users/${user.id}`);
    await waitForScreen(page, NAME);
    await openPalette(page);
    await page.keyboard.type('vo hieu hoa');
    await expect(optionsOf(page, 'Thao tác ở trang này').first()).toContainText('Vô hiệu hóa');
    const question = page.getByRole('alertdialog');
    // Held, Enter does not answer the question as well.
    await hold(page, 'Enter', () => question.waitFor());
    await expect(question.getByRole('button', { name: 'Hủy' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    const row = await panel.db.selectFrom('users').select('is_disabled').where('id', '=', user.id).executeTakeFirst();
    expect(row?.is_disabled).toBe(false);
    // Elsewhere the action is not offered.
    await page.goto('/admin/audit');
    await openPalette(page);
    await page.keyboard.type('vo hieu hoa');
    await palette(page).getByText('Không tìm thấy gì cho').first().waitFor();
  });

  test(
    'arrow keys, Home and End move through all groups, and Escape returns the focus',
    BY_KEYBOARD,
    async ({ panel }) => {
      const page = await panel.open('/admin/users');
      const box = page.getByRole('textbox', { name: 'Tìm kiếm người dùng' });
      await box.focus();
      await openPalette(page);
      await expect(activeOption(page)).toHaveText('Dashboard');
      await page.keyboard.press('ArrowDown');
      await expect(activeOption(page)).toHaveText('Quản lý người dùng');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      const last = paletteOptions(page).last();
      await expect(last).toHaveAttribute('aria-selected', 'true');
      await expect(last).toBeInViewport();
      expect(await paletteField(page).getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'));
      await page.keyboard.press('Home');
      await expect(activeOption(page)).toHaveText('Dashboard');
      await page.keyboard.press('End');
      await expect(last).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Escape');
      await expect(palette(page)).toHaveCount(0);
      await expect(box).toBeFocused();
      await openPalette(page);
      await page.keyboard.press('Control+K');
      await expect(palette(page)).toHaveCount(0);
      await expect(box).toBeFocused();
    },
  );

  test('shows recent choices first, of this administrator alone; a damaged store is ignored', async ({ panel }) => {
    const user = await createUser(panel.db, { username: NAME });
    const page = await panel.open('/admin/dashboard');
    await openPalette(page);
    await paletteField(page).fill(user.id);
    await expect(activeOption(page)).toContainText(NAME);
    await page.keyboard.press('Enter');
    await waitForScreen(page, NAME);
    await page.goto('/admin/dashboard');
    await openPalette(page);
    await expect(optionsOf(page, 'Chọn gần đây')).toHaveText([new RegExp(`${NAME}.*Người dùng`)]);
    await expect(activeOption(page)).toContainText(NAME);
    await page.keyboard.press('Enter');
    await waitForScreen(page, NAME);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith('recentChoices:')) localStorage.setItem(key, '[{"path":"javascript:alert(1)"}, 7');
      }
    });
    await openPalette(page);
    await expect(optionsOf(page, 'Chọn gần đây')).toHaveCount(0);
    await expect(activeOption(page)).toHaveText('Dashboard');
  });

  test('Enter that ends a composition chooses nothing, nor does Escape then close it', async ({ panel }) => {
    const page = await panel.open('/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    await openPalette(page);
    await paletteField(page).fill('báo cáo');
    await expect(activeOption(page)).toHaveText('Báo cáo');
    for (const key of ['Enter', 'ArrowDown', 'Escape']) await pressWhileComposing(paletteField(page), key);
    await expect(activeOption(page)).toHaveText('Báo cáo');
    expect(urlOf(page)).toBe('/admin/dashboard');
    await page.keyboard.press('Enter');
    await waitForScreen(page, 'Quản lý Báo cáo');
  });

  test('held keys choose once: the Enter that opens it chooses nothing', BY_KEYBOARD, async ({ panel }) => {
    const page = await panel.open('/admin/dashboard');
    await paletteReady(page);
    await paletteButton(page).focus();
    await hold(page, 'Enter', () => paletteField(page).waitFor());
    await expect(paletteField(page)).toBeFocused();
    expect(urlOf(page)).toBe('/admin/dashboard');
    await paletteField(page).fill('giao dien toi');
    await expect(activeOption(page)).toHaveText('Chuyển sang giao diện tối');
    await hold(page, 'Enter', () => expect(palette(page)).toHaveCount(0));
    await eventually(() => themeOf(page)).toBe('dark');
    await expect(paletteButton(page)).toBeFocused();
    await expect(palette(page)).toHaveCount(0);
    await page.keyboard.down('Control');
    await hold(page, 'k', () => paletteField(page).waitFor());
    await page.keyboard.up('Control');
    await expect(paletteField(page)).toBeFocused();
  });

  test('a pasted link of the panel is opened, any other is not, and none is searched for', async ({ panel }) => {
    const user = await createUser(panel.db, { username: NAME });
    const page = await panel.open('/admin/dashboard');
    await openPalette(page);
    const calls = callsOf(page);
    for (const foreign of ['https://example.com/admin/users', `${new URL(page.url()).origin}/admin/khong-co`]) {
      await paletteField(page).fill(foreign);
      await palette(page).getByText('Liên kết này không thuộc trang quản trị').last().waitFor();
      await expect(paletteOptions(page)).toHaveCount(0);
      await page.keyboard.press('Enter');
    }
    expect(urlOf(page)).toBe('/admin/dashboard');
    await paletteField(page).fill(` ${new URL(page.url()).origin}/admin/users/${user.id} `);
    await expect(activeOption(page)).toContainText('Mở Chi tiết người dùng');
    await page.keyboard.press('Enter');
    await waitForScreen(page, NAME);
    expect(calls).not.toContain(QUICK_SEARCH_CALL);
  });

  test('Ctrl+Enter opens a new tab, and the palette stays', BY_KEYBOARD, async ({ panel }) => {
    const user = await createUser(panel.db, { username: NAME });
    const page = await panel.open('/admin/dashboard');
    await openPalette(page);
    await page.keyboard.type('nguyen thi mai');
    await expect(activeOption(page)).toContainText(NAME);
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('Control+Enter');
    const tab = await opened;
    await tab.waitForURL(`**/admin/users/${user.id}`);
    await tab.close();
    expect(urlOf(page)).toBe('/admin/dashboard');
    await expect(paletteField(page)).toHaveValue('nguyen thi mai');
  });

  test('an error keeps the local results, and can be retried', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    await createUser(panel.db, { username: 'Báo Cáo Viên' });
    const page = await panel.open('/admin/dashboard');
    await openPalette(page);
    const mend = await spoil(page, QUICK_SEARCH_CALL, { status: 500 });
    await paletteField(page).fill('bao cao');
    await palette(page).getByRole('alert').getByText('Không thể tìm kiếm').waitFor();
    await expect(optionsOf(page, 'Trang')).toHaveText(['Báo cáo']);
    await mend();
    await palette(page).getByRole('button', { name: 'Thử lại' }).click();
    await expect(optionsOf(page, 'Người dùng')).toHaveText([/Báo Cáo Viên/]);
    await expect(paletteField(page)).toBeFocused();
  });

  test('a late response for a previous term shows nothing', async ({ panel }) => {
    await createUser(panel.db, { username: 'Lê Lan Anh' });
    await createUser(panel.db, { username: 'Đỗ Minh Đức' });
    const page = await panel.open('/admin/dashboard');
    await openPalette(page);
    const held = Promise.withResolvers<void>();
    let calls = 0;
    await page.route(`**${QUICK_SEARCH_CALL}`, async (route) => {
      calls += 1;
      if (calls === 1) await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest((request) => request.url().endsWith(QUICK_SEARCH_CALL));
    await paletteField(page).fill('lan anh');
    await asked;
    await palette(page).getByText('Đang tìm...').last().waitFor();
    await paletteField(page).fill('minh duc');
    await expect(optionsOf(page, 'Người dùng')).toHaveText([/Đỗ Minh Đức/]);
    held.resolve();
    await page.waitForLoadState('networkidle');
    await expect(optionsOf(page, 'Người dùng')).toHaveText([/Đỗ Minh Đức/]);
    await expect(activeOption(page)).toContainText('Đỗ Minh Đức');
  });

  test('is among the keys of a screen, and waits for another dialog', BY_KEYBOARD, async ({ panel }) => {
    const page = await panel.open('/admin/reports');
    await paletteReady(page);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Phím tắt' });
    await keys.getByText('Ctrl+K').waitFor();
    await keys.getByText('Tìm nhanh').waitFor();
    await page.keyboard.press('Control+K');
    await expect(palette(page)).toHaveCount(0);
    await expect(keys).toBeVisible();
  });
});
