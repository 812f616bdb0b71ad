import { expect, type Page } from '@playwright/test';
import { DETAIL_TITLE, decidable, section } from './harness/report-detail.ts';
import { createReports, REPORTS_SCREEN, reportTable, storedReport } from './harness/report-list.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';

const shownReporter = (page: Page) => section(page, 'Báo cáo này').locator('dd').first();

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
    await decidable(page);
    await page.keyboard.press('3');
    await shownReporter(page).getByText('Người báo 04').waitFor();
    await page.getByText('2 / 5', { exact: true }).waitFor();
    await eventually(async () => (await storedReport(panel, rows[4]?.id ?? ''))?.status).toBe('resolved');
    await decidable(page);
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
});
