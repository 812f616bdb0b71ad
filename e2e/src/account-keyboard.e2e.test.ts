import { expect } from '@playwright/test';
import { ACCOUNT_TITLE, secondFactor, section } from './harness/account.ts';
import { uniqueName } from './harness/data.ts';
import { hasFocus, waitForScreen } from './harness/screens.ts';
import { createSecondAdmin, openAs } from './harness/second-admin.ts';
import { BY_KEYBOARD, test } from './harness/test.ts';

test.describe('account screen', () => {
  test('every control works with the keyboard alone', BY_KEYBOARD, async ({ panel }) => {
    const admin = await createSecondAdmin(panel, uniqueName('Quản trị Bàn Phím'));
    const page = await openAs(panel, admin);
    const press = async (key: string, target: ReturnType<typeof page.getByRole>) => {
      await page.keyboard.press(key);
      await expect(target).toBeFocused();
    };
    await page.getByRole('link', { name: /^Tài khoản/ }).focus();
    await page.keyboard.press('Enter');
    await waitForScreen(page, ACCOUNT_TITLE);
    await section(page, 'Phiên đăng nhập').getByText('Phiên này').waitFor();
    await page.getByRole('main').focus();
    const password = section(page, 'Mật khẩu');
    const current = password.getByLabel('Mật khẩu hiện tại', { exact: true });
    // Past the preferences, which have tests of their own.
    for (let tabs = 0; tabs < 30 && !(await hasFocus(current)); tabs += 1) await page.keyboard.press('Tab');
    await expect(current).toBeFocused();
    await press('Tab', password.getByRole('button', { name: 'Hiện mật khẩu hiện tại' }));
    await press('Tab', password.getByLabel('Mật khẩu mới', { exact: true }));
    await press('Tab', password.getByRole('button', { name: 'Hiện mật khẩu mới' }));
    await press('Tab', password.getByRole('button', { name: 'Đổi mật khẩu' }));
    await press('Tab', secondFactor(page).getByRole('button', { name: 'Bật xác thực hai lớp' }));
    await press('Enter', secondFactor(page).getByRole('heading', { level: 3 }).first());
    await press('Tab', secondFactor(page).getByRole('button', { name: 'Sao chép khóa' }));
    await press('Tab', secondFactor(page).getByLabel(/^Mã 6 chữ số/));
    await press('Enter', secondFactor(page).getByLabel(/^Mã 6 chữ số/));
    await secondFactor(page).getByRole('alert').getByText('Vui lòng nhập mã xác thực').waitFor();
    await press('Tab', secondFactor(page).getByRole('button', { name: 'Xác nhận và bật' }));
    await press('Tab', secondFactor(page).getByRole('button', { name: 'Hủy' }));
    await press('Enter', secondFactor(page).getByRole('heading', { level: 2 }));
    expect(await secondFactor(page).getByText('Chưa bật').count()).toBe(1);
  });
});
