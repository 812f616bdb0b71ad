import { expect } from '@playwright/test';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { reportScreen, statusBox, statusCall } from './harness/report-detail.ts';
import { createReports, REPORTS_SCREEN, reportRow, storedReport } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

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
