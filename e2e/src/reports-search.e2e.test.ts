import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { expect, type Page } from '@playwright/test';
import { createUser } from './harness/data.ts';
import { createSubjects, fileReport } from './harness/report-detail.ts';
import { createReports, drawnReporters, REPORTS_SCREEN, reportRow, reportTable } from './harness/report-list.ts';
import { urlOf } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';

const searchBox = (page: Page) => page.getByLabel('Tìm trong báo cáo', { exact: true });
const sortBox = (page: Page) => page.getByLabel('Sắp xếp', { exact: true });

test.describe('report list: subjects', () => {
  test(
    'is under the type: title, image, owner and number of reports; the description on demand',
    BY_KEYBOARD,
    async ({ panel }) => {
      const { post, author } = await createSubjects(panel);
      const reporter = await createUser(panel.db, { username: 'Trần Người Báo' });
      await fileReport(panel, { itemType: 'Post', itemId: post.id });
      await fileReport(panel, {
        itemType: 'Post',
        itemId: post.id,
        reporterId: reporter.id,
        description: 'Đòi chuyển khoản trước',
      });
      await fileReport(panel, { itemType: 'User', itemId: author.id });
      const page = await panel.open(REPORTS_SCREEN);
      const row = reportRow(page, 'Trần Người Báo');
      for (const text of ['Bài viết', 'Bán tour giá rẻ', 'Nguyễn Tác Giả', 'bị báo cáo 2 lần']) {
        // An image that is not loaded yet has the title, too.
        await row.getByText(text, { exact: true }).last().waitFor();
      }
      // The image of the evidence is loaded from its signed URL.
      await eventually(() =>
        row
          .locator('img[src*="/media/"]')
          .first()
          .evaluate((image: HTMLImageElement) => image.complete),
      ).toBe(true);
      expect(await row.getByText('Đòi chuyển khoản trước').count()).toBe(0);
      const describe = row.getByRole('button', { name: 'Mô tả' });
      await describe.press('Enter');
      await row.getByText('Đòi chuyển khoản trước').waitFor();
      expect(await describe.getAttribute('aria-expanded')).toBe('true');
      await describe.press('Enter');
      await expect(row.getByText('Đòi chuyển khoản trước')).toHaveCount(0);
    },
  );
});

test.describe('report list: search, days and order', () => {
  test('a search without diacritics finds descriptions, contents and names; it is in the URL and can be cleared', async ({
    panel,
  }) => {
    const { post, travelPost } = await createSubjects(panel);
    const reporter = await createUser(panel.db, { username: 'Trần Người Báo' });
    await fileReport(panel, { itemType: 'Post', itemId: post.id, reporterId: reporter.id });
    await fileReport(panel, { itemType: 'TravelPost', itemId: travelPost.id, description: 'Mạo danh công ty khác' });
    const page = await panel.open(REPORTS_SCREEN);
    const rows = reportTable(page).locator('[data-row]');
    await expect(rows).toHaveCount(2);
    for (const [term, found] of [
      ['mao danh', 'Ba ngày ở Huế'],
      ['chuyen khoan', 'Bán tour giá rẻ'],
      ['tran nguoi', 'Bán tour giá rẻ'],
    ] as const) {
      await searchBox(page).fill(term);
      await expect(rows).toHaveCount(1);
      await rows.getByText(found).waitFor();
    }
    await eventually(() => urlOf(page)).toBe(`${REPORTS_SCREEN}?q=tran+nguoi`);
    await searchBox(page).fill('tac gia');
    await expect(rows).toHaveCount(2);
    await searchBox(page).fill('không có ở đâu');
    await page.getByText('Không có báo cáo phù hợp với bộ lọc').waitFor();
    await page.getByText('Thử bỏ bớt bộ lọc.').waitFor();
    await searchBox(page).press('Escape');
    await expect(rows).toHaveCount(2);
    await eventually(() => urlOf(page)).toBe(REPORTS_SCREEN);
  });

  test('from and to limit the days, and the longest waiting are first', async ({ panel }) => {
    const start = Date.UTC(2026, 9, 1, 5);
    await createReports(panel, 4, (index) => ({ created_at: new Date(start + index * DAY_MS) }));
    const page = await panel.open(REPORTS_SCREEN);
    await page.getByText('4 báo cáo', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Thêm bộ lọc' }).click();
    await page.getByLabel('Từ ngày').fill('2026-10-02');
    await page.getByText('3 báo cáo', { exact: true }).waitFor();
    await page.getByLabel('Đến ngày').fill('2026-10-03');
    await page.getByText('2 báo cáo', { exact: true }).waitFor();
    await sortBox(page).selectOption({ label: 'Chờ lâu nhất' });
    await eventually(() => drawnReporters(page)).toEqual(['Người báo 02', 'Người báo 03']);
    expect(urlOf(page)).toBe(`${REPORTS_SCREEN}?from=2026-10-02&to=2026-10-03&sort=oldest`);
    await page.reload();
    await eventually(() => drawnReporters(page)).toEqual(['Người báo 02', 'Người báo 03']);
    // The filters that limit the list are in sight.
    await expect(page.getByLabel('Từ ngày')).toHaveValue('2026-10-02');
    await page.getByRole('button', { name: /Thêm bộ lọc.*2 đang dùng/ }).waitFor();
  });

  test('filters, order and grouping are remembered on this device; an explicit URL wins', async ({ panel }) => {
    await createReports(panel, 3);
    const page = await panel.open(REPORTS_SCREEN);
    await page.getByLabel('Trạng thái', { exact: true }).selectOption('pending');
    await sortBox(page).selectOption({ label: 'Chờ lâu nhất' });
    await eventually(() => urlOf(page)).toBe(`${REPORTS_SCREEN}?status=pending&sort=oldest`);
    await searchBox(page).fill('nguoi bao 02');
    await eventually(() => urlOf(page)).toContain('q=nguoi');
    await page.goto(REPORTS_SCREEN);
    await eventually(() => urlOf(page)).toBe(`${REPORTS_SCREEN}?status=pending&sort=oldest`);
    await eventually(() => drawnReporters(page)).toEqual(['Người báo 01', 'Người báo 02', 'Người báo 03']);
    await page.goto(`${REPORTS_SCREEN}?reason=spam`);
    await eventually(() => drawnReporters(page)).toEqual(['Người báo 03', 'Người báo 02', 'Người báo 01']);
    expect(urlOf(page)).toBe(`${REPORTS_SCREEN}?reason=spam`);
    await page.getByRole('button', { name: 'Đặt lại bộ lọc' }).click();
    await eventually(() => urlOf(page)).toBe(REPORTS_SCREEN);
    await page.reload();
    await eventually(() => drawnReporters(page)).toEqual(['Người báo 03', 'Người báo 02', 'Người báo 01']);
    expect(urlOf(page)).toBe(REPORTS_SCREEN);
  });
});

test.describe('report list: toolbar and rows', () => {});
