import { expect } from '@playwright/test';
import {
  ACCOUNT_SCREEN,
  ACCOUNT_TITLE,
  beginSetUp,
  finishSetUp,
  goToAccount,
  recoveryCodes,
  secondFactor,
  section,
} from './harness/account.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { signIn, USERS_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

const WHY = 'Bạn cần bật xác thực hai lớp trước khi tiếp tục';

test.use({ settings: { REQUIRE_2FA: '1' } });

test.describe('required two-factor', () => {
  test('only the enrolment screen opens; after the enrolment the requested screen opens', async ({ panel }) => {
    panel.expectProblem(failedRequest(403));
    const page = await panel.open('/admin/users?status=banned', { signedIn: false });
    await page.clock.install();
    const sentFrames: unknown[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sentFrames.push(payload)));
    await signIn(page, panel.system.admin);
    await waitForScreen(page, ACCOUNT_TITLE);
    await page.getByRole('alert').getByText(WHY).waitFor();
    expect(urlOf(page)).toBe(ACCOUNT_SCREEN);
    expect(await section(page, 'Mật khẩu').count()).toBe(0);

    await page.getByRole('link', { name: 'Quản lý người dùng' }).click();
    await eventually(() => urlOf(page)).toBe(ACCOUNT_SCREEN);
    await page.goto('/admin/users?status=banned');
    await waitForScreen(page, ACCOUNT_TITLE);
    const isJoined = () => sentFrames.some((frame) => String(frame).includes('admin_connected'));
    expect(isJoined()).toBe(false);

    await finishSetUp(page, await beginSetUp(page));
    expect(urlOf(page), 'the codes are read first').toBe(ACCOUNT_SCREEN);
    await recoveryCodes(page).getByRole('button', { name: 'Tôi đã lưu' }).click();
    await waitForScreen(page, USERS_TITLE);
    expect(urlOf(page)).toBe('/admin/users?status=banned');
    await eventually(isJoined).toBe(true);

    // Two-factor is off again: the server closes the socket, and the panel must not treat it as a lost connection.
    await goToAccount(page);
    await secondFactor(page).getByRole('button', { name: 'Tắt xác thực hai lớp' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Tắt xác thực hai lớp' }).click();
    await page.getByRole('alert').getByText(WHY).waitFor();
    await page.getByRole('link', { name: 'Quản lý người dùng' }).click();
    await waitForScreen(page, ACCOUNT_TITLE);
    await page.clock.fastForward(10_000);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await page.getByText('Mất kết nối trực tiếp').count()).toBe(0);
  });
});
