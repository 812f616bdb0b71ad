import { expect } from '@playwright/test';
import { createUser } from './harness/data.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { test } from './harness/test.ts';
import { callsOf, drawnNames, rowOf, USERS_SCREEN, userTable } from './harness/user-table.ts';

test.describe('user list', () => {
  test('shows the users, newest first, and their count', async ({ panel }) => {
    await createUser(panel.db, { username: 'Nguyễn Thị Mai', email: 'mai@example.com', is_verified: true });
    await createUser(panel.db, { username: 'Trần Văn Đức', email: 'duc@example.com', is_disabled: true });
    const page = await panel.open(USERS_SCREEN);
    await rowOf(page, 'Trần Văn Đức').waitFor();
    expect(await userTable(page).getByRole('columnheader').allTextContents()).toEqual([
      'Chọn tất cả',
      'Người dùng',
      'Xác minh danh tính',
      'Vai trò',
      'Trạng thái',
      'Hành động',
    ]);
    const mai = rowOf(page, 'Nguyễn Thị Mai');
    for (const text of ['mai@example.com', 'Đã xác minh', 'Người dùng', 'Bình thường']) {
      expect(await mai.textContent()).toContain(text);
    }
    const duc = rowOf(page, 'Trần Văn Đức');
    for (const text of ['Chưa xác minh', 'Đã vô hiệu hóa']) expect(await duc.textContent()).toContain(text);
    expect(await rowOf(page, panel.system.admin.email).textContent()).toContain('Quản trị viên');
    expect((await drawnNames(page)).filter((name) => name !== 'admin')).toEqual(['Trần Văn Đức', 'Nguyễn Thị Mai']);
    await page.getByText('3 người dùng', { exact: true }).waitFor();
  });

  test('opens a user’s page with the data of the list', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Phạm Minh Tuấn', is_disabled: true });
    const page = await panel.open(USERS_SCREEN);
    const calls = callsOf(page);
    await rowOf(page, 'Phạm Minh Tuấn').getByRole('link', { name: 'Chi tiết' }).click();
    await waitForScreen(page, 'Phạm Minh Tuấn');
    expect(urlOf(page)).toBe(`${USERS_SCREEN}/${user.id}`);
    const state = await page.evaluate(() => (history.state as { usr: unknown }).usr);
    expect(state).toMatchObject({ isDisabled: true, username: 'Phạm Minh Tuấn', userId: user.id });
    expect(calls).not.toContain(`/api/admin/users/${user.id}/status`);
  });

  test("opens a user’s page with another administrator's change since the list was loaded", async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Phạm Minh Tuấn' });
    const page = await panel.open(USERS_SCREEN);
    await rowOf(page, 'Phạm Minh Tuấn').getByText('Bình thường').waitFor();
    await panel.db.updateTable('users').set({ is_disabled: true }).where('id', '=', user.id).execute();
    await rowOf(page, 'Phạm Minh Tuấn').getByRole('link', { name: 'Chi tiết' }).click();
    await waitForScreen(page, 'Phạm Minh Tuấn');
    await page.getByText('Đã vô hiệu hóa').waitFor();
    await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
    await page.getByRole('menuitem', { name: 'Kích hoạt lại' }).waitFor();
  });

  for (const width of [768, 1024, 1440]) {
    test(`at ${width} px: an ordinary name is shown in full`, async ({ panel }) => {
      await createUser(panel.db, { username: 'Nguyễn Thị Thanh Hương', is_verified: true, is_disabled: true });
      const page = await panel.open(USERS_SCREEN, { viewport: { width, height: 900 } });
      const row = rowOf(page, 'Nguyễn Thị Thanh Hương');
      await row.waitFor();
      const cut = await row.evaluate((element) =>
        [...element.querySelectorAll('*')]
          .filter((part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== 'visible')
          .map((part) => part.textContent),
      );
      expect(cut).not.toContain('Nguyễn Thị Thanh Hương');
    });
  }
});
