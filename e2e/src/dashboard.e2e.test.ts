import { expect, type Page } from '@playwright/test';
import { insertReport } from '../../server/src/testing/factories.ts';
import { createPosts, createTravelPosts, createUser, createUsers, daysAgo } from './harness/data.ts';
import { spoil } from './harness/guarded-page.ts';
import { shifted, watchShifts } from './harness/layout-shifts.ts';
import { DASHBOARD_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, NARROW, type Panel, test, WIDE } from './harness/test.ts';

const STATS = '/api/admin/dashboard-stats';
const DASHBOARD = '/admin/dashboard';

/** The number under a label, with its change. */
const numberOf = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');
const noteOf = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[2]');

/** 1 004 users of whom 4 are new; 12 feed posts, 3 of them new; 5 travel posts, 2 of them new; 2 reports. */
async function fill({ db }: Panel): Promise<void> {
  await createUsers(db, 1_000, () => ({ created_at: daysAgo(40) }));
  await createUsers(db, 3, () => ({ created_at: daysAgo(2) }));
  const author = await createUser(db, { created_at: daysAgo(3) });
  await createPosts(db, author.id, 12, (index) => ({ created_at: daysAgo(index < 3 ? 1 : 20) }));
  await createTravelPosts(db, author.id, 5, (index) => ({ created_at: daysAgo(index < 2 ? 4 : 60) }));
  for (const reporter_id of ['one', 'another']) {
    await insertReport(db, { itemType: 'User', itemId: author.id }, { reporter_id, created_at: daysAgo(1) });
  }
}

test.describe('dashboard', () => {
  test('shows totals, new counts, and the time of counting', async ({ panel }) => {
    await fill(panel);
    const page = await panel.open(DASHBOARD);
    await waitForScreen(page, DASHBOARD_TITLE);
    await page.getByText('Cập nhật lần cuối').waitFor();

    for (const section of ['Người dùng', 'Bài viết', 'Hoạt động gần đây']) {
      await page.getByRole('heading', { level: 2, name: section, exact: true }).waitFor();
    }
    expect(await numberOf(page, 'Tổng người dùng').textContent()).toBe('1.004');
    expect(await numberOf(page, 'Mới trong 7 ngày').textContent()).toMatch(/^4/);
    expect(await numberOf(page, 'Tổng bài viết').textContent()).toBe('17');
    expect(await noteOf(page, 'Tổng bài viết').textContent()).toMatch(/Feeds: 12.*Travel: 5/);
    expect(await numberOf(page, 'Bài viết Feed').textContent()).toBe('12');
    expect(await noteOf(page, 'Bài viết Feed').textContent()).toBe('3 mới (7 ngày)');
    expect(await numberOf(page, 'Bài viết Travel').textContent()).toBe('5');
    expect(await noteOf(page, 'Bài viết Travel').textContent()).toBe('2 mới (7 ngày)');
    expect(await numberOf(page, 'Tổng bài viết mới').textContent()).toMatch(/^5/);
  });

  test('compares with the week before only if there was one', async ({ panel }) => {
    await createUsers(panel.db, 4, () => ({ created_at: daysAgo(10) }));
    await createUsers(panel.db, 6, () => ({ created_at: daysAgo(1) }));
    const page = await panel.open(DASHBOARD);
    await expect(numberOf(page, 'Mới trong 7 ngày')).toHaveText('6+50%');
    expect(await noteOf(page, 'Mới trong 7 ngày').textContent()).toBe('so với 7 ngày trước');
    expect(await numberOf(page, 'Tổng bài viết mới').textContent()).toBe('0');
    expect(await noteOf(page, 'Tổng bài viết mới').textContent()).toBe('trong 7 ngày qua');
  });

  test('works on an empty database', async ({ panel }) => {
    const page = await panel.open(DASHBOARD);
    await page.getByText('Trong 30 ngày qua chưa có người dùng, bài viết hay báo cáo mới nào.').waitFor();
    await page.locator('canvas').waitFor();
    expect(await numberOf(page, 'Tổng người dùng').textContent()).toBe('0');
  });

  for (const viewport of [WIDE, NARROW]) {
    test(`does not shift when its numbers arrive, ${viewport.width} px wide`, async ({ panel }) => {
      await fill(panel);
      const page = await panel.newPage({ viewport });
      await spoil(page, STATS, { delayMs: 1_000 });
      await watchShifts(page);
      await page.goto(DASHBOARD);
      await page.getByText('Đang tải dữ liệu thống kê').waitFor({ state: 'attached' });
      await page.getByText('Cập nhật lần cuối').waitFor();
      await page.getByRole('button', { name: 'Xem bảng số liệu' }).scrollIntoViewIfNeeded();
      await page.locator('canvas').waitFor();
      expect(await shifted(page)).toBeLessThan(0.01);
    });
  }

  test('refetches every five minutes', async ({ panel }) => {
    const page = await panel.newPage();
    await page.clock.install();
    await page.goto(DASHBOARD);
    await expect(numberOf(page, 'Tổng người dùng')).toHaveText('0');
    await createUsers(panel.db, 2);
    await page.clock.runFor(4 * 60_000);
    expect(await numberOf(page, 'Tổng người dùng').textContent()).toBe('0');
    await page.clock.runFor(70_000);
    await expect(numberOf(page, 'Tổng người dùng')).toHaveText('2');
  });
});

