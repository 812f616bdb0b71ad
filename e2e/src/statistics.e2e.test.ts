import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { ownAdmin } from './harness/data.ts';
import { section } from './harness/report-detail.ts';
import { toast } from './harness/screens.ts';
import { type Panel, test } from './harness/test.ts';

/** Long over, so that nothing that happens in a test is counted in it. */
const PERIOD = 'from=2025-03-01&to=2025-03-31';
const SCREEN = `/admin/statistics?${PERIOD}`;
const BUCKETS = 31;
const TEN_TO_FIFTEEN_MINUTES = 6;

/** Daily totals as the job leaves them: two days, one reason, one rule and two administrators. */
async function createTotals(panel: Panel): Promise<void> {
  const { id } = await ownAdmin(panel);
  const counts = { filed: 0, closed: 0, auto_closed: 0, decisions: 0, objections: 0, overturned: 0, undone: 0 };
  const histogram = (count: number) =>
    Array.from({ length: BUCKETS }, (_, place) => (place === TEN_TO_FIFTEEN_MINUTES ? count : 0));
  const row = (dimension: string, key: string, day: string, fields: object = {}) => ({
    ...{ dimension, key, day, name: null, ...counts, first_look: histogram(2), closing: histogram(2) },
    ...fields,
  });
  await panel.db.deleteFrom('performance_days').execute();
  await panel.db
    .insertInto('performance_days')
    .values([
      row('all', '', '2025-03-01', { filed: 1_000, closed: 900, decisions: 5, overturned: 1 }),
      row('all', '', '2025-03-31', { filed: 500, closed: 400 }),
      row('all', '', '2025-04-01', { filed: 7 }),
      row('reason', 'spam', '2025-03-01', { filed: 1_500 }),
      row('policy', 'scam', '2025-03-01', { decisions: 5, overturned: 1 }),
      row('administrator', id, '2025-03-01', { name: 'Tên cũ', closed: 900, decisions: 5 }),
      row('administrator', 'gone', '2025-03-31', { name: '=Nguyễn Cũ', closed: 400 }),
    ])
    .execute();
}

test.describe('statistics', () => {
  test('downloads a CSV of the screen, safe to open in a spreadsheet', async ({ panel }) => {
    await createTotals(panel);
    const page = await panel.open(SCREEN);
    await section(page, 'Trong khoảng này').getByText('1.500').waitFor();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Tải CSV' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('thong-ke-2025-03-01-2025-03-31.csv');
    const bytes = await readFile(await download.path());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString('utf8').split('\r\n');
    expect(lines[0]).toContain('"Nhóm","Mã","Tên","Báo cáo nhận được","Báo cáo đã xử lý"');
    expect(lines[1]).toContain('"Tất cả","","","1500","1300"');
    expect(lines).toContainEqual(expect.stringContaining(`"Quản trị viên","gone","'=Nguyễn Cũ","0","400"`));
    await toast(page, 'Đã tải tệp CSV').waitFor();
  });
});
