import { expect, type Page } from '@playwright/test';
import { createUsers } from './harness/data.ts';
import { openAsOther } from './harness/second-admin.ts';
import { eventually, type Panel, test } from './harness/test.ts';
import { rowOf, USERS_SCREEN } from './harness/user-table.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Người dùng đã chọn' });
const dialog = (page: Page) => page.getByRole('dialog');
const header = (page: Page) => page.getByRole('banner');
const status = (page: Page, text: string) => header(page).getByRole('button', { name: `${text}. Xem chi tiết` });

const disabledCount = async ({ db }: Panel): Promise<number> =>
  (await db.selectFrom('users').select('id').where('is_disabled', '=', true).execute()).length;
const spammers = (panel: Panel, count: number) =>
  createUsers(panel.db, count, (index) => ({ username: `Bán hàng ${String(index + 1).padStart(3, '0')}` }));

/** Selects users by their rows and opens the dialog of an action. */
async function ask(page: Page, names: readonly string[], action: string): Promise<void> {
  for (const name of names) await rowOf(page, name).getByRole('checkbox').check();
  await bar(page).getByRole('button', { name: action, exact: true }).click();
  await dialog(page).getByText('Điều gì sẽ xảy ra').waitFor();
}

test.describe('user list: many users at once', () => {
  test('are selected in the list and suspended; another administrator sees it and undoes it after a reload', async ({
    panel,
  }) => {
    await spammers(panel, 3);
    const page = await panel.open(USERS_SCREEN);
    const other = await openAsOther(panel, '/admin/dashboard', 'Đồng nghiệp');
    await ask(page, ['Bán hàng 001', 'Bán hàng 002'], 'Tạm khóa');
    await bar(page).getByText('Đã chọn 2 người dùng').waitFor();
    await dialog(page).getByRole('combobox', { name: 'Quy tắc bị vi phạm' }).selectOption('Spam và quảng cáo');
    expect(await dialog(page).textContent()).toMatch(/Bán hàng 00\d, Bán hàng 00\d/);
    expect(await dialog(page).textContent()).toMatch(/2 tài khoản bị tạm khóa 7 ngày, đến/);
    await dialog(page).getByRole('button', { name: 'Tạm khóa 2 tài khoản' }).click();
    await status(page, 'Xong: 2').waitFor();
    await expect(dialog(page)).toHaveCount(0);
    await expect(bar(page)).toHaveCount(0);
    await rowOf(page, 'Bán hàng 001').getByText('Tạm khóa').waitFor();
    await page.reload();
    await status(page, 'Xong: 2').click();
    await dialog(page).getByRole('button', { name: 'Hoàn tác' }).click();
    await dialog(page).getByText('Đã hoàn tác 2').waitFor();
    await eventually(() => disabledCount(panel)).toBe(0);
    await expect(header(other).getByRole('button', { name: /Xem chi tiết/ })).toHaveCount(0);
  });

  test('progress survives a reload, any administrator stops it, and the finished part is undone as one', async ({
    panel,
  }) => {
    const users = await spammers(panel, 300);
    const page = await panel.open(`${USERS_SCREEN}?q=B%C3%A1n+h%C3%A0ng`);
    await rowOf(page, 'Bán hàng 300').getByRole('checkbox').check();
    await bar(page)
      .getByRole('button', { name: /^Chọn tất cả .*300 người khớp bộ lọc$/ })
      .click();
    await bar(page)
      .getByText(/^Đã chọn tất cả .*300 người khớp bộ lọc$/)
      .waitFor();
    await bar(page).getByRole('button', { name: 'Vô hiệu hóa' }).click();
    // One of them is held, so that the action cannot end before it is stopped.
    const { stopping } = await panel.db.transaction().execute(async (tx) => {
      const held = users[0]?.id ?? '';
      await tx.selectFrom('accounts').select('id').where('id', '=', held).forUpdate().execute();
      await dialog(page).getByRole('button', { name: 'Vô hiệu hóa 300 tài khoản' }).click();
      const other = await openAsOther(panel, '/admin/dashboard', 'Đồng nghiệp');
      const running = header(other).getByRole('button', { name: /^Đang vô hiệu hóa \d+\/300/ });
      await running.waitFor();
      await page.reload();
      await header(page)
        .getByRole('button', { name: /^Đang vô hiệu hóa \d+\/300/ })
        .waitFor();
      // The step in flight ends first, once this transaction does.
      const response = other.waitForResponse(/\/stop$/);
      await header(other).getByRole('button', { name: 'Dừng' }).click();
      return { stopping: response };
    });
    expect((await stopping).status()).toBe(200);
    const stopped = header(page).getByRole('button', { name: /^Đã dừng: \d+\/300/ });
    await stopped.waitFor();
    const count = await disabledCount(panel);
    expect(count).toBeLessThan(300);
    if (count > 0) {
      await header(page).getByRole('button', { name: 'Hoàn tác' }).click();
      await status(page, `Đã hoàn tác ${count}`).waitFor();
    }
    await eventually(() => disabledCount(panel)).toBe(0);
  });
});
