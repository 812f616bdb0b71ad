import { expect } from '@playwright/test';
import { createReporter } from './harness/filed-reports.ts';
import {
  createReports,
  drawnReporters,
  openListening,
  REPORTS_SCREEN,
  reportRow,
  statusCount,
} from './harness/report-list.ts';
import { test } from './harness/test.ts';

const PENDING = 'Chờ xử lý';

test.describe('report list: two administrators', () => {
  test('see each other’s decisions in place, deletions, and the count of new reports without a layout jump', async ({
    panel,
  }) => {
    await createReports(panel, 3);
    const second = await openListening(panel, `${REPORTS_SCREEN}?status=pending`);
    const first = await panel.open(REPORTS_SCREEN);
    for (const page of [first, second]) await reportRow(page, 'Người báo 02').waitFor();
    await reportRow(first, 'Người báo 02').locator('label').click();
    await first.getByRole('button', { name: 'Từ chối' }).last().click();
    await first.getByRole('alertdialog').getByRole('button', { name: 'Cập nhật' }).click();
    await reportRow(second, 'Người báo 02').getByText('Từ chối').waitFor();
    expect(await drawnReporters(second)).toEqual(['Người báo 03', 'Người báo 02', 'Người báo 01']);
    await expect(statusCount(second, PENDING)).toHaveText(`${PENDING} (2)`);
    await expect(statusCount(second, 'Từ chối')).toHaveText('Từ chối (1)');

    await reportRow(first, 'Người báo 01').getByRole('button', { name: 'Xóa' }).click();
    await first.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
    await expect(reportRow(second, 'Người báo 01')).toHaveCount(0);

    const reporter = await createReporter(panel, 'Người vừa báo');
    await reporter.file();
    await second.getByText('1 báo cáo mới').waitFor();
    expect(await reportRow(second, 'Người vừa báo').count()).toBe(0);
    await expect(statusCount(second, PENDING)).toHaveText(`${PENDING} (2)`);
    await second.getByRole('button', { name: 'Hiển thị' }).click();
    await reportRow(second, 'Người vừa báo').waitFor();
    await expect(second.getByText('1 báo cáo mới')).toHaveCount(0);
    expect(await drawnReporters(second)).toEqual(['Người vừa báo', 'Người báo 03']);
  });
});
