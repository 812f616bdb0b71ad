// npm run guide:images: draws the images of the administrators' guide (docs/huong-dan.md) from fresh demo data.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { findBrowsers } from '../../scripts/lib/browsers.mjs';
import { buildPanel, isPanelFresh } from '../../scripts/lib/panel.mjs';
import { DEMO_ADMIN_LOGIN } from '../../server/src/app/demo-logins.ts';
import { breakable } from './harness/breakable-socket.ts';
import { openPalette, optionsOf, paletteField } from './harness/palette.ts';
import { chooseStatus, statusBox } from './harness/report-detail.ts';
import { REPORTS_SCREEN, reportTable } from './harness/report-list.ts';
import { DASHBOARD_TITLE, signIn, waitForScreen } from './harness/screens.ts';
import { startServerProcess } from './harness/server-process.ts';

const IMAGES_DIR = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
const QUALITY = 80;
/** For images and fonts, once all that a scene waits for is shown. */
const SETTLE_MS = 1_000;
/** More than the demo data disables one after the other. */
const REPORTED_USERS_MAX = 8;

interface Scene {
  readonly name: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Leads from the dashboard to what the image shows. */
  readonly show: (page: Page) => Promise<void>;
}

const WIDE = { width: 1200, height: 700 };

const searchBox = (page: Page) => page.getByPlaceholder('Tìm người hoặc tin nhắn...');
const reportRows = (page: Page) => reportTable(page).getByRole('row').filter({ hasText: 'Chi tiết' });

/** Opens the conversation with the user of the demo data. */
async function openChat(page: Page): Promise<Locator> {
  await page.goto('/admin/chat');
  await searchBox(page).fill('Nguyễn Thị Mai');
  await page
    .getByRole('link', { name: /^Nguyễn Thị Mai/ })
    .first()
    .click();
  const composer = page.getByRole('textbox', { name: 'Tin nhắn gửi Nguyễn Thị Mai' });
  await composer.waitFor();
  await searchBox(page).fill('');
  return composer;
}

async function openReport(page: Page, index = 0): Promise<void> {
  await page.goto(`${REPORTS_SCREEN}?status=pending&type=Post`);
  await reportRows(page).nth(index).getByRole('link', { name: 'Chi tiết' }).click();
  await statusBox(page).waitFor();
}

async function openDecision(page: Page): Promise<void> {
  await openReport(page);
  await page.getByRole('button', { name: 'Vi phạm…', exact: true }).click();
  await page.getByRole('radio', { name: /^Spam và quảng cáo/ }).check();
}

/** Opens the page of a user with open reports, whose account is not disabled: everything can still be done. */
async function openReportedUser(page: Page): Promise<void> {
  for (let index = 0; index < REPORTED_USERS_MAX; index += 1) {
    await openReport(page, index);
    await page.getByRole('region', { name: 'Tóm tắt' }).getByRole('link').first().click();
    await page.getByRole('region', { name: 'Hồ sơ vi phạm' }).waitFor();
    if (await page.getByRole('main').getByText('Bình thường', { exact: true }).isVisible()) return;
  }
  throw new Error('the demo data has no reported user whose account is in order');
}

