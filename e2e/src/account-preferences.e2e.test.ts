import { expect, type Page } from '@playwright/test';
import { ACCOUNT_SCREEN, ACCOUNT_TITLE, section } from './harness/account.ts';
import { createUsers } from './harness/data.ts';
import { signIn, waitForScreen } from './harness/screens.ts';
import { createSecondAdmin, openAs } from './harness/second-admin.ts';
import { eventually, test } from './harness/test.ts';

async function openPreferences(page: Page) {
  await page.goto(ACCOUNT_SCREEN);
  await waitForScreen(page, ACCOUNT_TITLE);
  return section(page, 'Tùy chọn');
}

test.describe('account preferences', () => {
  test('compact rows are lower, from the first paint of the next page on; the first screen after a sign-in is the chosen one, in another browser too', async ({
    panel,
  }) => {
    await createUsers(panel.db, 5);
    const admin = await createSecondAdmin(panel, 'Trang Đầu');
    const page = await openAs(panel, admin);
    const heightOfRow = async () => {
      await page.goto('/admin/users');
      const row = page.getByRole('grid').locator('[data-row]').first();
      await row.waitFor();
      return (await row.boundingBox())?.height ?? 0;
    };
    const usual = await heightOfRow();
    const preferences = await openPreferences(page);
    await preferences.getByRole('radio', { name: 'Gọn, nhiều dòng hơn' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
    await preferences.getByRole('radio', { name: 'Báo cáo' }).check();
    await eventually(async () =>
      panel.db.selectFrom('administrator_preferences').select('start_screen').execute(),
    ).toContainEqual({ start_screen: 'reports' });
    expect(await heightOfRow()).toBeLessThan(usual * 0.85);
    expect(await page.locator('html').getAttribute('data-density')).toBe('compact');

    const elsewhere = await panel.newPage({ signedIn: false });
    await elsewhere.goto('/login');
    await signIn(elsewhere, admin);
    await waitForScreen(elsewhere, 'Quản lý Báo cáo');
    await elsewhere.goto('/');
    await waitForScreen(elsewhere, 'Quản lý Báo cáo');
  });

  test('a choice whose page is reloaded before it is stored stays; then one of another browser is applied', async ({
    panel,
  }) => {
    const admin = await createSecondAdmin(panel, 'Tải Lại');
    const page = await openAs(panel, admin);
    const keysIn = async (in_: Page) =>
      (await openPreferences(in_)).getByRole('checkbox', { name: 'Bật phím tắt một phím' });
    const box = await keysIn(page);
    await expect(box).toBeChecked();
    const sent: string[] = [];
    await page.route('**/api/admin/account/preferences', async (route) => {
      // The first is never answered.
      if (route.request().method() === 'PUT' && sent.push('PUT') === 1) return;
      await route.continue();
    });
    await box.uncheck();
    await eventually(async () => sent.length).toBe(1);
    await page.reload();
    await expect(box).not.toBeChecked();
    await eventually(async () =>
      panel.db.selectFrom('administrator_preferences').select('has_shortcuts').execute(),
    ).toContainEqual({ has_shortcuts: false });
    await expect(box).not.toBeChecked();
    const elsewhere = await keysIn(await openAs(panel, admin));
    await expect(elsewhere).not.toBeChecked();
    await elsewhere.check();
    await expect(box).toBeChecked();
  });
});
