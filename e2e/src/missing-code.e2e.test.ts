import { expect, type Page } from '@playwright/test';
import { pngOf } from '../../server/src/testing/test-images.ts';
import { choose, chosen, png, storedImages } from './harness/chat-images.ts';
import { eventuallyStored, openConversation, send } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { createReporter } from './harness/filed-reports.ts';
import { bell } from './harness/notifications.ts';
import { chooseStatus, createSubjects, fileReport, reportScreen } from './harness/report-detail.ts';
import { DASHBOARD_TITLE, toast, USERS_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, NARROW, test, WIDE } from './harness/test.ts';

const MISSING = 'Loading chunk failed';
const USERS_CODE = /users-screen-.*\.js$/;
const IDLE_CODE = /idle-hosts-.*\.js$/;
const TOASTER_CODE = /toaster-.*\.js$/;
const PARTS_CODE = /(?:message-search-bar|attachment-tray)-.*\.js$/;

/** Files that the page cannot load until it is called. */
async function withhold(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort('connectionfailed'));
  return () => page.unroute(files);
}
const retryButton = (page: Page) => page.getByRole('button', { name: 'Thử lại' });

test.describe('screens: code that fails to load', () => {
  test.beforeEach(({ panel }) => panel.expectProblem(/Failed to load resource|Loading chunk failed/));

  test('of a screen: an error is shown, and the screen opens without a reload once it is loaded', async ({ panel }) => {
    const page = await panel.open('/admin/dashboard', { viewport: NARROW });
    await waitForScreen(page, DASHBOARD_TITLE);
    const release = await withhold(page, USERS_CODE);
    await page.getByRole('button', { name: 'Mở menu' }).click();
    await page.getByRole('link', { name: 'Quản lý người dùng' }).click();
    await page.getByRole('alert').getByText(MISSING).waitFor();
    await page.getByText('Chưa tải được trang, kiểm tra mạng rồi thử lại').waitFor();
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
    await release();
    await waitForScreen(page, USERS_TITLE);
    expect(urlOf(page)).toBe('/admin/users');
    expect(await page.locator('body[data-same-page]').count()).toBe(1);
  });

  test('of a screen: “Thử lại” reloads the page when it fails again although the server responds', async ({
    panel,
  }) => {
    const page = await panel.open('/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    const release = await withhold(page, USERS_CODE);
    await page.getByRole('link', { name: 'Quản lý người dùng' }).click();
    await page.getByRole('alert').getByText(MISSING).waitFor();
    const reloaded = page.waitForEvent('domcontentloaded');
    await retryButton(page).click();
    await reloaded;
    await release();
    await waitForScreen(page, USERS_TITLE);
  });

  test('of the live connection: the header says so until it is loaded', async ({ panel }) => {
    const reporter = await createReporter(panel, 'Người báo');
    const page = await panel.newPage({ viewport: WIDE });
    const release = await withhold(page, IDLE_CODE);
    await page.goto('/admin/dashboard');
    const notice = page.getByRole('banner').getByRole('status').getByText(MISSING);
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport);
      await notice.first().waitFor();
      await retryButton(page).waitFor();
    }
    await release();
    await expect(notice).toHaveCount(0);
    await reporter.file();
    await bell(page, 1).waitFor();
  });

  test('of parts of a conversation: says so, sends no image without a preview, and opens them once they are loaded', async ({
    panel,
  }) => {
    const user = await createUser(panel.db);
    const page = await openConversation(await panel.newPage(), user);
    const image = png('biển.png', await pngOf({ width: 60, height: 30 }));
    const release = await withhold(page, PARTS_CODE);
    const search = page.getByRole('button', { name: 'Tìm trong cuộc trò chuyện' });
    await search.click();
    const notice = page.getByRole('banner').getByRole('status').getByText(MISSING);
    await notice.first().waitFor();
    await choose(page, [image, image]);
    await toast(page, 'Không thể mở, vui lòng thử lại').waitFor();
    await send(page, user, 'Chỉ có chữ');
    await eventuallyStored(panel, user, ['Chỉ có chữ']);
    await release();
    await expect(notice).toHaveCount(0);
    await choose(page, [image]);
    await expect(chosen(page)).toHaveCount(1);
    expect(await storedImages(panel, user)).toMatchObject([{ type: 'text' }]);
    await search.click();
    await page.getByRole('textbox', { name: 'Tìm tin nhắn trong cuộc trò chuyện' }).waitFor();
  });

  test('of the toasts: their texts are shown without it', async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const id = await fileReport(panel, { itemType: 'Post', itemId: post.id });
    const page = await panel.newPage();
    const release = await withhold(page, TOASTER_CODE);
    await page.goto(reportScreen(id));
    await chooseStatus(page, 'Đang xem xét');
    await page.getByRole('status').getByText('Đã cập nhật trạng thái báo cáo').waitFor();
    await release();
    await toast(page, 'Đã cập nhật trạng thái báo cáo').waitFor();
  });

  test('of the whole page: the page says so, keeps the input, and works once it is loaded', async ({ panel }) => {
    const { email } = await createUser(panel.db);
    const page = await panel.newPage({ signedIn: false });
    const release = await withhold(page, /\/app-[^/]*\.(?:js|css)$/);
    await page.goto('/login');
    await page.getByRole('alert').getByText(MISSING).waitFor();
    await retryButton(page).waitFor();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await release();
    await eventually(() => page.locator('html[data-live]').count()).toBe(1);
    await expect(page.getByText(MISSING)).toHaveCount(0);
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Be Vietnam Pro');
  });
});
