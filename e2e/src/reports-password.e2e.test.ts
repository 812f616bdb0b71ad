import { expect, type Page } from '@playwright/test';
import { failedRequest } from './harness/guarded-page.ts';
import { reportScreen } from './harness/report-detail.ts';
import { createReports, REPORTS_SCREEN, reportRow } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { type Panel, test } from './harness/test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Nhập lại mật khẩu' });
const password = (page: Page) => dialog(page).getByLabel('Mật khẩu của bạn', { exact: true });
const countReports = async ({ db }: Panel) => (await db.selectFrom('reports').select('id').execute()).length;

/** Moves all sign-ins eleven minutes back: the re-authentication has expired. */
async function ageSessions({ db }: Panel): Promise<void> {
  const longAgo = new Date(Date.now() - 11 * 60_000);
  await db.updateTable('sessions').set({ created_at: longAgo, reauthenticated_at: null }).execute();
}

async function confirmDeletion(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: /^Xóa/ }).click();
  await expect(password(page)).toBeFocused();
}

async function cancel(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Hủy' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
}

async function givePassword(page: Page, panel: Panel): Promise<void> {
  await password(page).fill(panel.system.admin.password);
  await page.keyboard.press('Enter');
}

test.describe('re-authentication: deleting reports ten minutes after signing in', () => {
  test.beforeEach(async ({ panel }) => {
    panel.expectProblem(failedRequest(403));
  });

  test('report screen: asks for the password; cancelled keeps the report, entered deletes it', async ({ panel }) => {
    const [report] = await createReports(panel, 1);
    const page = await panel.open(reportScreen(report?.id ?? ''));
    await ageSessions(panel);
    const remove = page.getByRole('button', { name: 'Xóa báo cáo' });
    await remove.click();
    await confirmDeletion(page);
    await cancel(page);
    expect(await countReports(panel)).toBe(1);
    await remove.click();
    await confirmDeletion(page);
    await givePassword(page, panel);
    await toast(page, 'Đã xóa báo cáo').waitFor();
    expect(await countReports(panel)).toBe(0);
  });

  test('list, many selected: asks once; cancelled keeps all selected, entered deletes all', async ({ panel }) => {
    await createReports(panel, 9);
    const page = await panel.open(REPORTS_SCREEN);
    await reportRow(page, 'Người báo 09').waitFor();
    await page.getByRole('checkbox', { name: 'Chọn tất cả báo cáo đã tải' }).check();
    const bar = page.getByRole('region', { name: 'Báo cáo đã chọn' });
    await bar.getByText('Đã chọn 9 báo cáo').waitFor();
    await ageSessions(panel);
    await bar.getByRole('button', { name: 'Xóa', exact: true }).click();
    await confirmDeletion(page);
    await cancel(page);
    await bar.getByText('Đã chọn 9 báo cáo').waitFor();
    expect(await dialog(page).count()).toBe(0);
    expect(await page.getByText('Không thể xóa báo cáo').count()).toBe(0);
    expect(await countReports(panel)).toBe(9);
    await bar.getByRole('button', { name: 'Xóa', exact: true }).click();
    await confirmDeletion(page);
    await givePassword(page, panel);
    await toast(page, 'Đã xóa 9 báo cáo').waitFor();
    expect(await countReports(panel)).toBe(0);
  });
});
