import { expect, type Page } from '@playwright/test';
import { createUser } from './harness/data.ts';
import { toast, USERS_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
import { type Panel, test } from './harness/test.ts';

const NAME = 'Nguyễn Thị Mai';

async function chooseAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test.describe('user page: account actions', () => {
  const isDisabled = async ({ db }: Panel, id: string) =>
    (await db.selectFrom('users').select('is_disabled').where('id', '=', id).executeTakeFirst())?.is_disabled;

  test('disable the account after a confirmation with its name, enable it, and delete it permanently', async ({
    panel,
  }) => {
    const user = await createUser(panel.db, { username: NAME });
    const page = await panel.open('/admin/users?sort=oldest');
    await page.getByRole('link', { name: `Chi tiết ${NAME}` }).click();
    await waitForScreen(page, NAME);
    const entries = await page.evaluate(() => history.length);

    await chooseAction(page, 'Vô hiệu hóa');
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.textContent()).toContain(NAME);
    await dialog.getByRole('button', { name: 'Hủy' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await isDisabled(panel, user.id)).toBe(false);

    await chooseAction(page, 'Vô hiệu hóa');
    await dialog.getByRole('button', { name: 'Vô hiệu hóa' }).click();
    await toast(page, 'Tài khoản đã bị vô hiệu hóa!').waitFor();
    await waitForScreen(page, USERS_TITLE);
    expect(urlOf(page)).toBe('/admin/users?sort=oldest');
    expect(await isDisabled(panel, user.id)).toBe(true);
    expect(await page.evaluate(() => history.length), 'the entry is replaced').toBe(entries);
    await page.getByRole('row').filter({ hasText: NAME }).getByText('Đã vô hiệu hóa').waitFor();

    await page.getByRole('link', { name: `Chi tiết ${NAME}` }).click();
    await waitForScreen(page, NAME);
    await chooseAction(page, 'Kích hoạt lại');
    await dialog.getByRole('button', { name: 'Kích hoạt lại' }).click();
    await toast(page, 'Tài khoản đã được kích hoạt lại!').waitFor();
    await waitForScreen(page, USERS_TITLE);
    expect(await isDisabled(panel, user.id)).toBe(false);
    const actions = await panel.db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_id', '=', user.id)
      .execute();
    expect(actions).toHaveLength(2);

    await page.getByRole('link', { name: `Chi tiết ${NAME}` }).click();
    await waitForScreen(page, NAME);
    await chooseAction(page, 'Xóa tài khoản');
    await dialog.getByRole('button', { name: 'Xóa tài khoản' }).click();
    await waitForScreen(page, USERS_TITLE);
    await toast(page, `Đã xóa tài khoản ${NAME}`).waitFor();
    expect(await isDisabled(panel, user.id)).toBeUndefined();
    await expect(page.getByRole('link', { name: `Chi tiết ${NAME}` })).toHaveCount(0);
  });
});
