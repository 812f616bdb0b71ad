import { expect } from '@playwright/test';
import { createReporter } from './harness/filed-reports.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import {
  createReports,
  drawnReporters,
  openListening,
  REPORTS_SCREEN,
  reportRow,
  reportTable,
  silenceSocket,
  statusCount,
  storedReport,
} from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

const PENDING = 'Chờ xử lý';

test.describe('report list: two administrators', () => {
  test('see each other’s decisions at once, with the row left in place', async ({ panel }) => {
    await createReports(panel, 3);
    const second = await openListening(panel, `${REPORTS_SCREEN}?status=pending`);
    const first = await panel.open(REPORTS_SCREEN);
    await reportRow(first, 'Người báo 02').waitFor();
    await reportRow(second, 'Người báo 02').waitFor();
    await reportRow(first, 'Người báo 02').locator('label').click();
    await first.getByRole('button', { name: 'Từ chối' }).last().click();
    await first.getByRole('alertdialog').getByRole('button', { name: 'Cập nhật' }).click();
    await reportRow(second, 'Người báo 02').getByText('Từ chối').waitFor();
    expect(await drawnReporters(second)).toEqual(['Người báo 03', 'Người báo 02', 'Người báo 01']);
    await expect(statusCount(second, PENDING)).toHaveText(`${PENDING}2`);
    await expect(statusCount(second, 'Từ chối')).toHaveText('Từ chối1');
  });

  test('do not see a row that the other deletes, and see the count of new ones without a layout jump', async ({
    panel,
  }) => {
    await createReports(panel, 2);
    const second = await openListening(panel, REPORTS_SCREEN);
    const first = await panel.open(REPORTS_SCREEN);
    await reportRow(second, 'Người báo 01').waitFor();
    await reportRow(first, 'Người báo 01').waitFor();
    await reportRow(first, 'Người báo 01').getByRole('button', { name: 'Xóa' }).click();
    await first.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
    await expect(reportRow(second, 'Người báo 01')).toHaveCount(0);

    const reporter = await createReporter(panel, 'Người vừa báo');
    await reporter.file();
    await second.getByText('1 báo cáo mới').waitFor();
    expect(await reportRow(second, 'Người vừa báo').count()).toBe(0);
    await expect(statusCount(second, PENDING)).toHaveText(`${PENDING}2`);
    await second.getByRole('button', { name: 'Hiển thị' }).click();
    await reportRow(second, 'Người vừa báo').waitFor();
    await expect(second.getByText('1 báo cáo mới')).toHaveCount(0);
    expect(await drawnReporters(second)).toEqual(['Người vừa báo', 'Người báo 02']);
  });

  test("the second to decide sees the first one's decision", async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    const [report] = await createReports(panel, 1);
    const late = await panel.newPage();
    await silenceSocket(late);
    await late.goto(`${REPORTS_SCREEN}?status=pending`);
    await reportRow(late, 'Người báo 01').waitFor();
    const early = await panel.open(REPORTS_SCREEN);
    await reportRow(early, 'Người báo 01').waitFor();
    await early.keyboard.press('j');
    await early.keyboard.press('4');
    await eventually(async () => (await storedReport(panel, report?.id ?? ''))?.status).toBe('rejected');
    await late.keyboard.press('j');
    await late.keyboard.press('3');
    await toast(late, 'Báo cáo vừa được quản trị viên khác thay đổi: Từ chối').waitFor();
    await reportRow(late, 'Người báo 01').getByText('Từ chối').waitFor();
    expect(await storedReport(panel, report?.id ?? '')).toEqual({ status: 'rejected', version: 2 });
    // The next decision is based on the shown status.
    await late.keyboard.press('k');
    await late.keyboard.press('3');
    await eventually(async () => (await storedReport(panel, report?.id ?? ''))?.status).toBe('resolved');
  });

  test('report list: a decision that the server rejects is reverted', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const [report] = await createReports(panel, 2);
    const page = await panel.newPage();
    await spoil(page, `/api/reports/admin/${report?.id}`, { status: 500 });
    await page.goto(`${REPORTS_SCREEN}?status=pending`);
    await reportRow(page, 'Người báo 01').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('3');
    await toast(page, 'Không thể cập nhật trạng thái báo cáo').waitFor();
    await reportRow(page, 'Người báo 01').getByText(PENDING).waitFor();
    expect(await drawnReporters(page)).toEqual(['Người báo 02', 'Người báo 01']);
    expect(await statusCount(page, PENDING).textContent()).toBe(`${PENDING}2`);
  });
});

