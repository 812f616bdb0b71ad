import { expect } from '@playwright/test';
import { newId } from '../../server/src/lib/ids.ts';
import { createUser } from './harness/data.ts';
import {
  createReports,
  drawnReporters,
  REPORTS_SCREEN,
  REPORTS_TITLE,
  reportTable,
  statusCount,
} from './harness/report-list.ts';
import { scrollDown, urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

const DETAIL_PATH = /^\/admin\/reports\/./;

test.describe('report list', () => {
  test('shows reporter, subject, reason, time and status', async ({ panel }) => {
    const mai = await createUser(panel.db, { username: 'Nguyễn Thị Mai', email: 'mai@example.com' });
    await createReports(panel, 3, (index) => ({
      reporter_id: index === 0 ? 'khong-con' : mai.id,
      subject_type: ['Comment', 'TravelPost', 'User'][index] ?? 'Post',
      reason: ['other', 'ly_do_la', 'hate_speech'][index] ?? 'spam',
      status: ['rejected', 'reviewing', 'pending'][index] ?? 'pending',
      created_at: new Date(Date.UTC(2026, 10, 18 + index, 17, 5)),
      updated_at: new Date(),
    }));
    const page = await panel.open(REPORTS_SCREEN);
    await waitForScreen(page, REPORTS_TITLE);
    const rows = reportTable(page).locator('[data-row]');
    await expect(rows).toHaveCount(3);
    expect(await reportTable(page).getByRole('columnheader').allTextContents()).toEqual([
      'Chọn tất cả',
      'Người báo cáo',
      'Loại',
      'Lý do',
      'Trạng thái',
      'Ngày tạo',
      'Hành động',
    ]);
    const expected = [
      ['Nguyễn Thị Mai', 'mai@example.com', 'Người dùng', 'Phát ngôn thù địch', 'Chờ xử lý', '21/11/2026 00:05'],
      ['Nguyễn Thị Mai', 'Bài viết du lịch', 'ly_do_la', 'Đang xem xét', '20/11/2026 00:05'],
      ['Không có thông tin', 'Bình luận', 'Khác', 'Từ chối', '19/11/2026 00:05'],
    ];
    for (const [index, texts] of expected.entries()) {
      const shown = await rows.nth(index).textContent();
      for (const text of texts) expect(shown).toContain(text);
    }
    await page.getByText('3 báo cáo', { exact: true }).waitFor();
  });

  test('filters by the URL, shows the counts, and Back works', async ({ panel }) => {
    await createReports(panel, 12, (index) => ({
      status: index < 5 ? 'pending' : index < 9 ? 'resolved' : 'rejected',
      subject_type: index % 2 === 0 ? 'User' : 'Comment',
      reason: index % 3 === 0 ? 'violence' : 'spam',
    }));
    const page = await panel.open(`${REPORTS_SCREEN}?status=khong-co&x=1`);
    await page.getByText('12 báo cáo', { exact: true }).waitFor();
    await expect(statusCount(page, 'Chờ xử lý')).toHaveText('Chờ xử lý5');
    await page.getByLabel('Trạng thái', { exact: true }).selectOption('resolved');
    await page.getByText('4 báo cáo', { exact: true }).waitFor();
    expect(urlOf(page)).toBe(`${REPORTS_SCREEN}?status=resolved`);
    expect(await statusCount(page, 'Đã xử lý').getAttribute('aria-pressed')).toBe('true');
    await page.getByLabel('Loại', { exact: true }).selectOption('User');
    await page.getByText('2 báo cáo', { exact: true }).waitFor();
    expect(await statusCount(page, 'Chờ xử lý').textContent()).toBe('Chờ xử lý3');
    await page.getByLabel('Lý do', { exact: true }).selectOption('violence');
    await page.getByText('1 báo cáo', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 báo cáo', { exact: true }).waitFor();
    await expect(page.getByLabel('Lý do', { exact: true })).toHaveValue('violence');
    await page.goBack();
    await page.getByText('2 báo cáo', { exact: true }).waitFor();
    await page.getByLabel('Lý do', { exact: true }).selectOption('harassment');
    await page.getByText('Không có báo cáo phù hợp với bộ lọc').waitFor();
    await page.getByRole('button', { name: 'Đặt lại bộ lọc' }).click();
    await page.getByText('12 báo cáo', { exact: true }).waitFor();
    expect(urlOf(page)).toBe(REPORTS_SCREEN);
  });

  test('loads more on scroll, renders only nearby rows, and keeps the scroll position', async ({ panel }) => {
    await createReports(panel, 230);
    const page = await panel.open(REPORTS_SCREEN);
    await page.getByText('230 báo cáo', { exact: true }).waitFor();
    await eventually(async () => {
      await scrollDown(page, 1_500);
      return reportTable(page).locator('[data-index="229"]').count();
    }).toBe(1);
    await page.getByText('Đã hiển thị tất cả báo cáo').waitFor();
    expect(await reportTable(page).locator('[data-row]').count()).toBeLessThan(60);
    expect(Number(await reportTable(page).getAttribute('aria-rowcount'))).toBe(231);
    const last = reportTable(page).locator('[data-index="225"] [data-row]');
    const id = await last.getAttribute('data-row');
    await last.getByRole('link').click();
    await eventually(() => new URL(page.url()).pathname).toMatch(DETAIL_PATH);
    await page.goBack();
    await waitForScreen(page, REPORTS_TITLE);
    await expect(page.locator(`[data-row="${id}"]`)).toHaveCount(1);
  });

  test('groups by subject, and opens the newest report of a group', async ({ panel }) => {
    const shared = newId();
    const rows = await createReports(panel, 15, (index) => ({
      ...(index < 12 && { subject_id: shared }),
      status: index < 4 ? 'resolved' : 'pending',
    }));
    const page = await panel.open(REPORTS_SCREEN);
    await page.getByLabel('Gộp theo đối tượng').check();
    await page.getByText('4 đối tượng', { exact: true }).waitFor();
    expect(urlOf(page)).toBe(`${REPORTS_SCREEN}?group=1`);
    const grid = page.getByRole('grid', { name: 'Danh sách đối tượng bị báo cáo' });
    const whole = grid.getByRole('row').filter({ hasText: '12 báo cáo · 12 người' });
    expect(await whole.textContent()).toContain('8 đang mở');
    await whole.getByRole('link').click();
    await eventually(() => urlOf(page)).toBe(`${REPORTS_SCREEN}/${rows[11]?.id}`);
    await page.goBack();
    await whole.waitFor();
  });

  test('keeps the newest first', async ({ panel }) => {
    await createReports(panel, 3);
    const page = await panel.open(REPORTS_SCREEN);
    await eventually(() => drawnReporters(page)).toEqual(['Người báo 03', 'Người báo 02', 'Người báo 01']);
  });
});
