import { expect, type Page } from '@playwright/test';
import { ownAdmin, uniqueName } from './harness/data.ts';
import { untilLive } from './harness/notifications.ts';
import { createSubjects, fileReport, reportScreen, section } from './harness/report-detail.ts';
import { openListening, REPORTS_SCREEN, reportTable } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { NARROW, type Panel, test } from './harness/test.ts';

const bar = (page: Page) => section(page, 'Phân công xử lý');
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const held = (page: Page, name: string) => bar(page).getByText(`Người phụ trách:${name}`);
const viewed = (page: Page, name: string) => bar(page).getByText(`Đang xem:${name}`);

async function newReport(panel: Panel): Promise<string> {
  const { post } = await createSubjects(panel);
  return fileReport(panel, { itemType: 'Post', itemId: post.id });
}

/** The report once its changes by others arrive. */
async function openLive(page: Page, id: string): Promise<Page> {
  await untilLive(page, () => page.goto(reportScreen(id)));
  await bar(page).waitFor();
  return page;
}

test.describe('report: assignee', () => {
  test('claimed, taken over, assigned and released: each is shown at once at two administrators, who are notified', async ({
    panel,
  }) => {
    const id = await newReport(panel);
    const myName = (await ownAdmin(panel)).username;
    const herName = uniqueName('Quản trị có một cái tên rất dài để xem chỗ nào còn');
    const list = await openListening(panel, REPORTS_SCREEN);
    const row = reportTable(list).locator('[data-row]').first();
    await row.waitFor();
    const hers = await openLive(await newPageOfOther(panel, herName), id);
    await button(hers, 'Nhận xử lý').click();
    await held(hers, herName).waitFor();
    await expect(row).toContainText(`Người phụ trách:${herName}`);
    await expect(row).toContainText(`Đang xem:${herName}`);
    const mine = await openLive(await panel.newPage({ viewport: NARROW }), id);
    await held(mine, herName).waitFor();
    await viewed(mine, herName).waitFor();
    await viewed(hers, myName).waitFor();

    await mine.getByRole('button', { name: '1 báo cáo · Xem thêm' }).click();
    await button(mine, 'Nhận thay').click();
    const question = mine.getByRole('alertdialog', { name: 'Nhận thay' });
    await expect(question).toContainText(`${herName} đang phụ trách`);
    await question.getByRole('button', { name: 'Nhận thay' }).click();
    await held(mine, myName).waitFor();
    await held(hers, myName).waitFor();
    await hers.getByText(`${myName} đã nhận thay bạn`).first().waitFor();
    await button(hers, 'Nhận thay').waitFor();

    await button(mine, 'Giao cho…').click();
    await mine.getByRole('menuitem', { name: herName }).click();
    await toast(mine, `Đã giao cho ${herName}`).waitFor();
    await held(mine, herName).waitFor();
    await hers.getByText('đã giao cho bạn').first().waitFor();

    await button(hers, 'Trả lại').focus();
    await hers.keyboard.press('Enter');
    await toast(hers, 'Đã trả lại hàng đợi').waitFor();
    await held(mine, 'chưa ai nhận').waitFor();
    await button(mine, 'Nhận xử lý').click();
    await held(hers, myName).waitFor();

    await mine.goto('/admin/dashboard');
    await expect(viewed(hers, myName)).toHaveCount(0);
    await expect(row).not.toContainText(`Đang xem:${myName}`);
    // It stays with the assignee for a while.
    await held(hers, myName).waitFor();
  });

  test('looked at for ten seconds: claimed; going on without an act gives it back, both live at a colleague', async ({
    panel,
  }) => {
    const id = await newReport(panel);
    const herName = uniqueName('Giang');
    const list = await openListening(panel, REPORTS_SCREEN);
    const row = reportTable(list).locator('[data-row]').first();
    await row.waitFor();
    const page = await newPageOfOther(panel, herName);
    await page.clock.install();
    const hers = await openLive(page, id);
    await expect(row).toContainText(`Đang xem:${herName}`);
    await expect(row).not.toContainText('Người phụ trách:');
    await hers.clock.fastForward(10_000);
    await held(hers, herName).waitFor();
    await expect(row).toContainText(`Người phụ trách:${herName}`);
    await hers.getByRole('link', { name: 'Danh sách báo cáo' }).click();
    await expect(row).not.toContainText('Người phụ trách:');
  });
});
