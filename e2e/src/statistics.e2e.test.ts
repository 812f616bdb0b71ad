import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { ownAdmin } from './harness/data.ts';
import { section } from './harness/report-detail.ts';
import { toast, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, type Panel, test } from './harness/test.ts';

const TITLE = 'Thống kê';
/** Long over, so that nothing that happens in a test is counted in it. */
const PERIOD = 'from=2025-03-01&to=2025-03-31';
const SCREEN = `/admin/statistics?${PERIOD}`;
const BUCKETS = 31;
const TEN_TO_FIFTEEN_MINUTES = 6;

const table = (page: Page, name: string) => section(page, name).getByRole('table');

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
  test('a period: totals, times and tables, each number with a link to its list', async ({ panel }) => {
    await createTotals(panel);
    const page = await panel.open(SCREEN);
    await waitForScreen(page, TITLE);
    const totals = section(page, 'Trong khoảng này');
    const filed = totals.getByRole('link', { name: 'Báo cáo nhận được: 1.500' });
    expect(await filed.getAttribute('href')).toBe(`/admin/reports?${PERIOD}`);
    await expect(totals).toContainText('1.300');
    await expect(totals).toContainText('p50 13 phút · p90 15 phút');
    await expect(table(page, 'Theo ngày').getByRole('row')).toHaveCount(3);
    await expect(table(page, 'Theo ngày').getByRole('row').nth(1)).toContainText('31 tháng 3, 2025');
    const bySpam = table(page, 'Theo lý do báo cáo').getByRole('link', { name: 'Báo cáo nhận được, Spam: 1.500' });
    expect(await bySpam.getAttribute('href')).toBe(`/admin/reports?reason=spam&${PERIOD}`);
    await expect(table(page, 'Theo quy tắc')).toContainText('Lừa đảo');
    const { id, username } = await ownAdmin(panel);
    const administrators = table(page, 'Theo quản trị viên');
    await expect(administrators.getByRole('row', { name: username })).toContainText('900');
    await expect(administrators.getByRole('row', { name: '=Nguyễn Cũ (đã xóa)' })).toContainText('400');
    const decisions = administrators.getByRole('link', { name: `Quyết định, ${username}: 5` });
    expect(await decisions.getAttribute('href')).toBe(`/admin/audit?actor=${id}&action=decision.make&${PERIOD}`);
    await section(page, 'Đang chờ xử lý').getByText('Quá hạn hơn 1 ngày').waitFor();
  });

  test('the period is chosen by keyboard, and stays in the URL', BY_KEYBOARD, async ({ panel }) => {
    await createTotals(panel);
    const page = await panel.open('/admin/statistics');
    await waitForScreen(page, TITLE);
    const month = page.getByRole('button', { name: '30 ngày' });
    await expect(month).toHaveAttribute('aria-pressed', 'true');
    await month.focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: '90 ngày' })).toBeFocused();
    await page.keyboard.press('Enter');
    await eventually(() => new URL(page.url()).search).toBe('?days=90');
    await page.getByLabel('Từ ngày').fill('2025-03-01');
    await page.getByLabel('Đến ngày').fill('2025-03-31');
    await eventually(() => new URL(page.url()).search).toContain(PERIOD);
    await section(page, 'Trong khoảng này').getByText('1.500').waitFor();
    await page.goBack();
    await page.goBack();
    await eventually(() => new URL(page.url()).search).toBe('?days=90');
  });

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

  test('is found below the line of the navigation', async ({ panel }) => {
    const page = await panel.open('/admin/dashboard');
    await page.getByRole('list', { name: 'Quản trị' }).getByRole('link', { name: TITLE }).click();
    await waitForScreen(page, TITLE);
    expect(new URL(page.url()).pathname).toBe('/admin/statistics');
  });
});
