import { expect, type Locator, type Page } from '@playwright/test';
import { createReports, REPORTS_SCREEN, reportRow, reportTable } from './harness/report-list.ts';
import { eventually, NARROW, type Panel, test, WIDE } from './harness/test.ts';

const COUNT = 60;
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

/** Clicks without Playwright's scrolling, which moves elements near the edge of the window. */
async function press(page: Page, locator: Locator): Promise<void> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('nothing there to press');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function openReports(panel: Panel, options?: Parameters<Panel['newPage']>[0]): Promise<Page> {
  const page = await panel.open(REPORTS_SCREEN, options);
  await reportRow(page, 'Người báo 30').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

test.describe('lists: scroll position and focus', () => {
  test.beforeEach(async ({ panel }) => {
    await createReports(panel, COUNT);
  });

  for (const size of [
    { size: 'at 1440 px', viewport: WIDE },
    { size: 'at 320 px', viewport: NARROW },
  ]) {
    test(`stay when a bulk decision is cancelled, and when it is confirmed ${size.size}`, async ({ panel }) => {
      const page = await openReports(panel, size);
      const bar = page.getByRole('region', { name: 'Báo cáo đã chọn' });
      const rows = reportTable(page).locator('[data-row]');
      await rows.nth(0).evaluate((row) => row.scrollIntoView({ block: 'center' }));
      await press(page, rows.nth(0).getByRole('checkbox'));
      await bar.waitFor();
      const before = await scrolled(page);
      const decide = bar.getByRole('button', { name: 'Đã xử lý' });
      for (const leave of ['Escape', 'cancel']) {
        await press(page, decide);
        const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
        await dialog.waitFor();
        if (leave === 'Escape') await page.keyboard.press('Escape');
        else await dialog.getByRole('button', { name: 'Hủy' }).click();
        await dialog.waitFor({ state: 'hidden' });
        await expect(decide).toBeFocused();
        expect(await scrolled(page), leave).toBe(before);
      }
      // A sticky element needs no scrolling either.
      for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key);
      await expect(decide).toBeFocused();
      expect(await scrolled(page)).toBe(before);
      await press(page, decide);
      await page.getByRole('button', { name: 'Cập nhật' }).click();
      await page.getByText('Đã cập nhật trạng thái 1 báo cáo').waitFor();
      await bar.waitFor({ state: 'hidden' });
      await eventually(() => isFocusLost(page)).toBe(false);
      expect(await scrolled(page)).toBe(before);
    });
  }
});
