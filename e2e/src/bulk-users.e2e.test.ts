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

test.describe('user list: many users at once', () => {
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
