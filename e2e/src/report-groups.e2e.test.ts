import { expect, type Page } from '@playwright/test';
import { newId } from '../../server/src/lib/ids.ts';
import { insertReport } from '../../server/src/testing/factories.ts';
import { createUser } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { historyOf, reportScreen } from './harness/report-detail.ts';
import { createReports, openListening, REPORTS_SCREEN, silenceSocket } from './harness/report-list.ts';
import { toast, urlOf } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, type Panel, test } from './harness/test.ts';

const GROUPS = `${REPORTS_SCREEN}?group=1`;
const grid = (page: Page) => page.getByRole('grid', { name: 'Danh sách đối tượng bị báo cáo' });
const bar = (page: Page) => page.getByRole('region', { name: 'Đối tượng đã chọn' });
const rowOf = (page: Page, counts: string) => grid(page).getByRole('row').filter({ hasText: counts });
const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Cập nhật' }).click();

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

test.describe('grouped reports', () => {
  test.beforeEach(({ panel }) => createGroups(panel));

  test('are sorted by the number of reports, in the URL', async ({ panel }) => {
    const page = await panel.open(GROUPS);
    await expect(grid(page).locator('[data-row]')).toHaveCount(3);
    await expect(grid(page).locator('[data-row]').first()).toContainText('1 báo cáo · 1 người');
    await page.getByLabel('Sắp xếp', { exact: true }).selectOption({ label: 'Nhiều báo cáo nhất' });
    await expect(grid(page).locator('[data-row]').first()).toContainText('6 báo cáo · 6 người');
    expect(urlOf(page)).toBe(`${GROUPS.replace('group=1', '')}sort=reports&group=1`);
  });

  test(
    'are selected and decided by key; closed reports stay, and undo restores all',
    BY_KEYBOARD,
    async ({ panel }) => {
      const page = await openListening(panel, `${REPORTS_SCREEN}?sort=reports&group=1`);
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
      await bar(page).getByText('Đã chọn 2 đối tượng').waitFor();
      await page.keyboard.press('3');
      await page
        .getByRole('alertdialog')
        .getByText('Chuyển 6 báo cáo đang mở của 2 đối tượng sang “Đã xử lý”?')
        .waitFor();
      await confirm(page);
      const done = toast(page, 'Đã cập nhật 6 báo cáo của 2 đối tượng');
      await done.waitFor();
      expect(await stored(panel)).toEqual(decided(['nhieu', 'hai']));
      await rowOf(page, '6 báo cáo').getByText('0 đang mở').waitFor();
      await expect(bar(page)).toHaveCount(0);
      await done.getByRole('button', { name: 'Hoàn tác' }).click();
      await toast(page, 'Đã hoàn tác 2 đối tượng').waitFor();
      expect(await stored(panel)).toEqual(BEFORE);
    },
  );

  test('a subject whose reports have changed unseen is left out, stays selected and is named', async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    const page = await panel.newPage();
    await silenceSocket(page);
    await page.goto(GROUPS);
    await page.getByRole('checkbox', { name: 'Chọn tất cả đối tượng đã tải' }).check();
    await bar(page).getByText('Đã chọn 3 đối tượng').waitFor();
    const { id: reporter_id } = await createUser(panel.db);
    await insertReport(panel.db, { itemType: 'Post', itemId: `hai ${run}` }, { reporter_id });
    await bar(page).getByRole('button', { name: 'Đã xử lý' }).click();
    await confirm(page);
    await toast(page, 'Đã cập nhật 5 báo cáo của 2 đối tượng')
      .getByText('1 đối tượng chưa đổi vì báo cáo vừa thay đổi; đối tượng vẫn được chọn')
      .waitFor();
    expect((await stored(panel)).filter((row) => row.startsWith('hai'))).toEqual(Array(3).fill('hai pending'));
    await rowOf(page, '3 báo cáo').getByText('Báo cáo của đối tượng này vừa thay đổi sau khi bạn chọn').waitFor();
    await bar(page).getByRole('button', { name: 'Vẫn chọn' }).click();
    await bar(page).getByRole('button', { name: 'Đã xử lý' }).click();
    await confirm(page);
    await eventually(async () => (await stored(panel)).filter((row) => row.endsWith('pending'))).toEqual([]);
    const { id } = await panel.db
      .selectFrom('reports')
      .select('id')
      .where('subject_id', '=', `hai ${run}`)
      .limit(1)
      .executeTakeFirstOrThrow();
    await page.goto(reportScreen(id));
    await historyOf(page).filter({ hasText: 'Đặt mọi báo cáo đang mở thành “Đã xử lý”' }).first().waitFor();
  });
});
