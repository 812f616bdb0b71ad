import { expect, type Page } from '@playwright/test';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import {
  createReports,
  openListening,
  REPORTS_SCREEN,
  reportRow,
  silenceSocket,
  storedReport,
} from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { openAsOther } from './harness/second-admin.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const PENDING_LIST = `${REPORTS_SCREEN}?status=pending`;
const bar = (page: Page) => page.getByRole('region', { name: 'Báo cáo đã chọn' });
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Chọn tất cả báo cáo đã tải' });
const tick = (page: Page, reporter: string) => reportRow(page, reporter).getByRole('checkbox').check();
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

  test('select all: skips a row whose report has left the filter meanwhile, and the row shows so', async ({
    panel,
  }) => {
    const page = await openListening(panel, PENDING_LIST);
    await decideByOther(panel, page);
    await reportRow(page, 'Người báo 01').getByText('Không còn khớp bộ lọc').waitFor();
    await selectAll(page).check();
    await bar(page).getByText('Đã chọn 2 báo cáo').waitFor();
    expect(await reportRow(page, 'Người báo 01').getAttribute('aria-selected')).toBe('false');
    await setAll(page, 'Đang xem xét');
    await toast(page, 'Đã cập nhật trạng thái 2 báo cáo').waitFor();
    expect(await stored(panel)).toEqual(['resolved', 'reviewing', 'reviewing']);
  });

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

  test("bulk status: includes reports selected after another administrator's change was shown", async ({ panel }) => {
    const page = await openListening(panel, REPORTS_SCREEN);
    await decideByOther(panel, page);
    await tick(page, 'Người báo 01');
    await setAll(page, 'Đang xem xét');
    await toast(page, 'Đã cập nhật trạng thái 1 báo cáo').waitFor();
    expect(await stored(panel)).toEqual(['reviewing', 'pending', 'pending']);
  });

  test('bulk status: a change that was not shown and a failure are in one toast with the reason', async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    panel.expectProblem(failedRequest(500));
    const page = await panel.newPage();
    await silenceSocket(page);
    await page.goto(REPORTS_SCREEN);
    await selectAll(page).check();
    await panel.db
      .updateTable('reports')
      .set({ status: 'resolved', version: 2 })
      .where('id', '=', ids[0] ?? '')
      .execute();
    const body = { success: false, message: 'Hệ thống đang bận', code: 'INTERNAL_ERROR', requestId: 'test' };
    await spoil(page, `/api/reports/admin/${ids[1]}`, { status: 500, body });
    await setAll(page, 'Đang xem xét');
    const outcome = toast(page, 'Đã cập nhật trạng thái 1 báo cáo');
    await outcome.getByText('1 báo cáo chưa đổi: Hệ thống đang bận; báo cáo vẫn được chọn').waitFor();
    await outcome.getByText('1 báo cáo chưa đổi vì quản trị viên khác vừa xử lý').waitFor();
    expect(await page.locator('[data-sonner-toast]').count()).toBe(1);
    await reportRow(page, 'Người báo 01').getByText('sau khi bạn chọn').waitFor();
    await bar(page).getByText('Đã chọn 2 báo cáo').waitFor();
    expect(await stored(panel)).toEqual(['resolved', 'pending', 'reviewing']);
  });

  test('bulk deletion: skips a report that changed after the selection', async ({ panel }) => {
    const page = await openListening(panel, REPORTS_SCREEN);
    await selectAll(page).check();
    await decideByOther(panel, page);
    await bar(page).getByText('1 báo cáo vừa được quản trị viên khác xử lý').waitFor();
    await bar(page).getByRole('button', { name: 'Xóa', exact: true }).click();
    await confirm(page, 'Xóa');
    await toast(page, 'Đã xóa 2 báo cáo').getByText('1 báo cáo chưa xóa vì quản trị viên khác vừa xử lý').waitFor();
    expect(await stored(panel)).toEqual(['resolved', 'deleted', 'deleted']);
  });

  test('deletion of one: a change during the confirmation is shown, and a second confirmation is needed', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(409));
    const page = await openListening(panel, REPORTS_SCREEN);
    await reportRow(page, 'Người báo 01').getByRole('button', { name: 'Xóa' }).click();
    await page.getByRole('alertdialog').waitFor();
    await decideByOther(panel, page);
    await confirm(page, 'Xóa');
    const alert = page.getByRole('alertdialog').getByRole('alert');
    await alert.getByText('Báo cáo vừa được quản trị viên khác thay đổi: Đã xử lý').waitFor();
    expect(await stored(panel)).toEqual(['resolved', 'pending', 'pending']);
    await confirm(page, 'Xóa');
    await eventually(() => stored(panel)).toEqual(['deleted', 'pending', 'pending']);
  });

  test('status key on a row: a change since the row got the focus is shown first', async ({ panel }) => {
    const page = await openListening(panel, REPORTS_SCREEN);
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('j');
    await eventually(() =>
      page.evaluate(() => document.activeElement?.textContent?.includes('Người báo 01') ?? false),
    ).toBe(true);
    await decideByOther(panel, page);
    await page.keyboard.press('2');
    const notice = toast(page, 'Báo cáo vừa được quản trị viên khác thay đổi: Đã xử lý');
    await notice.getByText('Báo cáo của Người báo 01 về một bài viết – Spam').waitFor();
    expect(await stored(panel)).toEqual(['resolved', 'pending', 'pending']);
    await notice.getByRole('button', { name: 'Vẫn thực hiện' }).click();
    await eventually(() => stored(panel)).toEqual(['reviewing', 'pending', 'pending']);
  });

  test('status key with a selection: asks for all selected reports, and changes all of them', async ({ panel }) => {
    const page = await openListening(panel, PENDING_LIST);
    for (const key of ['j', 'x', 'j', 'x', 'j']) await page.keyboard.press(key);
    await bar(page).getByText('Đã chọn 2 báo cáo').waitFor();
    await page.keyboard.press('2');
    const question = page.getByRole('alertdialog');
    await question.getByText('Chuyển 2 báo cáo sang “Đang xem xét”?').waitFor();
    await confirm(page, 'Cập nhật');
    await eventually(() => stored(panel)).toEqual(['pending', 'reviewing', 'reviewing']);
    // A report that has left the list is not selected any more.
    await expect(bar(page)).toHaveCount(0);
  });
});
