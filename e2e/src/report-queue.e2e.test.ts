import { expect, type Page } from '@playwright/test';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import {
  createSubjects,
  DETAIL_TITLE,
  fileReport,
  noteBox,
  reportScreen,
  section,
  statusBox,
  statusCall,
} from './harness/report-detail.ts';
import {
  createReports,
  REPORTS_CALL,
  REPORTS_SCREEN,
  reportTable,
  silenceSocket,
  storedReport,
} from './harness/report-list.ts';
import { toast, urlOf, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, type Panel, test } from './harness/test.ts';

const shownReporter = (page: Page) => section(page, 'Báo cáo').locator('dd').first();

async function openFirst(page: Page): Promise<void> {
  await reportTable(page).getByRole('link').first().click();
  await waitForScreen(page, DETAIL_TITLE);
}

test.describe('report queue', () => {
  test('is decided one by one by keys alone, and Back leads to the list', BY_KEYBOARD, async ({ panel }) => {
    // Newest first: 5, 4, 3, 2, 1.
    const rows = await createReports(panel, 5);
    const page = await panel.open(`${REPORTS_SCREEN}?status=pending`);
    await openFirst(page);
    await page.getByText('1 / 5', { exact: true }).waitFor();
    await shownReporter(page).getByText('Người báo 05').waitFor();
    await page.keyboard.press('3');
    await shownReporter(page).getByText('Người báo 04').waitFor();
    await page.getByText('2 / 5', { exact: true }).waitFor();
    await eventually(async () => (await storedReport(panel, rows[4]?.id ?? ''))?.status).toBe('resolved');
    await page.keyboard.press('4');
    await shownReporter(page).getByText('Người báo 03').waitFor();
    await page.keyboard.press('k');
    await shownReporter(page).getByText('Người báo 04').waitFor();
    await page.keyboard.press('k');
    await shownReporter(page).getByText('Người báo 05').waitFor();
    await page.getByRole('button', { name: 'Báo cáo sau' }).click();
    await shownReporter(page).getByText('Người báo 04').waitFor();
    expect((await storedReport(panel, rows[3]?.id ?? ''))?.status).toBe('rejected');
    await page.goBack();
    await eventually(() => urlOf(page)).toBe(`${REPORTS_SCREEN}?status=pending`);
    await expect(reportTable(page).locator('[data-row]')).toHaveCount(3);
  });

  test('is opened one by one with the next button, which keeps the focus', BY_KEYBOARD, async ({ panel }) => {
    await createReports(panel, 3);
    const page = await panel.open(REPORTS_SCREEN);
    await openFirst(page);
    const next = page.getByRole('button', { name: 'Báo cáo sau' });
    await next.focus();
    for (const reporter of ['Người báo 02', 'Người báo 01']) {
      await page.keyboard.press('Enter');
      await shownReporter(page).getByText(reporter).waitFor();
      await expect(next).toBeFocused();
    }
  });

  test('shows a message when a decision is rejected after its report was left', async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    const rows = await createReports(panel, 2);
    const id = rows[1]?.id ?? '';
    const page = await panel.newPage();
    await silenceSocket(page);
    await page.goto(REPORTS_SCREEN);
    await openFirst(page);
    await shownReporter(page).getByText('Người báo 02').waitFor();
    await panel.db.updateTable('reports').set({ status: 'reviewing', version: 2 }).where('id', '=', id).execute();
    await spoil(page, statusCall(id), { delayMs: 500 });
    await page.keyboard.press('3');
    await page.keyboard.press('j');
    await shownReporter(page).getByText('Người báo 01').waitFor();
    const notice = toast(page, 'Chưa thực hiện: đặt trạng thái “Đã xử lý”');
    await notice.getByRole('button', { name: 'Mở báo cáo' }).click();
    await shownReporter(page).getByText('Người báo 02').waitFor();
    await expect(statusBox(page)).toHaveText('Đang xem xét');
  });

  test.describe('report queue: a decision that is rejected while its report is open', () => {
    async function openRejected(panel: Panel): Promise<Page> {
      panel.expectProblem(failedRequest(409));
      const rows = await createReports(panel, 2);
      const id = rows[1]?.id ?? '';
      const page = await panel.newPage();
      await silenceSocket(page);
      await page.goto(REPORTS_SCREEN);
      await openFirst(page);
      await shownReporter(page).getByText('Người báo 02').waitFor();
      await page.getByText('1 / 2', { exact: true }).waitFor();
      await panel.db.updateTable('reports').set({ status: 'reviewing', version: 2 }).where('id', '=', id).execute();
      await page.keyboard.press('3');
      await page.getByText('Chưa thực hiện: đặt trạng thái “Đã xử lý”').waitFor();
      return page;
    }

    test('and has no answer is shown once more, with a link back', async ({ panel }) => {
      const page = await openRejected(panel);
      await page.keyboard.press('j');
      await shownReporter(page).getByText('Người báo 01').waitFor();
      const notice = toast(page, 'Chưa thực hiện: đặt trạng thái “Đã xử lý”');
      await notice.getByRole('button', { name: 'Mở báo cáo' }).click();
      await shownReporter(page).getByText('Người báo 02').waitFor();
    });

    test('and was dismissed is not shown a second time', async ({ panel }) => {
      const page = await openRejected(panel);
      await page.getByRole('button', { name: 'Bỏ qua' }).click();
      await page.keyboard.press('j');
      await shownReporter(page).getByText('Người báo 01').waitFor();
      await expect(toast(page, 'Chưa thực hiện')).toHaveCount(0);
    });
  });

  test('continues beyond the loaded part of the list', async ({ panel }) => {
    await createReports(panel, 60);
    const page = await panel.open(REPORTS_SCREEN);
    await openFirst(page);
    await page.getByText(/^1 \/ \d+\+?$/).waitFor();
    for (let step = 2; step <= 60; step += 1) {
      // Prefetched, which may take longer than walking there.
      if (step === 51) await page.getByText('50 / 60', { exact: true }).waitFor();
      await page.keyboard.press('j');
      await page.getByText(new RegExp(`^${step} / `)).waitFor();
    }
    await page.getByText('60 / 60', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.getByText('60 / 60', { exact: true }).waitFor();
    await page.keyboard.press('u');
    await eventually(() => urlOf(page)).toBe(REPORTS_SCREEN);
  });

  test('report opened by link: the queue starts with it and continues with the newest of the list', async ({
    panel,
  }) => {
    const rows = await createReports(panel, 5);
    const page = await panel.open(reportScreen(rows[2]?.id ?? ''));
    await shownReporter(page).getByText('Người báo 03').waitFor();
    await page.getByText('1 / 5', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await shownReporter(page).getByText('Người báo 05').waitFor();
    await page.getByText('2 / 5', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Báo cáo trước' }).click();
    await shownReporter(page).getByText('Người báo 03').waitFor();
  });

  test('report queue: a failed load of more is retried with the next step, and shown at the end', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const rows = await createReports(panel, 3);
    const page = await panel.newPage();
    const mend = await spoil(page, REPORTS_CALL, { status: 500 });
    await page.goto(reportScreen(rows[0]?.id ?? ''));
    await page.getByText('1 / 1+', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await toast(page, 'Không thể tải danh sách báo cáo').waitFor();
    await mend();
    await page.keyboard.press('j');
    await page.getByText('1 / 3', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await shownReporter(page).getByText('Người báo 03').waitFor();
  });

  test('report detail: a failed status change names the report after navigation, and links back to it', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(500));
    const rows = await createReports(panel, 2);
    const id = rows[1]?.id ?? '';
    const page = await panel.open(REPORTS_SCREEN);
    await openFirst(page);
    await shownReporter(page).getByText('Người báo 02').waitFor();
    await page.route(
      (url) => url.pathname === statusCall(id),
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        const body = { success: false, message: 'Hệ thống đang bận', code: 'INTERNAL_ERROR', requestId: 'test' };
        await route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(body) });
      },
    );
    await page.keyboard.press('3');
    await page.keyboard.press('j');
    await shownReporter(page).getByText('Người báo 01').waitFor();
    const failure = toast(page, 'Không thể cập nhật trạng thái báo cáo');
    await failure.getByText('Báo cáo của Người báo 02 về một bài viết – Spam. Hệ thống đang bận').waitFor();
    await failure.getByRole('button', { name: 'Mở báo cáo' }).click();
    await shownReporter(page).getByText('Người báo 02').waitFor();
  });

  test('ignores its keys in text boxes, compositions and dialogs', async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const id = await fileReport(panel, { itemType: 'Post', itemId: post.id });
    const page = await panel.open(reportScreen(id));
    await noteBox(page).focus();
    await page.keyboard.type('34?ju');
    await expect(noteBox(page)).toHaveValue('34?ju');
    await noteBox(page).focus();
    await page.keyboard.press('u');
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', isComposing: true, bubbles: true }));
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', ctrlKey: true, bubbles: true }));
    });
    await page.keyboard.press('?');
    const help = page.getByRole('dialog');
    await help.getByText('Đặt trạng thái “Đã xử lý”').waitFor();
    expect(await help.locator('dl > div').allTextContents()).toEqual([
      'jkBáo cáo sau / trước trong danh sách',
      'xXóa bài viết',
      'vVô hiệu hóa tài khoản',
      'dXử lý',
      'hKhông vi phạm',
      'tGỡ và đóng báo cáo',
      '1Đặt trạng thái “Chờ xử lý”',
      '2Đặt trạng thái “Đang xem xét”',
      '3Đặt trạng thái “Đã xử lý”',
      '4Đặt trạng thái “Từ chối”',
      'g dDashboard',
      'g uQuản lý người dùng',
      'g rBáo cáo',
      'g cChat',
      'g nThông báo',
      'uVề danh sách',
      'Ctrl+KTìm nhanh',
      '/Đến ô tìm kiếm của trang',
      '?Xem các phím tắt',
      'zXem và hoàn tác việc vừa làm',
    ]);
    await page.keyboard.press('3');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    expect((await storedReport(panel, id))?.version, 'nothing was decided').toBe(1);
    expect(urlOf(page)).toBe(reportScreen(id));
  });
});
