import { getDashboardStats } from '@hai-dang/contract/stats/stats.endpoints.ts';
import type { DashboardStats } from '@hai-dang/contract/stats/stats.schema.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setTheme } from '../lib/theme.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { watchShifts } from '../testing/layout-shifts.ts';
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
type Counts = Partial<Record<'users' | 'feeds' | 'travelPosts' | 'reports', number>>;
/** Ninety days, of which the days so long ago have counts. */
const seriesOf = (counts: Readonly<Record<number, Counts>>) =>
  (STATS.series ?? []).map(({ date }, index) => ({
    date,
    ...{ users: 0, feeds: 0, travelPosts: 0, reports: 0 },
    ...counts[89 - index],
  }));
const WEEK = seriesOf({
  60: { users: 1_000 },
  3: { users: 1 },
  2: { users: 3 },
  1: { feeds: 3, reports: 2 },
  4: { travelPosts: 2 },
});
const show = (fields: Partial<DashboardStats>, path?: string) => {
  respondTo(getDashboardStats, () => ({ success: true, data: { ...STATS, ...fields } }));
  return renderPanel(screen(), path);
};
/** The texts below a label: the number with its change, and the note. */
const below = (label: string): (string | null)[] => {
  const term = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === label);
  return [...(term?.parentElement?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent);
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

describe('DashboardScreen: numbers', () => {
  test('totals, new counts and the time of counting', async () => {
    await show({});
    await expect.element(page.getByText(/^Cập nhật lần cuối/)).toBeVisible();
    for (const name of ['Người dùng', 'Bài viết', 'Hoạt động gần đây']) {
      await expect.element(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    }
    expect(below('Tổng người dùng')).toEqual(['1.004', 'trừ quản trị viên']);
    expect(below('Mới trong 7 ngày')[0]).toMatch(/^4/);
    expect(below('Tổng bài viết')).toEqual(['17', 'Feeds: 12Travel: 5']);
    expect(below('Bài viết Feed')).toEqual(['12', '3 mới (7 ngày)']);
    expect(below('Bài viết Travel')).toEqual(['5', '2 mới (7 ngày)']);
    expect(below('Tổng bài viết mới')[0]).toMatch(/^5/);
  });

  test('a week before with counts → compared with it; without → not', async () => {
    await show({ users: { total: 10, new: 6 }, series: seriesOf({ 10: { users: 4 }, 1: { users: 6 } }) });
    await expect.poll(() => below('Mới trong 7 ngày')).toEqual(['6+50%', 'so với 7 ngày trước']);
    expect(below('Tổng bài viết mới')).toEqual(['5', 'trong 7 ngày qua']);
  });

  test.each([1280, 390])('%i px, they come late → nothing moves', async (width) => {
    await page.viewport(width, 800);
    onTestFinished(() => page.viewport(1280, 800));
    const { promise, resolve } = Promise.withResolvers<void>();
    respondTo(getDashboardStats, () => promise.then(() => ({ success: true as const, data: STATS })));
    await renderPanel(screen());
    await expect.element(page.getByText('Đang tải dữ liệu thống kê...')).toBeInTheDocument();
    const moved = await watchShifts();
    resolve();
    await expect.poll(() => document.querySelector('canvas')).not.toBeNull();
    await expect.element(page.getByRole('button', { name: 'Xem bảng số liệu' })).toBeVisible();
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    expect(moved()).toEqual([]);
  });

  test('five minutes later → fetched again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let total = 0;
    respondTo(getDashboardStats, () => ({ success: true, data: { ...STATS, users: { total, new: 0 } } }));
    await renderPanel(screen());
    await expect.poll(() => below('Tổng người dùng')[0]).toBe('0');
    total = 2;
    vi.advanceTimersByTime(4 * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(below('Tổng người dùng')[0]).toBe('0');
    vi.advanceTimersByTime(70_000);
    await expect.poll(() => below('Tổng người dùng')[0]).toBe('2');
  });
});

describe('DashboardScreen: the chart', () => {
  const slider = page.getByRole('slider', { name: 'Chọn ngày trên biểu đồ' });
  const canvas = () => document.querySelector('canvas');
  const summary = (text: string | RegExp) =>
    expect.poll(() => document.querySelector('figcaption')?.textContent).toMatch(text);

  test('no counts → says so, and draws an empty chart', async () => {
    await show({ series: seriesOf({}) });
    await summary('Trong 30 ngày qua chưa có người dùng, bài viết hay báo cáo mới nào.');
    await expect.poll(canvas).not.toBeNull();
  });

  test('another window → in the URL; the way back leads to the former', async () => {
    await show({ series: WEEK }, '/admin/dashboard?days=90');
    await summary('Trong 90 ngày qua có 1.004 người dùng mới');
    await page.getByRole('button', { name: '7 ngày', exact: true }).click();
    await summary('Trong 7 ngày qua có 4 người dùng mới, 3 bài viết Feed, 2 bài viết Travel và 2 báo cáo.');
    expect(location.search).toBe('?days=7');
    history.back();
    await summary('Trong 90 ngày qua');
    await expect.element(page.getByRole('button', { name: '90 ngày' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('arrow keys → read it day by day, without today and without a line that is off', async () => {
    await show({ series: WEEK }, '/?days=7');
    await expect.element(slider).toBeInTheDocument();
    await expect.poll(canvas).not.toBeNull();
    slider.element().focus();
    await userEvent.keyboard('{ArrowLeft}');
    const said = () => expect.poll(() => slider.element().getAttribute('aria-valuetext'));
    await said().toMatch(/, 3 người dùng mới, 0 bài viết Feed/);
    await userEvent.keyboard('{ArrowRight}');
    await said().toMatch(/, 0 người dùng mới, 3 bài viết Feed, 0 bài viết Travel, 2 báo cáo$/);
    await page.getByRole('button', { name: 'Người dùng', exact: true }).click();
    await said().not.toContain('người dùng');
  });

  test('its table → one row a day, the newest first, until it is hidden', async () => {
    await show({ series: WEEK }, '/?days=7');
    await page.getByRole('button', { name: 'Xem bảng số liệu' }).click();
    const rows = page.getByRole('table').getByRole('row');
    await expect.element(rows).toHaveLength(8);
    expect(
      rows
        .nth(2)
        .getByRole('cell')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['0', '3', '0', '2']);
    await page.getByRole('button', { name: 'Ẩn bảng số liệu' }).click();
    await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  });

  test('another theme → other colours', async () => {
    await show({ series: WEEK });
    await expect.poll(canvas).not.toBeNull();
    const light = canvas()?.toDataURL();
    setTheme('dark');
    await expect.poll(() => canvas()?.toDataURL()).not.toBe(light);
  });
});
