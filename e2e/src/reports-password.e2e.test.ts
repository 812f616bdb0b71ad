import { expect, type Page } from '@playwright/test';
import { failedRequest } from './harness/guarded-page.ts';
import { reportScreen } from './harness/report-detail.ts';
import { createReports } from './harness/report-list.ts';
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
});
