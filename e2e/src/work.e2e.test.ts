import { expect, type Page } from '@playwright/test';
import { insertReport } from '../../server/src/testing/factories.ts';
import { createAppUser } from './harness/app-user.ts';
import { objectWhileSuspended, punishUser } from './harness/appeals.ts';
import { openConversation, send } from './harness/conversation.ts';
import { createUser, daysAgo, ownAdmin, uniqueName } from './harness/data.ts';
import { createReporter } from './harness/filed-reports.ts';
import { DETAIL_TITLE, decidable } from './harness/report-detail.ts';
import { DASHBOARD_TITLE, waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { type Panel, test } from './harness/test.ts';

const DASHBOARD = '/admin/dashboard';
const section = (page: Page) => page.getByRole('region', { name: 'Việc đang chờ' });
const link = (page: Page, name: string) => section(page).getByRole('link', { name });
/** The number beside an entry of the navigation. */
const beside = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Điều hướng chính' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

async function openDashboard(page: Page): Promise<Page> {
  await page.goto(DASHBOARD);
  await waitForScreen(page, DASHBOARD_TITLE);
  return page;
}

async function report({ db }: Panel, fields: Parameters<typeof insertReport>[2] = {}): Promise<void> {
  const { id } = await createUser(db);
  await insertReport(db, { itemType: 'User', itemId: id }, { reporter_id: id, ...fields });
}

test.describe('dashboard and navigation: pending work', () => {
  test('is on the dashboard and beside the navigation after signing in, without an action', async ({ panel }) => {
    await report(panel, { status: 'pending', created_at: daysAgo(3) });
    await report(panel, { status: 'pending' });
    await report(panel, { status: 'reviewing' });
    const { user } = await punishUser(panel);
    await objectWhileSuspended(panel, user, 'Tôi không quảng cáo gì cả.');
    const app = await createAppUser(panel);
    await app.come();
    await app.write('Alo ad ơi');
    const page = await openDashboard(await panel.newPage());
    await expect(link(page, 'Báo cáo chờ xử lý')).toHaveText(/Báo cáo chờ xử lý2Lâu nhất: 3 ngày trước1 đang xem xét/);
    await expect(link(page, 'Khiếu nại')).toHaveText(/Khiếu nại1Lâu nhất: vừa xong/);
    await expect(link(page, 'Hội thoại chờ trả lời')).toHaveText(/Hội thoại chờ trả lời1Lâu nhất: vừa xong/);
    await expect(beside(page, 'Báo cáo')).toContainText('2 đang chờ');
    await expect(beside(page, 'Chat')).toContainText('1 đang chờ');
    await expect(beside(page, 'Khiếu nại')).toContainText('1 đang chờ');
    await expect(beside(page, 'Quy tắc')).not.toContainText('đang chờ');
    app.go();
  });

  test('stays correct while users write and report, and another administrator answers and decides', async ({
    panel,
  }) => {
    const page = await openDashboard(await panel.newPage());
    await expect(link(page, 'Báo cáo chờ xử lý')).toHaveText(/0Không có việc nào/);
    const app = await createAppUser(panel);
    await app.come();
    await app.write('Em bị lừa chuyển khoản');
    await expect(link(page, 'Hội thoại chờ trả lời')).toHaveText(/1Lâu nhất/);
    await (await createReporter(panel, uniqueName('Lê Thị Tố'))).file();
    await expect(link(page, 'Báo cáo chờ xử lý')).toHaveText(/1Lâu nhất/);
    await expect(beside(page, 'Báo cáo')).toContainText('1 đang chờ');

    const other = await newPageOfOther(panel, uniqueName('Trưởng ca'));
    await openConversation(other, app);
    await send(other, app, 'Bạn cho xin số tài khoản');
    await expect(link(page, 'Hội thoại chờ trả lời')).toHaveText(/0Không có việc nào/);
    await other.goto('/admin/reports');
    await other.locator('[data-row]').first().getByRole('link').first().click();
    await waitForScreen(other, DETAIL_TITLE);
    await decidable(other);
    await other.keyboard.press('3');
    await expect(link(page, 'Báo cáo chờ xử lý')).toHaveText(/0Không có việc nào/);
    await expect(beside(page, 'Báo cáo')).not.toContainText('đang chờ');
    app.go();
  });

  test('each number pressed → its list has that many rows, whatever else is on the same subjects', async ({
    panel,
  }) => {
    const [late, soon, closed] = [await createUser(panel.db), await createUser(panel.db), await createUser(panel.db)];
    const file = ({ id }: { id: string }, fields: Parameters<typeof insertReport>[2]) =>
      insertReport(panel.db, { itemType: 'User', itemId: id }, { reporter_id: soon.id, ...fields });
    for (const days of [4, 3, 2]) await file(late, { status: 'pending', created_at: daysAgo(days) });
    for (const status of ['pending', 'reviewing', 'rejected']) await file(soon, { status });
    await file(closed, { status: 'resolved' });
    await panel.db
      .updateTable('moderation_subjects')
      .set({ assignee_id: (await ownAdmin(panel)).id, assigned_at: new Date() })
      .where('subject_id', 'in', [late.id, soon.id, closed.id])
      .execute();
    const page = await openDashboard(await panel.newPage());
    for (const [name, count] of [
      ['Báo cáo chờ xử lý', 4],
      ['Báo cáo quá hạn', 1],
      ['Tôi đang xử lý', 2],
    ] as const) {
      await expect(link(page, name)).toContainText(`${name}${count}`);
      await link(page, name).click();
      await expect(page.locator('[data-row]')).toHaveCount(count);
      await page.goBack();
      await waitForScreen(page, DASHBOARD_TITLE);
    }
  });
});
