import { expect, type Page } from '@playwright/test';
import { createReports, openListening, REPORTS_SCREEN, reportRow, reportTable } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { eventually, NARROW, test, WIDE } from './harness/test.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Báo cáo đã chọn' });
const choose = (page: Page, reporter: string) => reportRow(page, reporter).getByRole('checkbox').check();

async function removeByRow(page: Page, reporter: string): Promise<void> {
  await reportRow(page, reporter).getByRole('button', { name: 'Xóa' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
}

test.describe('report list: selected reports', () => {
  test.beforeEach(async ({ panel }) => {
    await createReports(panel, 4);
  });

  test('are deselected when they are deleted, by any administrator', async ({ panel }) => {
    const page = await openListening(panel, REPORTS_SCREEN);
    for (const reporter of ['Người báo 04', 'Người báo 03', 'Người báo 02']) await choose(page, reporter);
    await removeByRow(page, 'Người báo 04');
    await bar(page).getByText('Đã chọn 2 báo cáo').waitFor();
    const other = await panel.open(REPORTS_SCREEN);
    await removeByRow(other, 'Người báo 03');
    await bar(page).getByText('Đã chọn 1 báo cáo').waitFor();
    await bar(page).getByRole('button', { name: 'Đã xử lý' }).click();
    const question = await page.getByRole('alertdialog').textContent();
    expect(question).toContain('Người báo 02');
    expect(question).not.toMatch(/Người báo 0[34]/);
  });

  for (const viewport of [WIDE, NARROW]) {
    test(`can be acted on while a toast is open, ${viewport.width} px wide`, async ({ panel }) => {
      const page = await panel.newPage({ viewport });
      await page.goto(REPORTS_SCREEN);
      await choose(page, 'Người báo 04');
      await removeByRow(page, 'Người báo 03');
      const notice = toast(page, 'Đã xóa báo cáo');
      await notice.waitFor();
      // The toast is above the bar after its animation.
      await eventually(async () => {
        const [upper, lower] = [await notice.boundingBox(), await bar(page).boundingBox()];
        return upper !== null && lower !== null && upper.y + upper.height <= lower.y;
      }).toBe(true);
    });
  }

  test('keep the focus in the list when they are deselected', async ({ panel }) => {
    const page = await panel.open(REPORTS_SCREEN);
    await choose(page, 'Người báo 04');
    await bar(page).getByRole('button', { name: 'Bỏ chọn' }).press('Enter');
    await expect(reportTable(page)).toBeFocused();
    await choose(page, 'Người báo 04');
    await bar(page).getByRole('button', { name: 'Đã xử lý' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cập nhật' }).press('Enter');
    await toast(page, 'Đã cập nhật trạng thái 1 báo cáo').waitFor();
    await expect(reportTable(page)).toBeFocused();
  });
});

test.describe('report list: many rows and a selection', () => {
  test('keeps its scroll position when the bar is shown, and when a bulk action is cancelled or done', async ({
    panel,
  }) => {
    await createReports(panel, 40);
    const page = await panel.open(REPORTS_SCREEN);
    await reportRow(page, 'Người báo 10').first().waitFor();
    await page.evaluate(() => window.scrollTo(0, 600));
    const scrollTop = () => page.evaluate(() => window.scrollY);
    await eventually(scrollTop).toBe(600);
    const row = reportRow(page, 'Người báo 04').first();
    await row.getByRole('checkbox').check();
    await bar(page).waitFor();
    const place = await scrollTop();
    for (const end of [
      () => page.getByRole('alertdialog').getByRole('button', { name: 'Hủy' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.getByRole('alertdialog').getByRole('button', { name: 'Cập nhật' }).click(),
    ]) {
      // Playwright's own click scrolls to a control that sticks to the window's edge; a pointer does not.
      const { x = 0, y = 0 } = (await bar(page).getByRole('button', { name: 'Đang xem xét' }).boundingBox()) ?? {};
      await page.mouse.click(x + 10, y + 10);
      await page.getByRole('alertdialog').waitFor();
      expect(await scrollTop()).toBe(place);
      await end();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      expect(await scrollTop()).toBe(place);
    }
    await toast(page, 'Đã cập nhật trạng thái 1 báo cáo').waitFor();
    expect(await scrollTop()).toBe(place);
  });

  test('Space on a row selects it, and neither scrolls nor loses the focus', async ({ panel }) => {
    await createReports(panel, 40);
    const page = await panel.open(REPORTS_SCREEN);
    await reportRow(page, 'Người báo 30').first().waitFor();
    await page.waitForLoadState('networkidle');
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('j');
    const before = await page.evaluate(() => [window.scrollY, document.activeElement?.getAttribute('data-row')]);
    await page.keyboard.press('Space');
    await bar(page).getByText('Đã chọn 1 báo cáo').waitFor();
    expect(await page.evaluate(() => [window.scrollY, document.activeElement?.getAttribute('data-row')])).toEqual(
      before,
    );
    await expect(reportTable(page).locator('[aria-selected="true"]')).toHaveCount(1);
  });
});
