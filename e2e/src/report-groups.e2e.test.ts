import { expect, type Page } from '@playwright/test';
import { newId } from '../../server/src/lib/ids.ts';
import { createSubjects, fileReport, historyOf, reportScreen } from './harness/report-detail.ts';
import { createReports, openListening, REPORTS_SCREEN } from './harness/report-list.ts';
import { BY_KEYBOARD, type Panel, test } from './harness/test.ts';

const GROUPS = `${REPORTS_SCREEN}?group=1`;
const grid = (page: Page) => page.getByRole('grid', { name: 'Danh sách đối tượng bị báo cáo' });
const bar = (page: Page) => page.getByRole('region', { name: 'Đối tượng đã chọn' });
const rowOf = (page: Page, counts: string) => grid(page).getByRole('row').filter({ hasText: counts });
const dialog = (page: Page) => page.getByRole('dialog');
const status = (page: Page, text: string) =>
  page.getByRole('banner').getByRole('button', { name: `${text}. Xem chi tiết` });

let run = '';

/** Three subjects: with six, two and one reports; of the first two are closed. Events of former tests stay, so ids are new. */
async function createGroups(panel: Panel): Promise<void> {
  run = newId();
  await createReports(panel, 9, (index) => ({
    subject_id: `${index < 6 ? 'nhieu' : index < 8 ? 'hai' : 'mot'} ${run}`,
    status: index < 2 ? 'rejected' : 'pending',
  }));
}
const stored = async ({ db }: Panel) => {
  const rows = await db.selectFrom('reports').select(['subject_id', 'status']).orderBy('created_at').execute();
  return rows.map(({ subject_id, status }) => `${subject_id.split(' ')[0]} ${status}`);
};
const BEFORE = [
  ...Array<string>(2).fill('nhieu rejected'),
  ...Array<string>(4).fill('nhieu pending'),
  ...Array<string>(2).fill('hai pending'),
  'mot pending',
];
const decided = (subjects: readonly string[]) =>
  BEFORE.map((row) => (subjects.some((one) => row === `${one} pending`) ? row.replace('pending', 'resolved') : row));

test.describe('report list: grouped', () => {
  test.beforeEach(({ panel }) => createGroups(panel));

  test(
    'are selected and closed by key: after a preview, as a job, and undo opens all of them',
    BY_KEYBOARD,
    async ({ panel }) => {
      const page = await openListening(panel, `${REPORTS_SCREEN}?sort=reports&group=1`);
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
      await bar(page).getByText('2 đối tượng · 6 báo cáo').waitFor();
      await page.keyboard.press('3');
      await dialog(page).getByText('6 báo cáo đang mở chuyển thành “Đã xử lý”.').waitFor();
      await dialog(page).getByRole('button', { name: 'Đóng báo cáo 2 mục' }).press('Enter');
      await status(page, 'Xong: 2').waitFor();
      expect(await stored(panel)).toEqual(decided(['nhieu', 'hai']));
      await rowOf(page, '6 báo cáo').getByText('0 đang mở').waitFor();
      await expect(bar(page)).toHaveCount(0);
      await page.getByRole('banner').getByRole('button', { name: 'Hoàn tác' }).press('Enter');
      await status(page, 'Đã hoàn tác 2').waitFor();
      expect(await stored(panel)).toEqual(BEFORE);
      await rowOf(page, '6 báo cáo').getByText('4 đang mở').waitFor();
    },
  );

  test('those without an open report are not closed and listed as such, and each report names its decision', async ({
    panel,
  }) => {
    const page = await panel.open(GROUPS);
    await rowOf(page, '1 báo cáo · 1 người').getByRole('checkbox').check();
    await bar(page).getByRole('button', { name: 'Từ chối' }).click();
    await dialog(page).getByRole('button', { name: 'Đóng báo cáo 1 mục' }).click();
    await rowOf(page, '1 báo cáo · 1 người').getByText('0 đang mở').waitFor();
    await page.getByRole('checkbox', { name: 'Chọn tất cả đối tượng đã tải' }).check();
    await bar(page).getByText('3 đối tượng · 6 báo cáo').waitFor();
    await bar(page).getByRole('button', { name: 'Từ chối' }).click();
    await expect(dialog(page).getByRole('combobox', { name: 'Kết luận' })).toHaveValue('rejected');
    await dialog(page).getByText('1 đối tượng đã chọn không có báo cáo đang mở.').waitFor();
    await dialog(page).getByRole('button', { name: 'Đóng báo cáo 2 mục' }).click();
    await status(page, 'Xong: 2').waitFor();
    expect((await stored(panel)).filter((row) => row.endsWith('pending'))).toEqual([]);
    await page.getByRole('checkbox', { name: 'Chọn tất cả đối tượng đã tải' }).check();
    await bar(page).getByText('Các đối tượng đã chọn không có báo cáo đang mở').waitFor();
    const { id } = await panel.db
      .selectFrom('reports')
      .select('id')
      .where('subject_id', '=', `hai ${run}`)
      .limit(1)
      .executeTakeFirstOrThrow();
    await page.goto(reportScreen(id));
    await historyOf(page).filter({ hasText: 'Đặt mọi báo cáo đang mở thành “Từ chối”' }).first().waitFor();
  });
});

test.describe('report list: a group of reported subjects', () => {
  test('its content is taken down and its accounts are suspended, each by a job that can be undone', async ({
    panel,
  }) => {
    const { author, post, travelPost } = await createSubjects(panel);
    await fileReport(panel, { itemType: 'Post', itemId: post.id });
    await fileReport(panel, { itemType: 'TravelPost', itemId: travelPost.id });
    await fileReport(panel, { itemType: 'User', itemId: author.id });
    const page = await panel.open(GROUPS);
    await page.getByRole('checkbox', { name: 'Chọn tất cả đối tượng đã tải' }).check();
    await bar(page).getByRole('button', { name: 'Gỡ 2 nội dung' }).click();
    await dialog(page)
      .getByRole('combobox', { name: 'Quy tắc bị vi phạm' })
      .selectOption({ label: 'Spam và quảng cáo' });
    await dialog(page).getByText('2 mục bị gỡ khỏi ứng dụng.').waitFor();
    await dialog(page).getByRole('button', { name: 'Gỡ nội dung 2 mục' }).click();
    await status(page, 'Xong: 2').waitFor();
    await bar(page).getByText('1 đối tượng · 1 báo cáo').waitFor();
    await bar(page).getByRole('button', { name: 'Tạm khóa 1 tài khoản' }).click();
    await dialog(page).getByText('1 tài khoản bị tạm khóa 7 ngày').waitFor();
    await dialog(page).getByRole('button', { name: 'Tạm khóa 1 tài khoản' }).click();
    await status(page, 'Xong: 1').waitFor();
    await expect(bar(page)).toHaveCount(0);
    const { db } = panel;
    const reports = await db.selectFrom('reports').select('status').execute();
    expect(reports.map((report) => report.status)).toEqual(['resolved', 'resolved', 'resolved']);
    const made = await db.selectFrom('decisions').select('actions').where('owner_id', '=', author.id).execute();
    expect(made.flatMap(({ actions }) => actions).toSorted()).toEqual(['suspend', 'takedown', 'takedown']);
  });
});
