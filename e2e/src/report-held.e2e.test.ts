import { expect, type Page } from '@playwright/test';
import { createPosts, createUser, uniqueName } from './harness/data.ts';
import { untilLive } from './harness/notifications.ts';
import { fileReport, reportScreen, section, statusBox } from './harness/report-detail.ts';
import { REPORTS_SCREEN, reportTable, storedReport } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { BY_KEYBOARD, eventually, type Panel, test } from './harness/test.ts';

const TAKEN = 'Các báo cáo còn lại đang có quản trị viên khác xử lý';
const holds = (page: Page, name: string) =>
  section(page, 'Phân công xử lý').getByText(`Người phụ trách:${name}`).waitFor();
const statusOf = async (panel: Panel, id: string) => (await storedReport(panel, id))?.status;

async function reportedPost(panel: Panel, title: string) {
  const author = await createUser(panel.db);
  const [post] = await createPosts(panel.db, author.id, 1, () => ({ title, content: title }));
  if (!post) throw new Error('no post was made');
  return { post, id: await fileReport(panel, { itemType: 'Post', itemId: post.id }) };
}

/** A report that a colleague has opened, between an older and a newer one. */
async function betweenOthers(panel: Panel) {
  const older = await reportedPost(panel, 'Bài cũ');
  const hers = await reportedPost(panel, 'Bài của chị ấy');
  const newer = await reportedPost(panel, 'Bài mới');
  const name = uniqueName('Quản trị Giang');
  const page = await newPageOfOther(panel, name);
  await untilLive(page, () => page.goto(reportScreen(hers.id)));
  await holds(page, name);
  return { older, hers, newer, name };
}

test.describe('report: one that a colleague handles', () => {
  test(
    'is skipped when the next one opens; if only such reports remain, the panel says so',
    BY_KEYBOARD,
    async ({ panel }) => {
      const { older, hers, newer } = await betweenOthers(panel);
      const page = await panel.newPage();
      await untilLive(page, () => page.goto(reportScreen(newer.id)));
      await statusBox(page).waitFor();
      await page.keyboard.press('3');
      await eventually(() => new URL(page.url()).pathname).toBe(reportScreen(older.id));
      await expect(statusBox(page)).toHaveText('Chờ xử lý');
      await page.keyboard.press('4');
      await page.getByRole('status').filter({ hasText: TAKEN }).waitFor();
      expect(await statusOf(panel, hers.id)).toBe('pending');
      expect(await statusOf(panel, older.id)).toBe('rejected');
    },
  );

  test('a key on it asks for confirmation first, and names the colleague', BY_KEYBOARD, async ({ panel }) => {
    const { hers, name } = await betweenOthers(panel);
    const page = await panel.open(reportScreen(hers.id));
    await holds(page, name);
    await page.keyboard.press('3');
    const question = page.getByRole('alert').filter({ hasText: `${name} đang phụ trách đối tượng này.` });
    await question.getByText('Chưa thực hiện: đặt trạng thái “Đã xử lý”').waitFor();
    expect(await statusOf(panel, hers.id)).toBe('pending');
    await question.getByRole('button', { name: 'Vẫn thực hiện' }).click();
    await eventually(() => statusOf(panel, hers.id)).toBe('resolved');
  });

  test('is skipped by a bulk change, stays selected, and is changed alone after a confirmation', async ({ panel }) => {
    const { older, hers, newer } = await betweenOthers(panel);
    const page = await panel.open(`${REPORTS_SCREEN}?status=pending`);
    await reportTable(page).getByRole('checkbox', { name: 'Chọn tất cả báo cáo đã tải' }).check();
    const bar = page.getByRole('region', { name: 'Báo cáo đã chọn' });
    const dialog = page.getByRole('alertdialog');
    await bar.getByRole('button', { name: 'Từ chối' }).click();
    await dialog.getByText('Chuyển 2 báo cáo sang “Từ chối”?').waitFor();
    await dialog.getByRole('button', { name: 'Cập nhật' }).click();
    await toast(page, 'Đã cập nhật trạng thái 2 báo cáo')
      .getByText('1 báo cáo chưa đổi vì quản trị viên khác đang phụ trách; báo cáo vẫn được chọn')
      .waitFor();
    expect(await statusOf(panel, hers.id)).toBe('pending');
    expect([await statusOf(panel, older.id), await statusOf(panel, newer.id)]).toEqual(['rejected', 'rejected']);
    await bar.getByText('Đã chọn 1 báo cáo').waitFor();
    await bar.getByRole('button', { name: 'Từ chối' }).click();
    await dialog.getByText('Quản trị viên khác đang phụ trách các báo cáo này.').waitFor();
    await dialog.getByRole('button', { name: 'Cập nhật' }).click();
    await eventually(() => statusOf(panel, hers.id)).toBe('rejected');
  });
});
