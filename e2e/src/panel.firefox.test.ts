import { expect } from '@playwright/test';
import type { Page } from 'puppeteer-core';
import { insertAdmin } from '../../server/src/testing/factories.ts';
import { createReporter } from './harness/filed-reports.ts';
import { type Firefox, test } from './harness/firefox.ts';
import { find, hasValue, shown, waitForScreen } from './harness/firefox-page.ts';
import { JOINED, NEW_REPORT, NOTIFICATIONS_TITLE, replaceNotifications } from './harness/notifications.ts';
import { createReports, REPORTS_SCREEN, storedReport } from './harness/report-list.ts';
import { eventually } from './harness/test.ts';
import { having, named, row, toast } from './harness/xpaths.ts';

const SETTINGS_SCREEN = '/admin/settings';
const APPEAL_HOURS = named('input', 'Hạn xử lý khiếu nại (giờ)');
const SAVE = named('button', 'Lưu thiết lập');
const EMAIL = named('input', 'Email');
const PASSWORD = named('input', 'Mật khẩu');
const SIGN_IN = named('button', 'Đăng nhập');

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** Opens a screen and waits until its socket has joined the administrators' room. */
async function openLive(firefox: Firefox, screen: string): Promise<Page> {
  const page = await firefox.newPage();
  // Puppeteer shows no frames of Firefox's sockets.
  await page.evaluateOnNewDocument((joined) => {
    const { WebSocket: Socket } = globalThis;
    globalThis.WebSocket = class extends Socket {
      constructor(...args: ConstructorParameters<typeof Socket>) {
        super(...args);
        this.addEventListener('message', ({ data }) => {
          if (new RegExp(joined).test(String(data))) document.documentElement.toggleAttribute('data-joined', true);
        });
      }
    };
  }, JOINED.source);
  await page.goto(firefox.system.baseUrl + screen);
  await page.waitForSelector('[data-joined]');
  return page;
}

test('sign-in: a wrong password, then the right one → the message, then the requested screen and a stored session', async ({
  firefox,
}) => {
  const { email, password } = firefox.system.admin;
  const page = await firefox.open(REPORTS_SCREEN, { signedIn: false });
  await find(page, EMAIL).fill(email);
  await find(page, PASSWORD).fill('sai mật khẩu');
  await find(page, SIGN_IN).click();
  await shown(page, '//*[@role="alert"]');
  await find(page, PASSWORD).fill(password);
  await page.keyboard.press('Enter');
  await waitForScreen(page, 'Quản lý Báo cáo');
  expect(await tokenOf(page)).toMatch(/^Bearer ./);
  await page.reload();
  await waitForScreen(page, 'Quản lý Báo cáo');
});

test('notification of a new report: a press on its toast → the notifications, then the report', async ({ firefox }) => {
  await replaceNotifications(firefox, 1);
  const reporter = await createReporter(firefox, 'Nguyễn Thị Lan');
  const page = await openLive(firefox, '/admin/dashboard');
  const id = await reporter.file();
  await shown(page, named('a', 'Thông báo, 2 chưa đọc'));
  await eventually(() => page.title()).toMatch(/^\(2\) /);
  await find(page, toast(reporter.username), '//button').click();
  await waitForScreen(page, NOTIFICATIONS_TITLE);
  await find(page, '//ul[@aria-label="Danh sách thông báo"]/li[1]', having('button', NEW_REPORT)).click();
  await eventually(() => new URL(page.url()).pathname).toBe(`${REPORTS_SCREEN}/${id}`);
});

test('settings: an invalid number, then a valid one → the error at its field, then it is stored and at the others', async ({
  firefox,
}) => {
  const page = await firefox.open(SETTINGS_SCREEN);
  const other = await firefox.open(SETTINGS_SCREEN, {
    as: await insertAdmin(firefox.db, { username: 'Quản trị Bình' }),
  });
  await hasValue(other, APPEAL_HOURS, '48');
  await find(page, APPEAL_HOURS).fill('0');
  await find(page, SAVE).click();
  await shown(page, having('p', 'Hạn xử lý từ 1 đến 720 giờ'));
  await find(page, APPEAL_HOURS).fill('24');
  await find(page, SAVE).click();
  await shown(page, toast('Đã lưu thiết lập'));
  await hasValue(other, APPEAL_HOURS, '24');
  await page.reload();
  await hasValue(page, APPEAL_HOURS, '24');
});

test('two tabs: a report is resolved in one, and the other signs out → shown in the other, and the first shows the login', async ({
  firefox,
}) => {
  const [report] = await createReports(firefox, 1);
  const first = await firefox.open(REPORTS_SCREEN);
  await shown(first, row('Người báo 01'));
  const second = await firefox.openTab(first, REPORTS_SCREEN);
  await shown(second, row('Người báo 01'), having('*', 'Chờ xử lý'));
  await first.bringToFront();
  await first.keyboard.press('j');
  await first.keyboard.press('3');
  await eventually(async () => (await storedReport(firefox, report?.id ?? ''))?.status).toBe('resolved');
  await second.bringToFront();
  await shown(second, row('Người báo 01'), having('*', 'Đã xử lý'));
  await find(second, named('button', 'Đăng xuất')).click();
  await waitForScreen(second, 'Đăng nhập');
  await first.bringToFront();
  await waitForScreen(first, 'Đăng nhập');
  expect(await tokenOf(first)).toBeNull();
});