test.describe('report list: bulk decision', () => {
  test('sets all, keeps failed ones selected with the reason, and undo reverts the rest', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const rows = await createReports(panel, 12);
    const page = await panel.newPage();
    await spoil(page, `/api/reports/admin/${rows[5]?.id}`, {
      status: 500,
      body: { success: false, message: 'Hệ thống đang bận', code: 'INTERNAL_ERROR', requestId: 'test' },
    });
    await page.goto(REPORTS_SCREEN);
    await reportRow(page, 'Người báo 12').waitFor();
    await page.getByRole('checkbox', { name: 'Chọn tất cả báo cáo đã tải' }).check();
    const bar = page.getByRole('region', { name: 'Báo cáo đã chọn' });
    await bar.getByText('Đã chọn 12 báo cáo').waitFor();
    await bar.getByRole('button', { name: 'Đã xử lý' }).click();
    const dialog = page.getByRole('alertdialog');
    const question = await dialog.textContent();
    for (const text of [
      '12 báo cáo',
      'Đã xử lý',
      'Báo cáo của Người báo 12 về một bài viết – Spam (Chờ xử lý)',
      'và 9 báo cáo khác',
    ]) {
      expect(question).toContain(text);
    }
    await dialog.getByRole('button', { name: 'Cập nhật' }).click();
    await toast(page, 'Đã cập nhật trạng thái 11 báo cáo').waitFor();
    await bar.getByText('Đã chọn 1 báo cáo').waitFor();
    const failed = reportRow(page, 'Người báo 06');
    expect(await failed.getAttribute('aria-selected')).toBe('true');
    expect(await failed.textContent()).toContain('Hệ thống đang bận');
    const statuses = async () =>
      (await Promise.all(rows.map(({ id }) => storedReport(panel, id)))).map((row) => row?.status);
    expect((await statuses()).filter((status) => status === 'resolved')).toHaveLength(11);
    await toast(page, 'Đã cập nhật trạng thái 11 báo cáo').getByRole('button', { name: 'Hoàn tác' }).click();
    await toast(page, 'Đã hoàn tác 11 báo cáo').waitFor();
    expect(await statuses()).toEqual(rows.map(() => 'pending'));
  });

  test('shows its progress, and stops on request', async ({ panel }) => {
    const rows = await createReports(panel, 20);
    const page = await panel.newPage();
    await spoil(page, /^\/api\/reports\/admin\/[0-9a-f-]{36}$/, { delayMs: 400 });
    await page.goto(REPORTS_SCREEN);
    await reportRow(page, 'Người báo 20').waitFor();
    await page.getByRole('checkbox', { name: 'Chọn tất cả báo cáo đã tải' }).check();
    const bar = page.getByRole('region', { name: 'Báo cáo đã chọn' });
    await bar.getByRole('button', { name: 'Xóa', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
    await bar.getByText(/^Đang xử lý [1-9]\d*\/20…$/).waitFor();
    await bar.getByRole('button', { name: 'Dừng' }).click();
    await bar.getByText(/^Đã chọn \d+ báo cáo$/).waitFor();
    const left = await panel.db.selectFrom('reports').select('id').execute();
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(rows.length);
    await bar.getByText(`Đã chọn ${left.length} báo cáo`).waitFor();
    expect(await reportTable(page).locator('[aria-selected="true"]').count()).toBe(left.length);
  });
});
