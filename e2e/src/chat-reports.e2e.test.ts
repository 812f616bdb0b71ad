import { expect } from '@playwright/test';
import { openConversation } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { createReporter } from './harness/filed-reports.ts';
import {
  createReports,
  openListening,
  REPORTS_SCREEN,
  reportRow,
  reportTable,
  statusCount,
  statusFilter,
} from './harness/report-list.ts';
import { eventually, NARROW, test } from './harness/test.ts';

test.describe('chat: report links of a user', () => {
  test('to reports about the account and its content, with other filters, until the chip is removed', async ({
    panel,
  }) => {
    const user = await createUser(panel.db, { username: 'Đặng Văn Tiếng' });
    const other = await createUser(panel.db);
    await createReports(panel, 6, (index) => ({
      subject_owner_id: index < 3 ? user.id : other.id,
      status: index === 0 ? 'resolved' : 'pending',
      ...(index === 1 && { subject_type: 'User', subject_id: user.id }),
    }));
    const page = await openConversation(await panel.newPage(), user);
    const more = page.getByRole('button', { name: 'Thêm', exact: true });
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Báo cáo về người dùng này' }).press('Enter');
    await page.waitForURL(`**${REPORTS_SCREEN}?about=${user.id}`);
    const chip = page.getByRole('button', { name: 'Bỏ lọc Báo cáo về Đặng Văn Tiếng' });
    await chip.waitFor();
    await expect(reportTable(page).locator('[data-row]')).toHaveCount(3);
    expect(await statusCount(page, 'Chờ xử lý').textContent()).toContain('2');
    expect(await page.getByLabel('Gộp', { exact: true }).count(), 'one person’s are not grouped').toBe(0);

    await statusFilter(page).selectOption('resolved');
    await expect(reportTable(page).locator('[data-row]')).toHaveCount(1);
    await page.reload();
    await chip.waitFor();
    await expect(reportTable(page).locator('[data-row]')).toHaveCount(1);
    await chip.press('Enter');
    await eventually(() => new URL(page.url()).search).toBe('?status=resolved');
    await expect(page.getByRole('button', { name: 'Lọc', exact: true })).toBeFocused();
    await statusFilter(page).selectOption('');
    await expect(reportTable(page).locator('[data-row]')).toHaveCount(6);
  });

  test('to reports by the user; new reports by others are not added', async ({ panel }) => {
    const reporter = await createReporter(panel, 'Vũ Thị Báo');
    const other = await createReporter(panel, 'Người khác');
    await reporter.file();
    await other.file();
    const { id } = await panel.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', reporter.username)
      .executeTakeFirstOrThrow();
    const page = await openListening(panel, `${REPORTS_SCREEN}?by=${id}`);
    await page.getByRole('button', { name: 'Bỏ lọc Do Vũ Thị Báo báo cáo' }).waitFor();
    await reportRow(page, reporter.username).waitFor();
    expect(await reportRow(page, other.username).count()).toBe(0);
    await other.file();
    await reporter.file();
    await page.getByText('1 báo cáo mới').waitFor();
    await page.getByRole('button', { name: 'Hiển thị' }).click();
    await expect(reportTable(page).locator('[data-row]')).toHaveCount(2);
    await expect(statusCount(page, 'Chờ xử lý')).toContainText('2');
    expect(await reportRow(page, other.username).count()).toBe(0);
  });

  test('from the user’s page as well, at 320 px, and for a deleted user', async ({ panel }) => {
    panel.expectProblem(/status of 404/);
    const user = await createUser(panel.db, { username: `Tên ${'rất '.repeat(20)}dài` });
    const page = await panel.open(`/admin/users/${user.id}`, { viewport: NARROW });
    await page.getByRole('link', { name: 'Báo cáo do người dùng này gửi' }).click();
    await page.waitForURL(`**${REPORTS_SCREEN}?by=${user.id}`);
    await page.getByRole('button', { name: /^Bỏ lọc Do Tên rất/ }).waitFor();
    await page.getByText('Không có báo cáo phù hợp với bộ lọc').waitFor();
    await page.goto(`${REPORTS_SCREEN}?about=nobody`);
    await page.getByRole('button', { name: 'Bỏ lọc Báo cáo về tài khoản không còn' }).waitFor();
  });
});
