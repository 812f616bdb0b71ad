import { expect } from '@playwright/test';
import { Key } from 'selenium-webdriver';
import { chatUrl, storedTexts } from './harness/conversation.ts';
import { openApp } from './harness/delivery.ts';
import { createReports, REPORTS_SCREEN, storedReport } from './harness/report-list.ts';
import { eventually } from './harness/test.ts';
import { test } from './harness/webkit.ts';
import { find, gone, press, waitForScreen } from './harness/webkit-page.ts';
import { having, named, row, toast } from './harness/xpaths.ts';

test('sign-in: a wrong password, then the right one → the message, then the requested screen, also after a reload', async ({
  webkit,
}) => {
  const { page, system } = webkit;
  await webkit.open(REPORTS_SCREEN, { signedIn: false });
  await (await find(page, named('input', 'Email'))).sendKeys(system.admin.email);
  const password = await find(page, named('input', 'Mật khẩu'));
  await password.sendKeys('sai mật khẩu');
  await (await find(page, named('button', 'Đăng nhập'))).click();
  await find(page, '//*[@role="alert"]');
  await password.clear();
  await password.sendKeys(system.admin.password, Key.ENTER);
  await waitForScreen(page, 'Quản lý Báo cáo');
  await page.navigate().refresh();
  await waitForScreen(page, 'Quản lý Báo cáo');
});

test('report list: two reports by keyboard alone, one undone → each has its status, and the focus moves on', async ({
  webkit,
}) => {
  const { page } = webkit;
  const [first, second] = (await createReports(webkit, 3)).map(({ id }) => id).reverse();
  const status = async (id = '') => (await storedReport(webkit, id))?.status;
  const hasFocus = (text: string) =>
    eventually(() => page.executeScript(() => document.activeElement?.closest('[data-row]')?.textContent)).toContain(
      text,
    );
  await webkit.open(`${REPORTS_SCREEN}?status=pending`);
  await find(page, row('Người báo 03'));
  await press(page, 'j');
  await hasFocus('Người báo 03');
  await press(page, '3');
  await gone(page, row('Người báo 03'));
  await hasFocus('Người báo 02');
  await press(page, '4');
  await gone(page, row('Người báo 02'));
  await eventually(() => Promise.all([first, second].map(status))).toEqual(['resolved', 'rejected']);
  await (await find(page, toast('Từ chối'), named('button', 'Hoàn tác'))).click();
  await find(page, row('Người báo 02'));
  await eventually(() => status(second)).toBe('pending');
});

test('chat: a message of the app user, one typed in answer → each is shown at both', async ({ webkit }) => {
  const { page } = webkit;
  const user = await openApp(webkit, 'Trần Thị Lan');
  const log = `//*[@role="log"][@aria-label="Tin nhắn với ${user.username}"]`;
  await webkit.open(chatUrl(user));
  const box = await find(page, named('textarea', `Tin nhắn gửi ${user.username}`));
  await user.write('Đường nào ra biển?');
  await find(page, log, having('p', 'Đường nào ra biển?'));
  await box.sendKeys('Rẽ phải ở hải đăng', Key.ENTER);
  await eventually(() => user.received).toEqual(['Rẽ phải ở hải đăng']);
  await find(page, log, having('*', 'Đã gửi'));
  expect(await storedTexts(webkit, user)).toEqual(['Đường nào ra biển?', 'Rẽ phải ở hải đăng']);
});
