import { HOUR_MS, MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { expect, type Page } from '@playwright/test';
import { chooseStatus, reportScreen } from './harness/report-detail.ts';
import { createReports, drawnReporters, REPORTS_SCREEN, reportRow } from './harness/report-list.ts';
import { eventually, type Panel, test } from './harness/test.ts';

/** A report is due after a day. */
const dueIn = (ms: number) => new Date(Date.now() + ms - 24 * HOUR_MS);

const summary = (page: Page) => page.getByText(/^Ưu tiên /);

/** A report that is due in three and a half hours, one that has been for twenty minutes, and one that is closed. */
async function fill(panel: Panel) {
  const times = [dueIn(3.5 * HOUR_MS), dueIn(-20.5 * MINUTE_MS), dueIn(HOUR_MS)];
  return createReports(panel, 3, (index) => ({
    ...(times[index] ? { created_at: times[index] } : {}),
    status: index === 2 ? 'resolved' : 'pending',
  }));
}

test.describe('report list: due times', () => {
  test('the list shows the remaining time of open reports, and updates it', async ({ panel }) => {
    await fill(panel);
    const page = await panel.newPage();
    await page.clock.install();
    await page.goto(REPORTS_SCREEN);
    await expect(reportRow(page, 'Người báo 01')).toContainText('Còn 3 giờ');
    await expect(reportRow(page, 'Người báo 02')).toContainText('Quá hạn 20 phút');
    await expect(reportRow(page, 'Người báo 03')).not.toContainText(/Còn|Quá hạn/);
    await page.clock.fastForward(HOUR_MS);
    await expect(reportRow(page, 'Người báo 01')).toContainText('Còn 2 giờ');
    await expect(reportRow(page, 'Người báo 02')).toContainText('Quá hạn 1 giờ');
  });

  test('a report shows its time and, by keyboard, the terms of its priority; a decision ends both', async ({
    panel,
  }) => {
    const [report] = await fill(panel);
    const page = await panel.open(reportScreen(report?.id ?? ''));
    await page.getByText('Còn 3 giờ', { exact: true }).waitFor();
    await summary(page).focus();
    await page.keyboard.press('Enter');
    const terms = page.locator('details dl');
    await expect(terms).toContainText('Mức độ: nhẹ');
    await expect(terms).toContainText('Số người báo cáo: 1');
    await expect(terms).toContainText('Báo cáo đúng trước đây: 0/0');
    await expect(terms).toContainText('Thời hạn: còn 3 giờ');
    await page.keyboard.press('Enter');
    await expect(terms).toBeHidden();
    await chooseStatus(page, 'Đã xử lý');
    await eventually(() => summary(page).count()).toBe(0);
    await expect(page.getByText('Còn 3 giờ', { exact: true })).toHaveCount(0);
  });

  test('sorted by priority the list has the open reports alone, and says why; overdue ones can be filtered', async ({
    panel,
  }) => {
    await fill(panel);
    const page = await panel.open(REPORTS_SCREEN);
    await reportRow(page, 'Người báo 03').waitFor();
    await page.getByLabel('Sắp xếp').selectOption('Ưu tiên');
    await expect(reportRow(page, 'Người báo 03')).toHaveCount(0);
    await eventually(() => drawnReporters(page)).toEqual(['Người báo 02', 'Người báo 01']);
    await reportRow(page, 'Người báo 02')
      .getByText(/^Ưu tiên /)
      .click();
    await expect(reportRow(page, 'Người báo 02')).toContainText('Số người báo cáo: 1');
    await page.getByRole('button', { name: 'Thêm bộ lọc' }).click();
    await page.getByLabel('Quá hạn').click();
    await eventually(() => drawnReporters(page)).toEqual(['Người báo 02']);
  });
});
