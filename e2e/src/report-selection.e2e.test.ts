import { expect, type Page } from '@playwright/test';
import { createReports, openListening, REPORTS_SCREEN, reportRow, reportTable } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { eventually, NARROW, test, WIDE } from './harness/test.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Báo cáo đã chọn' });
const choose = (page: Page, reporter: string) => reportRow(page, reporter).getByRole('checkbox').check();

async function removeByRow(page: Page, reporter: string): Promise<void> {
  await reportRow(page, reporter).getByRole('button').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
}

test.describe('selected reports', () => {
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
      // After its animation.
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
