import { expect } from '@playwright/test';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { reportScreen, statusBox, statusCall } from './harness/report-detail.ts';
import { createReports, openListening, REPORTS_SCREEN, reportRow, storedReport } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { openAsOther } from './harness/second-admin.ts';
import { eventually, test } from './harness/test.ts';

const PENDING_LIST = `${REPORTS_SCREEN}?status=pending`;
const STATUS_FAILED = 'Không thể cập nhật trạng thái báo cáo';

test.describe('reports: after a failure', () => {
  test('report list: a status that failed, "Thử lại" in its toast sets that report, wherever the focus is', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(500));
    const [first, second] = await createReports(panel, 2);
    const page = await panel.open(REPORTS_SCREEN);
    const mend = await spoil(page, statusCall(second?.id ?? ''), { status: 500 });
    await reportRow(page, 'Người báo 02').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('3');
    const failure = toast(page, STATUS_FAILED);
    await failure.getByText('Người báo 02').waitFor();
    await page.keyboard.press('j');
    await mend();
    await failure.getByRole('button', { name: 'Thử lại' }).click();
    await eventually(async () => (await storedReport(panel, second?.id ?? ''))?.status).toBe('resolved');
    await reportRow(page, 'Người báo 02').getByText('Đã xử lý').waitFor();
    expect((await storedReport(panel, first?.id ?? ''))?.status).toBe('pending');
  });

  test('report detail: a status that failed, "Thử lại" in its toast sets it', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const [report] = await createReports(panel, 1);
    const id = report?.id ?? '';
    const page = await panel.newPage();
    const mend = await spoil(page, statusCall(id), { status: 500 });
    await page.goto(reportScreen(id));
    await statusBox(page).waitFor();
    await page.keyboard.press('3');
    const failure = toast(page, STATUS_FAILED);
    await failure.waitFor();
    await mend();
    await failure.getByRole('button', { name: 'Thử lại' }).click();
    await eventually(async () => (await storedReport(panel, id))?.status).toBe('resolved');
    await expect(statusBox(page)).toHaveText('Đã xử lý');
  });

  test('report list: a deletion that failed, then another administrator deletes the report: keys act on no other', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(500));
    const reports = await createReports(panel, 3);
    const id = reports[1]?.id ?? '';
    const page = await openListening(panel, PENDING_LIST);
    await spoil(page, `/api/reports/admin/${id}`, { status: 500 });
    await reportRow(page, 'Người báo 02').getByRole('button', { name: 'Xóa' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Xóa', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Hủy' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const other = await openAsOther(panel, PENDING_LIST, 'Trưởng ca');
    await reportRow(other, 'Người báo 02').getByRole('button', { name: 'Xóa' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
    await reportRow(page, 'Người báo 02').waitFor({ state: 'hidden' });
    // The focus stays in the list, on no row.
    const place = () => page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent ?? 'no row');
    await eventually(place).toBe('no row');
    const decisions: string[] = [];
    page.on('request', (request) => {
      if (reports.some((report) => new URL(request.url()).pathname === statusCall(report.id)))
        decisions.push(request.url());
    });
    await page.keyboard.press('4');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('region', { name: 'Báo cáo đã chọn' }).waitFor();
    expect(decisions).toEqual([]);
  });

  test('confirmation: one that opens while another action runs is not busy', async ({ panel }) => {
    const [, second] = await createReports(panel, 2);
    const page = await panel.open(REPORTS_SCREEN);
    const deletion = Promise.withResolvers<void>();
    await spoil(page, `/api/reports/admin/${second?.id}`, { until: deletion.promise });
    const remove = (reporter: string) => reportRow(page, reporter).getByRole('button', { name: 'Xóa' });
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: /^Xóa|Đang xử lý/ });
    await remove('Người báo 02').click();
    await confirm.click();
    await expect(confirm).toHaveAttribute('aria-busy', 'true');
    // Behind the modal dialog a real press cannot reach it: the second confirmation opens as from a task that has just
    // ended.
    await remove('Người báo 01').evaluate((button: HTMLElement) => button.click());
    await page.getByRole('alertdialog').getByText('Người báo 01').waitFor();
    expect(await confirm.getAttribute('aria-busy')).toBe(null);
    await confirm.click();
    await reportRow(page, 'Người báo 01').waitFor({ state: 'hidden' });
    deletion.resolve();
    await reportRow(page, 'Người báo 02').waitFor({ state: 'hidden' });
  });
});
