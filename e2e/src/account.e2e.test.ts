import { text } from 'node:stream/consumers';
import { expect, type Page } from '@playwright/test';
import {
  beginSetUp,
  enterCode,
  finishSetUp,
  goToAccount,
  readQrCode,
  recoveryCodes,
  secondFactor,
  section,
} from './harness/account.ts';
import { createUser, uniqueName } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { REPORTS_TITLE } from './harness/report-list.ts';
import { DASHBOARD_TITLE, signIn, toast, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { createSecondAdmin, openAs } from './harness/second-admin.ts';
import { logIn } from './harness/system.ts';
import { type Panel, test } from './harness/test.ts';
import { STEP_MS, totp } from './harness/totp.ts';

const NEW_PASSWORD = 'hải đăng soi lối về bến cũ';

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Đăng xuất' }).click();
  await page.getByRole('heading', { name: 'Đăng nhập' }).waitFor();
}

/** Ends the re-authentication of all sessions. */
async function ageSessions({ db }: Panel): Promise<void> {
  const longAgo = new Date(Date.now() - 11 * 60_000);
  await db.updateTable('sessions').set({ created_at: longAgo, reauthenticated_at: null }).execute();
}

test.describe('account screen', () => {
  test('two-factor enrolment by QR code, then sign-in with a TOTP code and with a recovery code', async ({ panel }) => {
    for (const status of [400, 401]) panel.expectProblem(failedRequest(status));
    const admin = await createSecondAdmin(panel, uniqueName('Quản trị Hai Lớp'));
    const page = await openAs(panel, admin, { theme: 'dark' });
    await goToAccount(page);
    await secondFactor(page).getByText('Chưa bật').waitFor();
    const secret = await beginSetUp(page);
    const address = new URL(await readQrCode(secondFactor(page).getByRole('img', { name: /^Mã QR/ })));
    expect(address.href).toMatch(/^otpauth:\/\/totp\//);
    expect(address.searchParams.get('secret')).toBe(secret);

    await secondFactor(page)
      .getByLabel(/^Mã 6 chữ số/)
      .fill('abc');
    await page.keyboard.press('Enter');
    await secondFactor(page).getByRole('alert').waitFor();
    const codes = await finishSetUp(page, secret);
    expect(new Set(codes).size).toBe(10);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await recoveryCodes(page).getByRole('button', { name: 'Tải xuống' }).click();
    const file = await text(await (await download).createReadStream());
    expect(file).toContain(admin.email);
    for (const code of codes) expect(file).toContain(code);
    await recoveryCodes(page).getByRole('button', { name: 'Tôi đã lưu' }).click();
    await secondFactor(page).getByText('Còn 10 mã khôi phục').waitFor();
    await expect(secondFactor(page).getByRole('heading', { level: 2 })).toBeFocused();

    await signOut(page);
    await signIn(page, admin);
    const code = page.getByLabel('Mã xác thực', { exact: true });
    await expect(code).toBeFocused();
    await enterCode(page, 'Mã xác thực', '12345');
    await page.getByRole('alert').getByText('Mã xác thực không đúng').waitFor();
    await expect(code).toBeFocused();
    // The enrolment has used up the code of this time step.
    const next = totp(secret, Date.now() + STEP_MS);
    await enterCode(page, 'Mã xác thực', `${next.slice(0, 3)} ${next.slice(3)}`);
    await waitForScreen(page, DASHBOARD_TITLE);

    const [once = ''] = codes;
    for (const isFirst of [true, false]) {
      await signOut(page);
      await signIn(page, admin);
      await page.getByRole('button', { name: 'Dùng mã khôi phục' }).click();
      await enterCode(page, 'Mã khôi phục', once.toUpperCase().replaceAll('-', ' '));
      if (isFirst) await waitForScreen(page, DASHBOARD_TITLE);
      else await page.getByRole('alert').getByText('Mã xác thực không đúng').waitFor();
    }
    await page.getByRole('button', { name: 'Quay lại' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(admin.email);
    await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeFocused();
  });

  test('sign-in returns to the password form when the two-factor challenge has expired', async ({ panel }) => {
    panel.expectProblem(failedRequest(401));
    const admin = await createSecondAdmin(panel, uniqueName('Quản trị Chậm'));
    const page = await openAs(panel, admin);
    await goToAccount(page);
    await finishSetUp(page, await beginSetUp(page));
    await recoveryCodes(page).getByRole('button', { name: 'Tôi đã lưu' }).click();
    await signOut(page);
    await signIn(page, admin);
    await page.getByLabel('Mã xác thực', { exact: true }).waitFor();
    await panel.db.deleteFrom('login_challenges').execute();
    await enterCode(page, 'Mã xác thực', '123456');
    await page.getByRole('alert').getByText('Bước xác thực đã hết hạn, vui lòng đăng nhập lại').waitFor();
    await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeFocused();
  });

  test('new recovery codes and turning two-factor off ask for the password, then continue by themselves', async ({
    panel,
  }) => {
    for (const problem of [failedRequest(403), /^dialog: $/]) panel.expectProblem(problem);
    const admin = await createSecondAdmin(panel, uniqueName('Quản trị Tắt'));
    const page = await openAs(panel, admin);
    await goToAccount(page);
    const first = await finishSetUp(page, await beginSetUp(page));
    await recoveryCodes(page).getByRole('button', { name: 'Tôi đã lưu' }).click();

    await ageSessions(panel);
    const again = page.getByRole('dialog', { name: 'Nhập lại mật khẩu' });
    await secondFactor(page).getByRole('button', { name: 'Tạo mã khôi phục mới' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Tạo mã mới' }).click();
    await again.getByLabel('Mật khẩu của bạn', { exact: true }).fill(admin.password);
    await page.keyboard.press('Enter');
    await recoveryCodes(page).waitFor();
    const second = await recoveryCodes(page).getByRole('listitem').allTextContents();
    expect(second.filter((code) => first.includes(code))).toEqual([]);

    // The codes are shown once: leaving the screen or the page asks for a confirmation first.
    const question = page.waitForEvent('dialog');
    await page.evaluate(() => window.location.reload());
    expect((await question).type()).toBe('beforeunload');
    await page.goBack();
    await waitForScreen(page, DASHBOARD_TITLE);
    expect(await recoveryCodes(page).getByRole('listitem').allTextContents()).toEqual(second);
    await recoveryCodes(page).getByRole('button', { name: 'Tôi đã lưu' }).click();
    await recoveryCodes(page).waitFor({ state: 'hidden' });
    await goToAccount(page);

    await secondFactor(page).getByRole('button', { name: 'Tắt xác thực hai lớp' }).click();
    await page.getByRole('alertdialog').getByText(admin.email).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Tắt xác thực hai lớp' }).click();
    await toast(page, 'Đã tắt xác thực hai lớp').waitFor();
    await secondFactor(page).getByText('Chưa bật').waitFor();
    expect(await again.count(), 'it was given a moment ago').toBe(0);
  });

  test('lists the sessions, ends one or all others, and changes the password', async ({ panel }) => {
    for (const status of [400, 401, 403]) panel.expectProblem(failedRequest(status));
    const admin = await createSecondAdmin(panel, uniqueName('Quản trị Nhiều Nơi'));
    const page = await openAs(panel, admin);
    const elsewhere = await openAs(panel, admin);
    const endedElsewhere = () => elsewhere.getByText('Phiên làm việc đã hết hạn, vui lòng đăng nhập lại').waitFor();
    await goToAccount(page);
    const rows = section(page, 'Phiên đăng nhập').getByRole('listitem');
    await expect(rows).toHaveCount(2);
    expect(await rows.filter({ hasText: 'Phiên này' }).count()).toBe(1);
    const end = rows.getByRole('button', { name: /^Kết thúc phiên Chrome trên/ });
    expect(await end.count()).toBe(1);
    await end.click();
    await page
      .getByRole('alertdialog')
      .getByText(/Chrome trên/)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Kết thúc phiên' }).click();
    await toast(page, 'Đã kết thúc phiên').waitFor();
    await endedElsewhere();
    await expect(rows).toHaveCount(1);
    await expect(section(page, 'Phiên đăng nhập').getByRole('heading')).toBeFocused();

    await signIn(elsewhere, admin);
    await waitForScreen(elsewhere, DASHBOARD_TITLE);
    // The list is fetched again when the window gets the focus.
    await page.getByRole('link', { name: 'Báo cáo', exact: true }).click();
    await waitForScreen(page, REPORTS_TITLE);
    await goToAccount(page);
    await expect(rows).toHaveCount(2);
    await page.getByRole('button', { name: 'Kết thúc mọi phiên khác' }).click();
    await page.getByRole('alertdialog').getByText('1 phiên sẽ bị đăng xuất').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Kết thúc mọi phiên khác' }).click();
    await toast(page, 'Đã kết thúc 1 phiên').waitFor();
    await endedElsewhere();

    await signIn(elsewhere, admin);
    await waitForScreen(elsewhere, DASHBOARD_TITLE);
    const password = section(page, 'Mật khẩu');
    const current = password.getByLabel('Mật khẩu hiện tại', { exact: true });
    const wanted = password.getByLabel('Mật khẩu mới', { exact: true });
    const change = async (from: string, to: string) => {
      await current.fill(from);
      await wanted.fill(to);
      await page.keyboard.press('Enter');
    };
    await change(admin.password, 'ngắn quá');
    await password.getByText('Mật khẩu mới phải có ít nhất 12 ký tự').waitFor();
    await change('không phải mật khẩu này', NEW_PASSWORD);
    await password.getByRole('alert').getByText('Mật khẩu không đúng').waitFor();
    await expect(current).toBeFocused();
    await change(admin.password, 'passwordpassword');
    await password.getByRole('alert').waitFor();
    await expect(wanted).toBeFocused();
    await change(admin.password, NEW_PASSWORD);
    await password.getByRole('status').getByText('Đã đổi mật khẩu').waitFor();
    await expect(wanted).toHaveValue('');
    await endedElsewhere();
    await logIn(panel.system.baseUrl, { email: admin.email, password: NEW_PASSWORD });
  });
});

test.describe('account page: deletion', () => {
  test('requires re-authentication, and deletes after it', async ({ panel }) => {
    panel.expectProblem(failedRequest(403));
    const user = await createUser(panel.db, { username: uniqueName('Người Bị Xóa') });
    const page = await panel.open(`/admin/users/${user.id}`);
    await waitForScreen(page, user.username);
    await ageSessions(panel);
    const again = page.getByRole('dialog', { name: 'Nhập lại mật khẩu' });
    const password = again.getByLabel('Mật khẩu của bạn', { exact: true });
    const ask = async () => {
      await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
      await page.getByRole('menuitem', { name: 'Xóa tài khoản' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa tài khoản' }).click();
      await expect(password).toBeFocused();
    };
    const isThere = async () =>
      (await panel.db.selectFrom('users').select('id').where('id', '=', user.id).executeTakeFirst()) !== undefined;

    await ask();
    await again.getByRole('button', { name: 'Hủy' }).click();
    await again.waitFor({ state: 'hidden' });
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await waitForScreen(page, user.username);
    expect(await isThere()).toBe(true);

    await ask();
    await password.fill('không phải mật khẩu này');
    await page.keyboard.press('Enter');
    await again.getByRole('alert').getByText('Mật khẩu không đúng').waitFor();
    await expect(password).toBeFocused();
    await password.fill(panel.system.admin.password);
    await page.keyboard.press('Enter');
    await waitForScreen(page, USERS_TITLE);
    await toast(page, user.username).waitFor();
    expect(await isThere()).toBe(false);
  });
});
