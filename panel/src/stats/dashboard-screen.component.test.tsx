import { getDashboardStats } from '@hai-dang/contract/stats/stats.endpoints.ts';
import type { DashboardStats } from '@hai-dang/contract/stats/stats.schema.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { testStates } from '../testing/screen-states.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';

const DAY_MS = 86_400_000;
const FAILED = 'Không thể tải dữ liệu thống kê';
const REASON = 'Kho số liệu đang bảo trì';
const SHOWN = 'Tổng người dùng';

const STATS: DashboardStats = {
  users: { total: 1_004, new: 4 },
  posts: { total: 17, new: 5, feeds: { total: 12, new: 3 }, travelPosts: { total: 5, new: 2 } },
  lastUpdated: '2026-11-21T00:00:00.000Z',
  series: Array.from({ length: 90 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 7, 24) + day * DAY_MS).toISOString().slice(0, 10),
    users: day % 7,
    feeds: day % 3,
    travelPosts: day % 2,
    reports: 1,
  })),
};
const screen = () => <DashboardScreen work={<p>Việc đang chờ</p>} />;

testStates('DashboardScreen', {
  render: screen,
  endpoint: getDashboardStats,
  filled: { success: true, data: STATS },
  shows: '1.004',
  loading: 'Đang tải dữ liệu thống kê...',
  failed: FAILED,
  hidesReason: true,
});

test('DashboardScreen: the chart with its table is accessible', async () => {
  respondTo(getDashboardStats, () => ({ success: true, data: STATS }));
  const page = await renderPanel(screen());
  const slider = page.getByRole('slider', { name: 'Chọn ngày trên biểu đồ' });
  await expect.element(slider).toBeInTheDocument();
  await page.getByRole('button', { name: 'Xem bảng số liệu' }).click();
  await expect.element(page.getByRole('table')).toBeVisible();
  slider.element().focus();
  await expectAccessible('the chart with its table');
});

test.each([
  ['500', 500, undefined, [FAILED]],
  ['500 with a message', 500, REASON, [FAILED, REASON]],
  ['503 with a message', 503, REASON, [FAILED, REASON]],
  ['200 with success: false', 200, undefined, [FAILED]],
  ['200 with success: false and a message', 200, REASON, [REASON]],
])('DashboardScreen: %s is an error in place of the numbers, until a retry', async (_, status, message, texts) => {
  let isFailing = true;
  respondTo(getDashboardStats, () => {
    if (isFailing) throw Object.assign(new ErrorResponse('INTERNAL_ERROR', { message }), { status });
    return { success: true, data: STATS };
  });
  const page = await renderPanel(screen());
  const alert = page.getByRole('alert');
  await expect.element(alert).toBeVisible();
  expect([...alert.element().querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(texts);
  expect(page.getByText(SHOWN).query()).toBeNull();
  isFailing = false;
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(page.getByText(SHOWN)).toBeVisible();
});
