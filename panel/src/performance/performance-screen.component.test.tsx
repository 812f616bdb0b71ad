import { getPerformance } from '@hai-dang/contract/performance/performance.endpoints.ts';
import type { Performance, PerformanceCounts } from '@hai-dang/contract/performance/performance.schema.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { respondTo } from '../testing/responses.ts';
import { testStates } from '../testing/screen-states.tsx';
import { PerformanceScreen } from './performance-screen.tsx';

const COUNTS: PerformanceCounts = {
  filed: 1_500,
  closed: 1_300,
  autoClosed: 10,
  decisions: 400,
  objections: 20,
  overturned: 5,
  undone: 2,
  firstLook: { count: 400, p50Ms: 600_000, p90Ms: 7_200_000 },
  closing: { count: 400, p50Ms: 3_600_000, p90Ms: 90_000_000 },
};
const NOTHING: Performance = {
  countedAt: '2026-11-21T00:00:00.000Z',
  waiting: { byDue: [0, 0, 0, 0, 0, 0], byAge: [0, 0, 0, 0, 0, 0] },
  totals: {
    ...COUNTS,
    filed: 0,
    closed: 0,
    firstLook: { count: 0, p50Ms: null, p90Ms: null },
    closing: { count: 0, p50Ms: null, p90Ms: null },
  },
  days: [],
  reasons: [],
  policies: [],
  administrators: [],
};
const FILLED: Performance = {
  ...NOTHING,
  waiting: { byDue: [1, 2, 3, 4, 5, 6], byAge: [6, 5, 4, 3, 2, 1] },
  totals: COUNTS,
  days: [
    { date: '2026-11-19', filed: 500, closed: 300 },
    { date: '2026-11-20', filed: 1_000, closed: 1_000 },
  ],
  reasons: [{ key: 'spam', counts: COUNTS }],
  policies: [{ key: 'spam', title: 'khôngcóchỗxuốngdòng'.repeat(3), counts: COUNTS }],
  administrators: [
    { _id: 'binh', name: 'Quản trị Bình', isDeleted: false, counts: COUNTS },
    { _id: 'gone', name: '=Nguyễn Cũ', isDeleted: true, counts: COUNTS },
    { _id: 'unknown', name: null, isDeleted: true, counts: COUNTS },
  ],
};
const screen = () => <PerformanceScreen />;

testStates('PerformanceScreen', {
  render: screen,
  endpoint: getPerformance,
  filled: { success: true, data: FILLED },
  shows: '=Nguyễn Cũ',
  loading: 'Đang tải thống kê...',
  failed: 'Không thể tải thống kê',
  hidesReason: true,
});

test('PerformanceScreen: each group that has nothing in the period says so', async () => {
  respondTo(getPerformance, () => ({ success: true, data: NOTHING }));
  const page = await renderPanel(screen(), '/?from=2024-01-01&to=2024-01-31');
  await expect.element(page.getByText('Chưa có số liệu trong khoảng thời gian này')).toHaveLength(4);
  await expectAccessible('figures of an empty period');
});

test('PerformanceScreen: figures that were never counted say so', async () => {
  respondTo(getPerformance, () => ({ success: true, data: { ...NOTHING, countedAt: null } }));
  const page = await renderPanel(screen());
  await expect.element(page.getByText('Đang tính lần đầu, số liệu sẽ có sau ít phút')).toBeVisible();
});

test('PerformanceScreen: figures of every kind have columns that React can tell apart', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  respondTo(getPerformance, () => ({ success: true, data: FILLED }));
  const page = await renderPanel(screen());
  await expect.element(page.getByText('=Nguyễn Cũ')).toBeVisible();
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});

test('PerformanceScreen: totals, times and tables, each number with a link to its list', async () => {
  respondTo(getPerformance, () => ({ success: true, data: FILLED }));
  const page = await renderPanel(screen(), '/admin/statistics?from=2025-03-01&to=2025-03-31');
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const totals = region('Trong khoảng này');
  const hrefOf = (within: typeof page | typeof totals, name: string) =>
    within.getByRole('link', { name }).element().getAttribute('href');
  await expect.element(totals).toBeVisible();
  const period = 'from=2025-03-01&to=2025-03-31';
  expect(hrefOf(totals, 'Báo cáo nhận được: 1.500')).toBe(`/admin/reports?${period}`);
  expect(totals.element().textContent).toContain('1.300');
  expect(totals.element().textContent).toContain('p50 10 phút · p90 2 giờ');
  const days = region('Theo ngày').getByRole('row').elements();
  expect(days.map((row) => row.textContent?.slice(0, 11))).toHaveLength(3);
  expect(days[1]?.textContent).toContain('20 tháng 11, 2026');
  const reasons = region('Theo lý do báo cáo');
  expect(hrefOf(reasons, 'Báo cáo nhận được, Spam: 1.500')).toBe(`/admin/reports?reason=spam&${period}`);
  const administrators = region('Theo quản trị viên');
  await expect.element(administrators.getByRole('row', { name: /=Nguyễn Cũ \(đã xóa\)/ })).toBeInTheDocument();
  expect(hrefOf(administrators, 'Quyết định, Quản trị Bình: 400')).toBe(
    `/admin/audit?actor=binh&action=decision.make&${period}`,
  );
  await expect.element(region('Đang chờ xử lý').getByText('Quá hạn hơn 1 ngày')).toBeVisible();
});

test('PerformanceScreen: the period is chosen by keyboard, and is in the URL; Back undoes it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00+07:00') });
  onTestFinished(() => void vi.useRealTimers());
  const asked: unknown[] = [];
  respondTo(getPerformance, ({ body }) => {
    asked.push(body);
    return { success: true, data: FILLED };
  });
  const page = await renderPanel(screen(), '/admin/statistics');
  const month = page.getByRole('button', { name: '30 ngày' });
  await expect.element(month).toHaveAttribute('aria-pressed', 'true');
  month.element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: '90 ngày' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.search).toBe('?days=90');
  await expect.poll(() => asked).toHaveLength(2);
  await page.getByLabelText('Từ ngày').fill('2026-03-01');
  await expect.poll(() => location.search).toContain('from=2026-03-01');
  await page.getByLabelText('Đến ngày').fill('2026-03-31');
  await expect.poll(() => location.search).toContain('from=2026-03-01&to=2026-03-31');
  await expect.poll(() => asked.at(-1)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  history.back();
  await expect.poll(() => location.search).not.toContain('to=2026-03-31');
  history.back();
  await expect.poll(() => location.search).toBe('?days=90');
});
