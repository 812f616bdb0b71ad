import { expect, type Page } from '@playwright/test';
import { createReports, openListening, REPORTS_SCREEN, reportRow, storedReport } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { openAsOther } from './harness/second-admin.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Báo cáo đã chọn' });
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Chọn tất cả báo cáo đã tải' });
const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

async function setAll(page: Page, status: string): Promise<void> {
  await bar(page).getByRole('button', { name: status, exact: true }).click();
  await confirm(page, 'Cập nhật');
}

test.describe('report list: two administrators overwrite no unseen decision', () => {
  let ids: string[] = [];
  const stored = (panel: Panel) =>
    Promise.all(ids.map(async (id) => (await storedReport(panel, id))?.status ?? 'deleted'));

  test.beforeEach(async ({ panel }) => {
    ids = (await createReports(panel, 3)).map(({ id }) => id);
  });

  /** The other administrator decides the report of 'Người báo 01' in the list, where no next one is opened, and claimed. */
  async function decideByOther(panel: Panel, shownOn: Page): Promise<void> {
    const other = await openAsOther(panel, REPORTS_SCREEN, 'Trưởng ca');
    await reportRow(other, 'Người báo 01').focus();
    await other.keyboard.press('3');
    await eventually(async () => (await storedReport(panel, ids[0] ?? ''))?.status).toBe('resolved');
    await reportRow(shownOn, 'Người báo 01').getByText('Đã xử lý', { exact: true }).waitFor();
  }

  test('bulk status: skips reports that changed after the selection, names them, and offers to continue', async ({
    panel,
  }) => {
    const page = await openListening(panel, REPORTS_SCREEN);
    await selectAll(page).check();
    await decideByOther(panel, page);
    await reportRow(page, 'Người báo 01').getByText('sau khi bạn chọn').waitFor();
    await bar(page).getByText('1 báo cáo vừa được quản trị viên khác xử lý').waitFor();
    await setAll(page, 'Đang xem xét');
    const outcome = toast(page, 'Đã cập nhật trạng thái 2 báo cáo');
    await outcome.getByText('1 báo cáo chưa đổi vì quản trị viên khác vừa xử lý; báo cáo vẫn được chọn').waitFor();
    expect(await stored(panel)).toEqual(['resolved', 'reviewing', 'reviewing']);

    // Only the left-out report is selected, and only the offered button includes it.
    await bar(page).getByText('Đã chọn 1 báo cáo').waitFor();
    await bar(page).getByRole('button', { name: 'Từ chối' }).click();
    await toast(page, '1 báo cáo chưa đổi vì quản trị viên khác vừa xử lý').last().waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await bar(page).getByRole('button', { name: 'Vẫn chọn' }).click();
    await setAll(page, 'Từ chối');
    await eventually(() => stored(panel)).toEqual(['rejected', 'reviewing', 'reviewing']);
  });
});
