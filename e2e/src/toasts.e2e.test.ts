import { expect, type Page } from '@playwright/test';
import { breakable } from './harness/breakable-socket.ts';
import { box, chatUrl } from './harness/conversation.ts';
import { uniqueName } from './harness/data.ts';
import { createReporter } from './harness/filed-reports.ts';
import { shiftsOf, watchShifts } from './harness/layout-shifts.ts';
import { NOTIFICATIONS_TITLE, replaceNotifications, untilLive } from './harness/notifications.ts';
import {
  chooseStatus,
  createSubjects,
  DETAIL_TITLE,
  fileReport,
  reportScreen,
  statusBox,
} from './harness/report-detail.ts';
import { REPORTS_TITLE } from './harness/report-list.ts';
import { hold, toast, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const WIDTHS = [1440, 1024, 390, 320] as const;
const LOST = 'Mất kết nối trực tiếp, đang tự kết nối lại...';

/** The names of the controls that a toast, or another element of this selector, covers. */
const covered = (page: Page, by = '[data-sonner-toaster]') =>
  page.evaluate((selector) => {
    const names: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      if (control.closest(selector) || left === right) continue;
      for (const [x, y] of [
        [(left + right) / 2, (top + bottom) / 2],
        [left + 3, top + 3],
        [right - 3, top + 3],
        [left + 3, bottom - 3],
        [right - 3, bottom - 3],
      ]) {
        if (document.elementFromPoint(x ?? 0, y ?? 0)?.closest(selector)) {
          names.push(control.getAttribute('aria-label') ?? control.textContent ?? control.localName);
          break;
        }
      }
    }
    return names;
  }, by);

async function openAt(panel: Panel, width: number, screen: string, title: string): Promise<Page> {
  const page = await panel.newPage({ viewport: { width, height: 800 } });
  await watchShifts(page);
  await untilLive(page, () => page.goto(screen));
  await waitForScreen(page, title);
  return page;
}

/** Files a report, and checks that its toast covers no control and moves none. */
async function expectClear(page: Page, reporter: Awaited<ReturnType<typeof createReporter>>): Promise<void> {
  const shifts = (await shiftsOf(page)).length;
  await reporter.file();
  await toast(page, reporter.username).waitFor();
  await eventually(() => covered(page)).toEqual([]);
  expect((await shiftsOf(page)).slice(shifts)).toEqual([]);
}

test.describe('toast', () => {
  for (const width of WIDTHS) {
    test(`live notification, ${width} px: covers no control of any screen, and moves nothing`, async ({ panel }) => {
      await replaceNotifications(panel, 3);
      const reporter = await createReporter(panel, uniqueName('Phạm Thị Thu'));
      await reporter.file();
      await reporter.file();

      const chat = await openAt(panel, width, chatUrl(reporter), 'Chat');
      await box(chat, reporter).waitFor();
      await expectClear(chat, reporter);
      await chat.getByRole('button', { name: 'Tìm trong cuộc trò chuyện' }).click();
      await chat.close();

      const users = await openAt(panel, width, '/admin/users?status=active', USERS_TITLE);
      await users.getByRole('button', { name: 'Hiện bộ lọc' }).click();
      await users.getByRole('button', { name: 'Đặt lại bộ lọc' }).waitFor();
      await expectClear(users, reporter);
      await users.getByRole('button', { name: 'Đặt lại bộ lọc' }).click();
      await users.close();

      const report = await openAt(panel, width, '/admin/reports', REPORTS_TITLE);
      await report.getByRole('link', { name: 'Chi tiết' }).first().click();
      await waitForScreen(report, DETAIL_TITLE);
      await report.getByRole('button', { name: 'Báo cáo sau' }).waitFor();
      await expectClear(report, reporter);
      await report.getByRole('button', { name: 'Báo cáo sau' }).click();
      await report.close();
    });
  }

  for (const width of WIDTHS) {
    test(`of the notification screen itself, ${width} px: covers no control`, async ({ panel }) => {
      await replaceNotifications(panel, 8);
      const page = await openAt(panel, width, '/admin/notifications', NOTIFICATIONS_TITLE);
      await page.getByRole('button', { name: 'Đánh dấu tất cả đã đọc' }).click();
      await hold(toast(page, 'Đã đánh dấu tất cả đã đọc'));
      await eventually(() => covered(page)).toEqual([]);
    });
  }

  for (const width of WIDTHS) {
    test(`with an undo, ${width} px: covers no control of the report`, async ({ panel }) => {
      const { post } = await createSubjects(panel);
      const id = await fileReport(panel, { itemType: 'Post', itemId: post.id });
      const page = await openAt(panel, width, reportScreen(id), DETAIL_TITLE);
      await chooseStatus(page, 'Đang xem xét');
      await toast(page, 'Đã cập nhật trạng thái báo cáo').waitFor();
      await statusBox(page).scrollIntoViewIfNeeded();
      await eventually(() => covered(page)).toEqual([]);
    });
  }
});

test.describe('connection banner', () => {
  for (const width of WIDTHS) {
    test(`${width} px: covers neither the name of the conversation's user nor any control`, async ({ panel }) => {
      const reporter = await createReporter(panel, uniqueName('Lê Thị Hoa'));
      const page = await panel.newPage({ viewport: { width, height: 800 } });
      const connection = await breakable(page);
      await page.goto(chatUrl(reporter));
      await box(page, reporter).waitFor();
      await page.waitForLoadState('networkidle');
      await connection.cut();
      const line = page.getByRole('status').filter({ hasText: LOST });
      await line.waitFor();
      const name = page.getByRole('heading', { name: reporter.username });
      const [top, bottom] = [await name.boundingBox(), await line.boundingBox()];
      expect((bottom?.y ?? 0) + (bottom?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0);
      expect(await covered(page, '[role="status"]')).toEqual([]);
      const header = page.getByRole('banner');
      expect(await header.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
      connection.mend();
      await page.getByRole('button', { name: 'Kết nối lại' }).click();
      await line.waitFor({ state: 'hidden' });
    });
  }
});
