import { expect, type Locator, type Page } from '@playwright/test';
import { APPEALS_SCREEN, callServer, objectWhileSuspended, punishUser } from './harness/appeals.ts';
import { reportScreen, section } from './harness/report-detail.ts';
import {
  openFilters,
  openListening,
  REPORTS_SCREEN,
  REPORTS_TITLE,
  reportTable,
  statusCount,
} from './harness/report-list.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { type Panel, test } from './harness/test.ts';

const TEXT = 'Tôi chỉ chia sẻ kinh nghiệm đi chợ, không bán gì cả.';
const mark = (within: Page | Locator) => within.getByText('Có khiếu nại', { exact: true });
const rows = (page: Page) => reportTable(page).locator('[data-row]');
const kind = (page: Page) => page.getByLabel('Loại việc', { exact: true });

/** Upholds the decision, as the administrator who made it. */
async function answer(panel: Panel, id: string, token: string): Promise<void> {
  const { body } = await callServer(panel, `/api/admin/appeals/${id}`, {}, token);
  const { version } = body.data.subject;
  const decision = { outcome: 'uphold', version };
  expect((await callServer(panel, `/api/admin/appeals/${id}/decide`, decision, token)).status).toBe(200);
}

test.describe('report list: appeals', () => {
  test('mark their subject in both lists and on its report, which opens the appeal, live, while one is pending', async ({
    panel,
  }) => {
    const { user, post, token } = await punishUser(panel);
    const reports = panel.db.selectFrom('reports').select('id').where('subject_id', '=', post.id);
    const { id: reportId } = await reports.executeTakeFirstOrThrow();
    const list = await openListening(panel, REPORTS_SCREEN);
    const grouped = await openListening(panel, `${REPORTS_SCREEN}?group=1`);
    const subject = grouped.getByRole('grid', { name: 'Danh sách đối tượng bị báo cáo' }).locator('[data-row]');
    const report = await openListening(panel, reportScreen(reportId));
    const reported = section(report, 'Đối tượng bị báo cáo');
    for (const shown of [rows(list), subject]) await expect(shown).toHaveCount(1);
    await reported.waitFor();
    for (const shown of [rows(list), subject, reported]) await expect(mark(shown)).toHaveCount(0);

    const id = await objectWhileSuspended(panel, user, TEXT);
    for (const shown of [rows(list), subject, reported]) await mark(shown).waitFor();
    await reported.getByRole('link', { name: 'Có khiếu nại' }).click();
    await report.getByRole('dialog', { name: 'Khiếu nại' }).getByText(TEXT).first().waitFor();
    expect(urlOf(report)).toBe(`${APPEALS_SCREEN}?id=${id}`);
    await report.goBack();
    await mark(reported).waitFor();

    await answer(panel, id, token);
    for (const shown of [rows(list), subject, reported]) await expect(mark(shown)).toHaveCount(0);
  });

  test('are filtered by their kind, live', async ({ panel }) => {
    const theirs = await punishUser(panel);
    const others = await punishUser(panel);
    const id = await objectWhileSuspended(panel, theirs.user, TEXT);
    const page = await openListening(panel, REPORTS_SCREEN);
    await expect(rows(page)).toHaveCount(2);
    await openFilters(page);
    await kind(page).selectOption('Báo cáo');
    await expect(rows(page)).toHaveCount(1);
    await rows(page).getByText(others.reporter.username, { exact: true }).waitFor();
    await expect(mark(rows(page))).toHaveCount(0);
    await kind(page).selectOption('Khiếu nại');
    await rows(page).getByText(theirs.reporter.username, { exact: true }).waitFor();
    await expect(rows(page)).toHaveCount(1);
    await mark(rows(page)).waitFor();
    expect(urlOf(page)).toBe(`${REPORTS_SCREEN}?kind=appeal`);
    await expect(statusCount(page, 'Đã xử lý')).toHaveText('Đã xử lý (1)');

    // Another appeal comes, and the first is answered.
    await objectWhileSuspended(panel, others.user, TEXT);
    await expect(rows(page)).toHaveCount(2);
    await answer(panel, id, theirs.token);
    await expect(rows(page)).toHaveCount(1);
    await rows(page).getByText(others.reporter.username, { exact: true }).waitFor();
    await expect(statusCount(page, 'Đã xử lý')).toHaveText('Đã xử lý (1)');

    // Closes the menu.
    await page.keyboard.press('Escape');
    await page.getByLabel('Gộp', { exact: true }).selectOption('Gộp: Đối tượng');
    const subjects = page.getByRole('grid', { name: 'Danh sách đối tượng bị báo cáo' }).locator('[data-row]');
    await expect(subjects).toHaveCount(1);
    await expect(subjects).toContainText(others.post.id);
    await page.getByRole('link', { name: 'Mọi khiếu nại' }).click();
    await waitForScreen(page, 'Khiếu nại');
    expect(urlOf(page)).toBe(APPEALS_SCREEN);
    await page.goBack();
    await waitForScreen(page, REPORTS_TITLE);
    await page.getByRole('button', { name: 'Bỏ lọc Loại việc: Khiếu nại' }).click();
    await expect(subjects).toHaveCount(2);
  });
});
