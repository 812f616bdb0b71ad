import { expect, type Page } from '@playwright/test';
import { ownAdmin, uniqueName } from './harness/data.ts';
import { untilLive } from './harness/notifications.ts';
import { createSubjects, fileReport, reportScreen, section } from './harness/report-detail.ts';
import { openListening, REPORTS_SCREEN, reportTable } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { NARROW, type PageOptions, type Panel, test } from './harness/test.ts';

const bar = (page: Page) => section(page, 'Phân công xử lý');
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const held = (page: Page, name: string) => bar(page).getByText(`Người phụ trách:${name}`);
const viewed = (page: Page, name: string) => bar(page).getByText(`Đang xem:${name}`);

async function newReport(panel: Panel): Promise<string> {
  const { post } = await createSubjects(panel);
  return fileReport(panel, { itemType: 'Post', itemId: post.id });
}

/** The report at another administrator. */
async function openAt(panel: Panel, name: string, id: string, options: PageOptions = {}): Promise<Page> {
  const page = await newPageOfOther(panel, name, options);
  await openLive(page, id);
  return page;
}

/** The report once its changes by others arrive. */
async function openLive(page: Page, id: string): Promise<Page> {
  await untilLive(page, () => page.goto(reportScreen(id)));
  await bar(page).waitFor();
  return page;
}

test.describe('report: assignee', () => {
  test('opening it claims it: the list and the report of a colleague show that at once, and the viewers', async ({
    panel,
  }) => {
    const id = await newReport(panel);
    const herName = uniqueName('Quản trị Bình');
    const list = await openListening(panel, REPORTS_SCREEN);
    const row = reportTable(list).locator('[data-row]').first();
    await row.waitFor();
    const hers = await openAt(panel, herName, id);
    await held(hers, herName).waitFor();
    await expect(row).toContainText(`Người phụ trách:${herName}`);
    await expect(row).toContainText(`Đang xem:${herName}`);
    const mine = await openLive(await panel.newPage(), id);
    await held(mine, herName).waitFor();
    await viewed(mine, herName).waitFor();
    await viewed(hers, (await ownAdmin(panel)).username).waitFor();
    await hers.goto('/admin/dashboard');
    await expect(viewed(mine, herName)).toHaveCount(0);
    await expect(row).not.toContainText(`Đang xem:${herName}`);
    // It stays hers for a while.
    await held(mine, herName).waitFor();
  });

  test('taking over asks for confirmation and names the colleague, who is notified', async ({ panel }) => {
    const id = await newReport(panel);
    const [myName, herName] = [(await ownAdmin(panel)).username, uniqueName('Quản trị Chi')];
    const hers = await openAt(panel, herName, id);
    await held(hers, herName).waitFor();
    const mine = await openLive(await panel.newPage(), id);
    await button(mine, 'Nhận thay').click();
    const question = mine.getByRole('alertdialog', { name: 'Nhận thay' });
    await expect(question).toContainText(`${herName} đang phụ trách`);
    await question.getByRole('button', { name: 'Nhận thay' }).click();
    await held(mine, myName).waitFor();
    await held(hers, myName).waitFor();
    await hers.getByText(`${myName} đã nhận thay bạn`).first().waitFor();
    await button(hers, 'Nhận thay').waitFor();
  });

  test('a release by keyboard leaves it to the next administrator, who claims it', async ({ panel }) => {
    const id = await newReport(panel);
    const [myName, herName] = [(await ownAdmin(panel)).username, uniqueName('Quản trị Dung')];
    const mine = await openLive(await panel.newPage(), id);
    await held(mine, myName).waitFor();
    const hers = await openAt(panel, herName, id);
    await held(hers, myName).waitFor();
    await button(mine, 'Trả lại').focus();
    await mine.keyboard.press('Enter');
    await toast(mine, 'Đã trả lại hàng đợi').waitFor();
    await held(hers, 'chưa ai nhận').waitFor();
    await button(hers, 'Nhận xử lý').click();
    await held(mine, herName).waitFor();
  });

  test('two actions assign it to a colleague, who is notified, on a narrow screen too', async ({ panel }) => {
    const id = await newReport(panel);
    const herName = uniqueName('Quản trị có một cái tên rất dài để xem chỗ nào còn');
    const hers = await newPageOfOther(panel, herName);
    await untilLive(hers, () => hers.goto('/admin/dashboard'));
    const mine = await panel.open(reportScreen(id), { viewport: NARROW });
    await held(mine, (await ownAdmin(panel)).username).waitFor();
    await button(mine, 'Giao cho…').click();
    await mine.getByRole('menuitem', { name: herName }).click();
    await toast(mine, `Đã giao cho ${herName}`).waitFor();
    await held(mine, herName).waitFor();
    await hers.getByText('đã giao cho bạn').first().waitFor();
  });
});
