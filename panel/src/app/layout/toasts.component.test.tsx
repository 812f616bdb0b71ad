import { listCannedReplies } from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import { listChatUsers, listMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import { getReport, listReports, setReportStatus } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import {
  listNotifications,
  markAllNotificationsRead,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import { notificationAdded } from '@hai-dang/contract/notifications/notifications.events.ts';
import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { watchShifts } from '../../testing/layout-shifts.ts';
import { pageSocket } from '../../testing/page-socket.ts';
import { decidable } from '../../testing/report-backend.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import {
  lastPage,
  SAMPLE_CHAT_USER,
  SAMPLE_MESSAGE,
  SAMPLE_NOTIFICATION,
  SAMPLE_REPORT,
  SAMPLE_REPORT_DETAIL,
  samplePolicy,
} from '../../testing/samples.ts';
import { notificationPage, renderWholePanel, waitForScreen } from '../../testing/whole-panel.tsx';

const WIDTHS = [1440, 1024, 390, 320];
const LOADED = { timeout: 10_000 };
/** The line is shown after five seconds. */
const SHOWN_LATE_MS = 30_000;
const LOST = 'Mất kết nối trực tiếp, đang tự kết nối lại...';

/** The names of the controls that a toast, or another element of this selector, covers. */
function covered(by = '[data-sonner-toaster]'): string[] {
  const names: string[] = [];
  for (const control of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    if (control.closest(by) || left === right) continue;
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 3, top + 3],
      [right - 3, top + 3],
      [left + 3, bottom - 3],
      [right - 3, bottom - 3],
    ] as const;
    if (points.some(([x, y]) => document.elementFromPoint(x, y)?.closest(by)))
      names.push(control.getAttribute('aria-label') || control.textContent || control.localName);
  }
  return names;
}
const toast = (text: string) =>
  expect.poll(
    () => [...document.querySelectorAll('[data-sonner-toast]')].some(({ textContent }) => textContent?.includes(text)),
    LOADED,
  );

function respondToChat(): void {
  respondTo(listChatUsers, () => ({
    success: true,
    data: {
      users: [SAMPLE_CHAT_USER],
      statistics: { totalOnline: 1, verifiedCount: 0, normalUserCount: 1 },
      timestamp: '2026-11-21T00:00:00.000Z',
      nextCursor: null,
      isRanked: false,
    },
  }));
  respondTo(listCannedReplies, () => ({ success: true, data: [] }));
  respondTo(getUserDetail, () => {
    throw new ErrorResponse('USER_NOT_FOUND');
  });
  respondTo(listMessages, () => ({
    success: true,
    data: [SAMPLE_MESSAGE],
    conversation: { lastSeq: 1, userReadSeq: 0, adminReadSeq: 1 },
  }));
}
function respondToReport(): void {
  respondTo(listReports, () => lastPage([SAMPLE_REPORT, { ...SAMPLE_REPORT, _id: 'other' }]));
  respondTo(listPolicies, () => ({ success: true, data: [samplePolicy()] }));
  let change: Pick<Report, 'status' | 'version'> = SAMPLE_REPORT;
  respondTo(getReport, () => ({
    success: true,
    data: { ...SAMPLE_REPORT_DETAIL, status: change.status, version: change.version },
  }));
  respondTo(setReportStatus, ({ body: { status } }) => {
    change = { status, version: 2 };
    return { success: true, data: { ...SAMPLE_REPORT, ...change } };
  });
}

const SCREENS = {
  chat: ['/admin/chat?userId=lan', () => expect.element(page.getByText('tin 1').last(), LOADED).toBeVisible()],
  users: ['/admin/users?status=active', () => waitForScreen('Quản lý người dùng')],
  report: [
    '/admin/reports/report',
    () => expect.element(page.getByRole('button', { name: 'Báo cáo sau' }), LOADED).toBeVisible(),
  ],
} as const;

