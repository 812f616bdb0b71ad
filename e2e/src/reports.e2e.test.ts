import { expect } from '@playwright/test';
import { createReports, REPORTS_SCREEN, REPORTS_TITLE, reportTable } from './harness/report-list.ts';
import { scrollDown, waitForScreen } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

const DETAIL_PATH = /^\/admin\/reports\/./;

test.describe('report list', () => {
  test('loads more on scroll, renders only nearby rows, and keeps the scroll position', async ({ panel }) => {
    await createReports(panel, 230);
    const page = await panel.open(REPORTS_SCREEN);
    await page.getByText('230 báo cáo', { exact: true }).waitFor();
    await eventually(async () => {
      await scrollDown(page, 1_500);
      return reportTable(page).locator('[data-index="229"]').count();
    }).toBe(1);
    await page.getByText('Đã hiển thị tất cả báo cáo').waitFor();
    expect(await reportTable(page).locator('[data-row]').count()).toBeLessThan(60);
    expect(Number(await reportTable(page).getAttribute('aria-rowcount'))).toBe(231);
    const last = reportTable(page).locator('[data-index="225"] [data-row]');
    const id = await last.getAttribute('data-row');
    await last.getByRole('link').click();
    await eventually(() => new URL(page.url()).pathname).toMatch(DETAIL_PATH);
    await page.goBack();
    await waitForScreen(page, REPORTS_TITLE);
    await expect(page.locator(`[data-row="${id}"]`)).toHaveCount(1);
  });
});