const SCENES: readonly Scene[] = [
  {
    name: 'guide-work',
    ...WIDE,
    show: async (page) => {
      await page.getByRole('region', { name: 'Việc đang chờ' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'guide-notes',
    ...WIDE,
    show: async (page) => {
      await openReportedUser(page);
      const notes = page.getByRole('region', { name: 'Ghi chú về tài khoản' });
      await notes.getByRole('textbox').fill('Đã gọi điện, hẹn trả lời trước thứ Sáu.');
      await notes.getByRole('button', { name: 'Lưu ghi chú' }).click();
      await notes.getByRole('listitem').first().waitFor();
      await notes.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'guide-spam-wave',
    ...WIDE,
    show: async (page) => {
      await openReportedUser(page);
      await page.getByRole('button', { name: 'Xử lý đợt spam' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Thực hiện' }).waitFor();
    },
  },
  {
    name: 'guide-statistics',
    ...WIDE,
    show: async (page) => {
      await page.goto('/admin/statistics');
      await page.getByRole('region', { name: 'Trong khoảng này' }).waitFor();
    },
  },
  {
    name: 'guide-administrators',
    width: 1200,
    height: 480,
    show: async (page) => {
      await page.goto('/admin/administrators');
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'guide-user',
    width: 1200,
    height: 640,
    show: async (page) => {
      await page.goto('/admin/users?search=Nguy%E1%BB%85n');
      await page.getByRole('link', { name: 'Chi tiết' }).nth(1).click();
      await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
      await page.getByRole('menuitem', { name: 'Xóa tài khoản' }).waitFor();
    },
  },
  {
    name: 'guide-reports',
    ...WIDE,
    show: async (page) => {
      await page.goto(`${REPORTS_SCREEN}?status=pending`);
      for (const index of [0, 2, 3]) await reportRows(page).nth(index).getByRole('checkbox').check();
    },
  },
  {
    name: 'guide-phone',
    width: 390,
    height: 780,
    show: async (page) => {
      await page.goto(`${REPORTS_SCREEN}?status=pending`);
      await reportRows(page).first().waitFor();
    },
  },
  {
    name: 'guide-palette',
    ...WIDE,
    show: async (page) => {
      await openPalette(page);
      await paletteField(page).fill('nguyen thi');
      await optionsOf(page, 'Người dùng').first().waitFor();
    },
  },
  {
    name: 'guide-chat',
    width: 1440,
    height: 800,
    show: async (page) => {
      await openChat(page);
      const account = page.getByRole('complementary', { name: 'Thông tin của Nguyễn Thị Mai' });
      await account.getByRole('region', { name: 'Tài khoản' }).waitFor();
    },
  },
  {
    name: 'guide-canned-replies',
    ...WIDE,
    show: async (page) => {
      const composer = await openChat(page);
      await composer.pressSequentially('/ch');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'guide-offline',
    ...WIDE,
    show: async (page) => {
      const connection = await breakable(page);
      const composer = await openChat(page);
      await connection.cut();
      await composer.fill('Bạn gửi giúp mình ảnh chụp màn hình bài ấy nhé.');
      await composer.press('Enter');
      await page.getByText('Đang gửi, chờ kết nối').waitFor();
      await page.getByText('Mất kết nối trực tiếp, đang tự kết nối lại...').first().waitFor();
    },
  },
  {
    name: 'guide-content',
    ...WIDE,
    show: async (page) => {
      await page.goto('/admin/content?q=bien');
      await page.getByRole('grid', { name: 'Danh sách nội dung' }).locator('[data-row]').nth(3).waitFor();
    },
  },
  { name: 'guide-decision', width: 1200, height: 860, show: openDecision },
  {
    name: 'guide-objection',
    ...WIDE,
    show: async (page) => {
      await page.goto('/admin/appeals');
      await page.getByRole('row').filter({ hasText: 'Quá hạn' }).waitFor();
    },
  },
  {
    name: 'guide-record',
    ...WIDE,
    show: async (page) => {
      await page.goto('/admin/users?suspended=true');
      await page.getByRole('link', { name: 'Chi tiết' }).first().click();
      await page.getByRole('region', { name: 'Hồ sơ vi phạm' }).waitFor();
    },
  },
  {
    name: 'guide-recent-actions',
    ...WIDE,
    show: async (page) => {
      await openReport(page);
      await chooseStatus(page, 'Đã xử lý');
      await page.getByRole('button', { name: 'Việc vừa làm' }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'guide-report',
    width: 1200,
    height: 860,
    show: async (page) => {
      await openReport(page);
      await chooseStatus(page, 'Đã xử lý');
      await page.getByRole('button', { name: 'Hoàn tác' }).waitFor();
    },
  },
];

async function draw(browser: Browser, baseUrl: string, { name, width, height, show }: Scene): Promise<void> {
  const viewport = { width, height };
  const context = await browser.newContext({ baseURL: baseUrl, viewport, locale: 'vi-VN', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/');
  await signIn(page, DEMO_ADMIN_LOGIN);
  await waitForScreen(page, DASHBOARD_TITLE);
  await show(page);
  await page.waitForTimeout(SETTLE_MS);
  const session = await context.newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await writeFile(path.join(IMAGES_DIR, `${name}.webp`), data, 'base64');
  process.stdout.write(`docs/images/${name}.webp\n`);
  await context.close();
}

const [found] = findBrowsers();
if (!found) throw new Error('there is no Chromium: apt-get install chromium-headless-shell');
if (!isPanelFresh()) await buildPanel();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-guide-'));
const server = await startServerProcess({ DATA_DIR: dataDir, DEMO_DATA: '1' });
const browser = await chromium.launch({
  executablePath: found.path,
  args: FLAGS,
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
});
try {
  for (const scene of SCENES) await draw(browser, server.baseUrl, scene);
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
