import { expect } from '@playwright/test';
import { insertReport } from '../../server/src/testing/factories.ts';
import { createPosts, createTravelPosts, createUser, createUsers, daysAgo } from './harness/data.ts';
import { urlOf } from './harness/screens.ts';
import { test } from './harness/test.ts';

const DASHBOARD = '/admin/dashboard?days=7';

test.describe('dashboard', () => {
  test('counts what is there, and leaves the numbers usable when the code of the chart cannot be fetched', async ({
    panel,
  }) => {
    const { db } = panel;
    panel.expectProblem(/Failed to load resource|dynamically imported module/);
    await createUsers(db, 1_000, () => ({ created_at: daysAgo(40) }));
    const author = await createUser(db, { created_at: daysAgo(3) });
    await createPosts(db, author.id, 12, (index) => ({ created_at: daysAgo(index < 3 ? 1 : 20) }));
    await createTravelPosts(db, author.id, 5, (index) => ({ created_at: daysAgo(index < 2 ? 4 : 60) }));
    await insertReport(db, { itemType: 'User', itemId: author.id }, { reporter_id: 'one', created_at: daysAgo(1) });
    const page = await panel.newPage();
    await page.route(/trend-plot-.*\.js$/, (route) => route.abort('connectionfailed'));
    await page.goto(DASHBOARD);
    await page.getByRole('alert').getByText('Không thể tải biểu đồ').waitFor();
    const total = page.locator('dt', { hasText: /^Tổng người dùng$/ }).locator('xpath=following-sibling::dd[1]');
    await expect(total).toHaveText('1.001');
    await page
      .getByText('Trong 7 ngày qua có 1 người dùng mới, 3 bài viết Feed, 2 bài viết Travel và 1 báo cáo.')
      .waitFor();
    expect(urlOf(page)).toBe(DASHBOARD);
  });
});
