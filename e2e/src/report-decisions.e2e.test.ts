import { expect, type Page } from '@playwright/test';
import { ownAdmin } from './harness/data.ts';
import {
  chooseStatus,
  createSubjects,
  fileReport,
  historyOf,
  noteBox,
  openAct,
  reportScreen,
  section,
  statusBox,
} from './harness/report-detail.ts';
import { openAsOther } from './harness/second-admin.ts';
import { type Panel, test } from './harness/test.ts';

const NOTE = 'Đã gọi điện nhắc nhở';

async function postReport(panel: Panel) {
  const things = await createSubjects(panel);
  return { ...things, id: await fileReport(panel, { itemType: 'Post', itemId: things.post.id }) };
}

/** Waits until the report is assigned to the run's administrator: the next one to open it only views it. */
async function untilClaimed(panel: Panel, page: Page): Promise<void> {
  const { username } = await ownAdmin(panel);
  await section(page, 'Phân công xử lý').getByText(`Người phụ trách:${username}`).waitFor();
}
/** Sets the status of a report that another administrator handles, which the panel says first. */
async function chooseAllTheSame(page: Page, status: string): Promise<void> {
  await chooseStatus(page, status);
  await page.getByRole('button', { name: 'Vẫn thực hiện' }).click();
}

test.describe('open report', () => {
  test("is updated by other administrators' changes of it, its post and its account, and shows when it is deleted", async ({
    panel,
  }) => {
    const { id } = await postReport(panel);
    const page = await panel.open(reportScreen(id));
    await noteBox(page).fill(NOTE);
    await untilClaimed(panel, page);
    const other = await openAsOther(panel, reportScreen(id), 'Trưởng ca');
    await chooseAllTheSame(other, 'Đang xem xét');
    await expect(statusBox(page)).toHaveText('Đang xem xét');
    await historyOf(page).filter({ hasText: 'Trưởng ca' }).waitFor();
    await expect(noteBox(page)).toHaveValue(NOTE);

    for (const [act, opposite] of [
      ['Xóa bài viết', 'Khôi phục bài viết'],
      ['Vô hiệu hóa tài khoản', 'Kích hoạt lại tài khoản'],
    ] as const) {
      await (await openAct(other, act)).click();
      await other.getByRole('alertdialog').getByRole('button', { name: act }).click();
      await (await openAct(page, opposite)).waitFor();
      await page.keyboard.press('Escape');
    }

    await other.getByRole('button', { name: 'Xóa báo cáo' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
    await page.getByText('Báo cáo này đã bị xóa').waitFor();
  });
});
