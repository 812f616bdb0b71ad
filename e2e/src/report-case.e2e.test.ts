import { expect, type Page } from '@playwright/test';
import { insertReport, recordReports } from '../../server/src/testing/factories.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { untilLive } from './harness/notifications.ts';
import {
  createSubjects,
  fileReport,
  historyOf,
  reportScreen,
  section,
  setStatus,
  statusBox,
} from './harness/report-detail.ts';
import { silenceSocket } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { eventually, type Panel, test } from './harness/test.ts';

test.describe('subject with several reports', () => {
  async function caseOf(panel: Panel, count: number) {
    const { post } = await createSubjects(panel);
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push(await fileReport(panel, { itemType: 'Post', itemId: post.id }));
    }
    return { post, ids };
  }
  /** A post that this many have reported. */
  async function reportedBy(panel: Panel, count: number) {
    const { post } = await createSubjects(panel);
    const model = await insertReport(panel.db, { itemType: 'Post', itemId: `other-${post.id}` });
    const rows = Array.from({ length: count }, (_, n) => {
      const id = `${model.id}-${String(n).padStart(4, '0')}`;
      return { ...model, id, subject_id: post.id, reporter_id: `reporter-${id}` };
    });
    await panel.db.insertInto('reports').values(rows).execute();
    const ids = rows.map(({ id }) => id);
    await recordReports(panel.db, ids);
    return { post, ids };
  }
  const countOpen = async ({ db }: Panel, itemId: string) =>
    (await db.selectFrom('reports').select('status').where('subject_id', '=', itemId).execute()).filter(
      ({ status }) => status === 'pending',
    ).length;
  /** Runs `work` while the report of a subject that is closed last cannot be changed. */
  const whileLocked = ({ db }: Panel, itemId: string, work: () => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      const last = tx
        .selectFrom('reports')
        .select('id')
        .where('subject_id', '=', itemId)
        .orderBy('id', 'desc')
        .limit(1);
      await last.forUpdate().executeTakeFirstOrThrow();
      await work();
    });
  const statuses = async ({ db }: Panel) =>
    (await db.selectFrom('reports').select('status').orderBy('id').execute()).map(({ status }) => status);
  /** Presses the button beside the status select, which shows the count. */
  async function setAll(page: Page, count: number): Promise<void> {
    await page.getByLabel(`Đặt trạng thái cho tất cả ${count} báo cáo đang mở`).waitFor();
    await page.getByRole('button', { name: 'Đặt trạng thái' }).click();
  }

  test('lists its other reports, page by page, each with a link', async ({ panel }) => {
    const { ids } = await caseOf(panel, 13);
    const page = await panel.open(reportScreen(ids[12] ?? ''));
    const others = section(page, '13 báo cáo · 13 người');
    await expect(others.getByRole('link')).toHaveCount(9);
    await others.getByRole('button', { name: 'Xem thêm báo cáo' }).click();
    await expect(others.getByRole('link')).toHaveCount(12);
    await others.getByRole('link').last().click();
    await eventually(() => new URL(page.url()).pathname).toBe(reportScreen(ids[0] ?? ''));
  });

  test('gets one status for all open reports, after a confirmation with their count, and undo restores the former ones', async ({
    panel,
  }) => {
    const { ids } = await caseOf(panel, 4);
    await setStatus(panel, ids[0] ?? '', 'rejected');
    await setStatus(panel, ids[1] ?? '', 'reviewing');
    const page = await panel.open(reportScreen(ids[3] ?? ''));
    await setAll(page, 3);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Đặt trạng thái “Đã xử lý” cho tất cả 3 báo cáo đang mở về').waitFor();
    await dialog.getByText('Bán tour giá rẻ').waitFor();
    await dialog.getByRole('button', { name: 'Đặt trạng thái' }).click();
    const done = 'Đã cập nhật trạng thái 3 báo cáo';
    await toast(page, done).waitFor();
    expect(await statuses(panel)).toEqual(['rejected', 'resolved', 'resolved', 'resolved']);
    await expect(statusBox(page)).toHaveText('Đã xử lý');
    await historyOf(page).filter({ hasText: 'Đặt mọi báo cáo đang mở thành “Đã xử lý”' }).waitFor();

    await toast(page, done).getByRole('button', { name: 'Hoàn tác' }).click();
    await toast(page, 'Đã hoàn tác').waitFor();
    expect(await statuses(panel)).toEqual(['rejected', 'reviewing', 'pending', 'pending']);
  });

  test('of more reports than are closed at once: says how many are being closed until all are', async ({ panel }) => {
    const { post, ids } = await reportedBy(panel, 520);
    const first = ids[0] ?? '';
    const page = await panel.newPage();
    await untilLive(page, () => page.goto(reportScreen(first)));
    await whileLocked(panel, post.id, async () => {
      await setAll(page, ids.length);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Đặt trạng thái' }).click();
      await page.getByText(/^Đang đóng \d+ báo cáo/).waitFor();
      await expect(statusBox(page)).toHaveText('Đã xử lý');
      expect(await countOpen(panel, post.id)).toBeGreaterThan(0);
    });
    await expect(page.getByText(/^Đang đóng/)).toHaveCount(0);
    expect(await countOpen(panel, post.id)).toBe(0);
  });

  test('asks again when the count of open reports has changed', async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    const { post, ids } = await caseOf(panel, 2);
    const page = await panel.newPage();
    await silenceSocket(page);
    await page.goto(reportScreen(ids[1] ?? ''));
    await setAll(page, 2);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('tất cả 2 báo cáo').waitFor();
    await fileReport(panel, { itemType: 'Post', itemId: post.id });
    await dialog.getByRole('button', { name: 'Đặt trạng thái' }).click();
    await dialog.getByText('Các báo cáo đang mở vừa thay đổi, hiện có 3.').waitFor();
    expect(await statuses(panel)).toEqual(['pending', 'pending', 'pending']);
    await dialog.getByRole('button', { name: 'Đặt trạng thái' }).click();
    await toast(page, 'Đã cập nhật trạng thái 3 báo cáo').waitFor();
    expect(await statuses(panel)).toEqual(['resolved', 'resolved', 'resolved']);
  });
});
