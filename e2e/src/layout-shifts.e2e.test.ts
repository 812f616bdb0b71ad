import { expect, type Page } from '@playwright/test';
import { insertDecision } from '../../server/src/testing/moderation-factories.ts';
import { ACCOUNT_TITLE } from './harness/account.ts';
import { minutesAgo, storeConversation } from './harness/conversation.ts';
import { createPosts, createTravelPosts, createUser, createUsers } from './harness/data.ts';
import { spoil } from './harness/guarded-page.ts';
import { FONT_SHIFT, shifted, shiftsOf, watchShifts } from './harness/layout-shifts.ts';
import { bell, NOTIFICATIONS_TITLE, replaceNotifications } from './harness/notifications.ts';
import { createSubjects, DETAIL_TITLE, fileReport } from './harness/report-detail.ts';
import { createReports, REPORTS_TITLE } from './harness/report-list.ts';
import { DASHBOARD_TITLE, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { type Panel, test, WIDE } from './harness/test.ts';

/** The browser excludes shifts within 500 ms of an input, so responses are delayed for longer. */
const RESPONSE_DELAY_MS = 800;
const NAME = 'Nguyễn Thị Mai';

async function fill(panel: Panel) {
  await createUsers(panel.db, 60);
  await createReports(panel, 30);
  const { post } = await createSubjects(panel);
  const reportId = await fileReport(panel, { itemType: 'Post', itemId: post.id });
  await replaceNotifications(panel, 20);
  const user = await createUser(panel.db, { username: NAME, bio: 'Thích biển và núi' });
  await createPosts(panel.db, user.id, 12);
  await createTravelPosts(panel.db, user.id, 12);
  await insertDecision(panel.db, user.id);
  const texts = Array.from({ length: 40 }, (_, index) => ({ text: `Câu ${index + 1}`, at: minutesAgo(60 - index) }));
  await storeConversation(panel, user, texts);
  return { user, reportId };
}

/** Navigates like a link, without a page load. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

test.describe('screens', () => {
  for (const viewport of [WIDE, { width: 390, height: 844 }]) {
    test(`do not shift while their data loads, ${viewport.width} px wide`, async ({ panel }) => {
      const { user, reportId } = await fill(panel);
      const page = await panel.newPage({ viewport });
      await watchShifts(page);
      await spoil(page, /^\/api\//, { delayMs: RESPONSE_DELAY_MS });
      const screens: Array<{ path: string; title: string; last: string | RegExp }> = [
        { path: '/admin/dashboard', title: DASHBOARD_TITLE, last: 'Cập nhật lần cuối' },
        { path: '/admin/users', title: USERS_TITLE, last: NAME },
        { path: `/admin/users/${user.id}`, title: NAME, last: 'Bài viết số 12' },
        { path: '/admin/reports', title: REPORTS_TITLE, last: /Người báo 30/ },
        { path: `/admin/reports/${reportId}`, title: DETAIL_TITLE, last: /Lịch sử/ },
        { path: `/admin/chat?userId=${user.id}`, title: 'Chat', last: 'Câu 40' },
        { path: '/admin/policies', title: 'Quy tắc', last: 'Lừa đảo' },
        { path: '/admin/settings', title: 'Thiết lập', last: 'Lưu thiết lập' },
        { path: '/admin/audit', title: 'Nhật ký', last: /./ },
        { path: '/admin/account', title: ACCOUNT_TITLE, last: 'Phiên này' },
        { path: '/admin/notifications', title: NOTIFICATIONS_TITLE, last: 'Người gửi 20' },
        { path: '/admin/dashboard', title: DASHBOARD_TITLE, last: 'Cập nhật lần cuối' },
      ];
      await page.goto('/admin/dashboard');
      await page.getByRole('main').getByText('Cập nhật lần cuối').waitFor();
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      expect.soft(await shifted(page), 'a font that comes late').toBeLessThan(FONT_SHIFT);
      for (const { path, title, last } of screens) {
        const before = (await shiftsOf(page)).length;
        await goTo(page, path);
        await waitForScreen(page, title);
        await page.getByRole('main').getByText(last).locator('visible=true').first().waitFor();
        await page.waitForLoadState('networkidle');
        const moved = (await shiftsOf(page)).slice(before);
        expect.soft(moved, `${path} at ${viewport.width} px`).toEqual([]);
      }
    });
  }

  for (const viewport of [WIDE, { width: 390, height: 844 }]) {
    test(`do not shift when the number of unread notifications is received late, ${viewport.width} px wide`, async ({
      panel,
    }) => {
      await replaceNotifications(panel, 20);
      const page = await panel.newPage({ viewport });
      await watchShifts(page);
      const held = Promise.withResolvers<void>();
      await spoil(page, /^\/api\/admin\/notifications/, { until: held.promise });
      await page.goto('/admin/dashboard');
      await page.getByRole('main').getByText('Cập nhật lần cuối').waitFor();
      await page.evaluate(() => document.fonts.ready);
      const before = (await shiftsOf(page)).length;
      held.resolve();
      await bell(page, 20).waitFor();
      await page.waitForLoadState('networkidle');
      expect((await shiftsOf(page)).slice(before)).toEqual([]);
    });
  }
});