test.describe('trend chart', () => {
  test.beforeEach(async ({ panel }) => {
    await fill(panel);
  });

  test('keeps its window in the URL', async ({ panel }) => {
    const page = await panel.open(`${DASHBOARD}?days=90`);
    await page.getByText('Trong 90 ngày qua có 1.004 người dùng mới').waitFor();
    await page.getByRole('button', { name: '7 ngày', exact: true }).click();
    await page
      .getByText('Trong 7 ngày qua có 4 người dùng mới, 3 bài viết Feed, 2 bài viết Travel và 2 báo cáo.')
      .waitFor();
    expect(urlOf(page)).toBe(`${DASHBOARD}?days=7`);
    await page.goBack();
    await page.getByText('Trong 90 ngày qua').waitFor();
    expect(await page.getByRole('button', { name: '90 ngày' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('can be read day by day with the keyboard', BY_KEYBOARD, async ({ panel }) => {
    const page = await panel.open(`${DASHBOARD}?days=7`);
    const slider = page.getByRole('slider', { name: 'Chọn ngày trên biểu đồ' });
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await eventually(() => slider.getAttribute('aria-valuetext')).toMatch(/, 3 người dùng mới, 0 bài viết Feed/);
    await page.keyboard.press('ArrowRight');
    // The last whole day: today is left out.
    expect(await slider.getAttribute('aria-valuetext')).toMatch(
      /, 0 người dùng mới, 3 bài viết Feed, 0 bài viết Travel, 2 báo cáo$/,
    );
    await page.getByRole('button', { name: 'Người dùng', exact: true }).click();
    await eventually(() => slider.getAttribute('aria-valuetext')).not.toContain('người dùng');
  });

  test('has its numbers as a table', async ({ panel }) => {
    const page = await panel.open(`${DASHBOARD}?days=7`);
    await page.getByRole('button', { name: 'Xem bảng số liệu' }).click();
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(8);
    expect(await rows.nth(2).getByRole('cell').allTextContents()).toEqual(['0', '3', '0', '2']);
    await page.getByRole('button', { name: 'Ẩn bảng số liệu' }).click();
    await expect(page.getByRole('table')).toHaveCount(0);
  });

  test('has the colours of the theme', async ({ panel }) => {
    const page = await panel.open(DASHBOARD);
    await page.locator('canvas').waitFor();
    const pixels = () => page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const light = await pixels();
    await page.getByRole('button', { name: 'Chuyển sang giao diện tối' }).click();
    await eventually(pixels).not.toBe(light);
  });

  test('leaves the numbers usable when its code cannot be fetched', async ({ panel }) => {
    panel.expectProblem(/Failed to load resource|dynamically imported module/);
    const page = await panel.newPage();
    await page.route(/trend-plot-.*\.js$/, (route) => route.abort('connectionfailed'));
    await page.goto(DASHBOARD);
    await page.getByRole('alert').getByText('Không thể tải biểu đồ').waitFor();
    expect(await numberOf(page, 'Tổng người dùng').textContent()).toBe('1.004');
  });
});
