import { expect } from '@playwright/test';
import { insertReport, recordReports } from '../../server/src/testing/factories.ts';
import { decide, openSheet, rule, sheet } from './harness/decision-sheet.ts';
import { untilLive } from './harness/notifications.ts';
import { createSubjects, reportScreen, statusBox } from './harness/report-detail.ts';
import { type Panel, test } from './harness/test.ts';

test.describe('report: a subject with several reports', () => {
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

  test('of more reports than are closed at once: shows how many are being closed until all are', async ({ panel }) => {
    const { post, ids } = await reportedBy(panel, 520);
    const first = ids[0] ?? '';
    const page = await panel.newPage();
    await untilLive(page, () => page.goto(reportScreen(first)));
    await whileLocked(panel, post.id, async () => {
      await openSheet(page);
      await sheet(page).getByText('520 báo cáo đang mở').waitFor();
      await rule(page, 'Không vi phạm').check();
      await decide(page);
      await page.getByText(/^Đang đóng \d+ báo cáo/).waitFor();
      await expect(statusBox(page)).toHaveText('Từ chối');
      expect(await countOpen(panel, post.id)).toBeGreaterThan(0);
    });
    await expect(page.getByText(/^Đang đóng/)).toHaveCount(0);
    expect(await countOpen(panel, post.id)).toBe(0);
  });
});
