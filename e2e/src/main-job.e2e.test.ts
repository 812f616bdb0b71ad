import { expect } from '@playwright/test';
import { createPosts, createTravelPosts, createUser, createUsers } from './harness/data.ts';
import { DASHBOARD_TITLE, signIn, toast, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

const NAME = 'Đặng Thị Ánh Nguyệt';

test.describe('daily journey: an administrator', () => {
  test('from the sign-in to a deleted account', async ({ panel }) => {
    await createUsers(panel.db, 60);
    const user = await createUser(panel.db, { username: NAME, gender: 'female' });
    await createPosts(panel.db, user.id, 6);
    await createTravelPosts(panel.db, user.id, 2);
    const page = await panel.open('/', { signedIn: false });
    const alertDialog = page.getByRole('alertdialog');
    const chooseAction = async (action: string) => {
      await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await alertDialog.getByRole('button', { name: action }).click();
    };
    const openUser = async () => {
      await page.getByRole('link', { name: `Chi tiết ${NAME}` }).click();
      await waitForScreen(page, NAME);
    };

    await signIn(page, panel.system.admin);
    await waitForScreen(page, DASHBOARD_TITLE);
    await page.getByText('61', { exact: true }).first().waitFor();

    await page.getByRole('link', { name: 'Quản lý người dùng' }).click();
    await waitForScreen(page, USERS_TITLE);
    await page.getByRole('textbox', { name: 'Tìm kiếm người dùng' }).fill('anh nguyet');
    await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
    await page.getByLabel('Giới tính').selectOption('female');
    await page.getByText('1 người dùng', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('gender')).toBe('female');

    await openUser();
    await chooseAction('Vô hiệu hóa');
    await toast(page, 'Tài khoản đã bị vô hiệu hóa!').waitFor();
    await waitForScreen(page, USERS_TITLE);
    await openUser();
    await chooseAction('Kích hoạt lại');
    await toast(page, 'Tài khoản đã được kích hoạt lại!').waitFor();
    await waitForScreen(page, USERS_TITLE);

    await openUser();
    await page.getByRole('button', { name: 'Xóa bài viết' }).first().click();
    await alertDialog.getByRole('button', { name: 'Xóa', exact: true }).click();
    await page.getByRole('tab', { name: 'Bài viết (5)' }).waitFor();

    await page.getByRole('tab', { name: 'Bài viết du lịch (2)' }).click();
    await page.getByRole('button', { name: 'Xóa bài viết du lịch' }).first().click();
    await page.getByRole('tab', { name: 'Bài viết du lịch (1)' }).waitFor();
    await toast(page, 'Đã xóa bài viết du lịch').getByRole('button', { name: 'Hoàn tác' }).click();
    await page.getByRole('tab', { name: 'Bài viết du lịch (2)' }).waitFor();

    await chooseAction('Xóa tài khoản');
    await waitForScreen(page, USERS_TITLE);
    await expect(page.getByRole('link', { name: `Chi tiết ${NAME}` })).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/admin/users');

    await page.getByRole('link', { name: 'Dashboard' }).click();
    await eventually(() =>
      page.locator('dt', { hasText: 'Tổng người dùng' }).locator('xpath=..').textContent(),
    ).toContain('60');
    const audited = await panel.db.selectFrom('audit_entries').select('target_id').execute();
    expect(audited.filter(({ target_id }) => target_id === user.id)).toHaveLength(3);
  });
});