describe.each(WIDTHS)('toasts, %i px', (width) => {
  beforeEach(async () => {
    await page.viewport(width, 800);
    onTestFinished(() => page.viewport(1280, 800));
  });

  test.each(Object.keys(SCREENS) as (keyof typeof SCREENS)[])(
    'a live notification on the screen %s → covers no control, and moves nothing',
    async (name) => {
      const [path, isShown] = SCREENS[name];
      await renderWholePanel(path, () => {
        respondToChat();
        respondToReport();
      });
      await isShown();
      if (name === 'users') {
        await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
        await expect.element(page.getByRole('button', { name: 'Đặt lại bộ lọc' }), LOADED).toBeVisible();
      }
      const shifts = await watchShifts();
      pageSocket.emit(notificationAdded, { id: 'n1', notification: { ...SAMPLE_NOTIFICATION, senderName: 'Thu' } });
      await toast('Thu').toBe(true);
      await expect.poll(() => covered()).toEqual([]);
      expect(shifts()).toEqual([]);
    },
  );

  test('all notifications are marked → their toast covers no control of the list', async () => {
    const eight = Array.from({ length: 8 }, (_, index) => ({
      ...SAMPLE_NOTIFICATION,
      _id: `n${index}`,
      senderName: `Người gửi ${index}`,
    }));
    await renderWholePanel('/admin/notifications', () => {
      respondTo(listNotifications, () => notificationPage(eight));
      respondTo(markAllNotificationsRead, () => ({ success: true }));
    });
    const markAll = page.getByRole('button', { name: 'Đánh dấu tất cả đã đọc' });
    await expect.element(markAll, LOADED).toBeVisible();
    await markAll.click();
    await toast('Đã đánh dấu tất cả đã đọc').toBe(true);
    await userEvent.hover(page.getByText('Đã đánh dấu tất cả đã đọc'));
    await expect.poll(() => covered()).toEqual([]);
  });

  test('a status of a report → the toast with its undo covers no control', async () => {
    await renderWholePanel('/admin/reports/report', () => {
      respondToReport();
      respondTo(listReports, () => lastPage([SAMPLE_REPORT]));
    });
    const status = page.getByRole('button', { name: /^Trạng thái / });
    await expect.element(status, LOADED).toBeInTheDocument();
    await decidable();
    await status.click();
    await page.getByRole('menuitemradio', { name: 'Đang xem xét' }).click();
    await toast('Đã cập nhật trạng thái báo cáo').toBe(true);
    // A toast under the pointer stays where it is.
    await userEvent.hover(page.getByRole('banner'));
    await expect.poll(() => covered()).toEqual([]);
  });
});

test(
  'connection: lost, at each width → its line covers neither the name of the conversation’s user nor any control',
  async () => {
    onTestFinished(() => page.viewport(1280, 800));
    await renderWholePanel('/admin/chat?userId=lan', respondToChat);
    await expect.element(page.getByText('tin 1').last(), LOADED).toBeVisible();
    pageSocket.cut();
    const line = page.getByRole('status').getByText(LOST);
    await expect.element(line, { timeout: SHOWN_LATE_MS }).toBeInTheDocument();
    for (const width of WIDTHS) {
      await page.viewport(width, 800);
      const status = line.element().closest('[role=status]')?.getBoundingClientRect();
      const name = page.getByRole('heading', { name: 'Lan', exact: true }).element().getBoundingClientRect();
      expect(status?.bottom, `${width} px`).toBeLessThanOrEqual(name.top);
      expect(covered('[role="status"]'), `${width} px`).toEqual([]);
      const header = page.getByRole('banner').element();
      expect(header.scrollWidth, `${width} px`).toBeLessThanOrEqual(header.clientWidth);
    }
    pageSocket.mend();
    await page.getByRole('button', { name: 'Kết nối lại' }).click();
    await expect.element(line, LOADED).not.toBeInTheDocument();
  },
  SHOWN_LATE_MS,
);
