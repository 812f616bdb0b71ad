import { listRecentActions } from '@hai-dang/contract/moderation/recent-actions.endpoints.ts';
import { listReportCases, listReports, setReportStatus } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { ListedReport, ReportCase } from '@hai-dang/contract/moderation/reports.schema.ts';
import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { respondWithPreferences } from '../../testing/preferences.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { firstPage, lastPage, SAMPLE_REPORT } from '../../testing/samples.ts';
import { testStates } from '../../testing/screen-states.tsx';
import { openFilters } from './report-queue.samples.tsx';
import { ReportsScreen } from './reports-screen.tsx';

const PAGE = 50;
const LOADING = 'Đang tải danh sách báo cáo...';
const FAILED = 'Không thể tải danh sách báo cáo';

const reportOf = (index: number): ListedReport => ({
  ...SAMPLE_REPORT,
  _id: `report-${index}`,
  reporter: { _id: 'lan', username: 'Võ Thị Lan', email: 'lan@example.com', avatar: null },
  // A reason of another backend is shown as it is.
  reason: index % 2 === 0 ? 'spam' : 'khôngcóchỗxuốngdòng'.repeat(6),
});
const subjectOf = (index: number): ReportCase => ({
  itemType: 'Post',
  itemId: `post-${index}`,
  reports: 12,
  reporters: 12,
  open: 8,
  pending: 8,
  hiddenAt: null,
  newest: reportOf(index),
  title: `Bán tour giá rẻ ${index}`,
  author: null,
});

const screen = () => <ReportsScreen views={() => null} />;

testStates('ReportsScreen', {
  render: screen,
  endpoint: listReports,
  filled: lastPage([reportOf(0), reportOf(1)]),
  shows: 'Võ Thị Lan',
  empty: { response: lastPage([]), says: 'Không có báo cáo nào' },
  loading: LOADING,
  failed: FAILED,
  hidesReason: true,
});

testStates('ReportsScreen, grouped', {
  render: screen,
  path: '/?group=1',
  endpoint: listReportCases,
  filled: lastPage([subjectOf(0), subjectOf(1)]),
  shows: 'Bán tour giá rẻ 0',
  empty: { response: lastPage([]), says: 'Không có báo cáo nào' },
  loading: LOADING,
  failed: FAILED,
  hidesReason: true,
});

test('ReportsScreen: while it loads, one region is busy', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof lastPage<ListedReport>>>();
  respondTo(listReports, () => promise);
  const page = await renderPanel(screen());
  expect(document.querySelectorAll('[aria-busy="true"]')).toHaveLength(1);
  resolve(lastPage([reportOf(0)]));
  await expect.element(page.getByText('1 báo cáo', { exact: true })).toBeVisible();
  expect(document.querySelectorAll('[aria-busy="true"]')).toHaveLength(0);
});

test('ReportsScreen: nothing that passes the filters says so, and the filter is removed by its chip', async () => {
  respondTo(listReports, ({ body }) => lastPage(body.reason === 'harassment' ? [] : [reportOf(0)]));
  const page = await renderPanel(screen(), '/?reason=harassment');
  await expect.element(page.getByText('Không có báo cáo phù hợp với bộ lọc')).toBeVisible();
  await expectAccessible('no report under a filter');
  await page.getByRole('button', { name: 'Bỏ lọc Quấy rối' }).click();
  await expect.element(page.getByText('1 báo cáo', { exact: true })).toBeVisible();
});

test('ReportsScreen: a further page that fails leaves the rows, and a retry loads the rest', async () => {
  let isFailing = true;
  respondTo(listReports, ({ body }) => {
    if (!body.cursor)
      return firstPage(
        Array.from({ length: PAGE }, (_, index) => reportOf(index)),
        PAGE + 5,
      );
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return lastPage(Array.from({ length: 5 }, (_, index) => reportOf(PAGE + index)));
  });
  const page = await renderPanel(screen());
  await expect.element(page.getByText('Võ Thị Lan').first()).toBeVisible();
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(page.getByRole('alert').getByText(FAILED)).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(page.getByText('Đã hiển thị tất cả báo cáo')).toBeInTheDocument();
});

describe('ReportsScreen: a list that is chosen while a report is being decided', () => {
  const listOf = (isDecided: boolean) => lastPage(isDecided ? [] : [reportOf(0)]);
  /** Opens the pending reports, sets the only one to 'resolved' by key, and chooses another list before the response. */
  async function decideAndFilter() {
    respondWithPreferences();
    respondTo(listRecentActions, () => ({
      success: true,
      data: [],
      pagination: { limit: 1, nextCursor: null },
      closedToday: 1,
    }));
    const page = await renderPanel(screen(), '/?status=pending');
    await expect.element(page.getByText('Võ Thị Lan')).toBeVisible();
    await userEvent.keyboard('j3');
    await expect.element(page.getByText('Đã xử lý hết')).toBeVisible();
    await openFilters();
    await page.getByLabelText('Lý do', { exact: true }).selectOptions('spam');
    return page;
  }
  const saved = { success: true, data: { ...SAMPLE_REPORT, _id: 'report-0', status: 'resolved', version: 2 } } as const;

  test('loaded before the decision is saved: the report leaves it', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof saved>();
    let isSaved = false;
    respondTo(listReports, () => listOf(isSaved));
    respondTo(setReportStatus, () => promise);
    const page = await decideAndFilter();
    await expect.element(page.getByText('Võ Thị Lan')).toBeVisible();
    isSaved = true;
    resolve(saved);
    await expect.element(page.getByText('Không có báo cáo phù hợp với bộ lọc')).toBeVisible();
  });

  test('still loading when the decision is saved: it is fetched again', async () => {
    const decision = Promise.withResolvers<typeof saved>();
    const former = Promise.withResolvers<ReturnType<typeof listOf>>();
    let isSaved = false;
    let lists = 0;
    respondTo(listReports, ({ body }) => {
      if (body.reason !== 'spam') return listOf(false);
      lists += 1;
      return isSaved ? listOf(true) : former.promise;
    });
    respondTo(setReportStatus, () => decision.promise);
    const page = await decideAndFilter();
    await expect.poll(() => lists).toBe(1);
    isSaved = true;
    decision.resolve(saved);
    await expect.poll(() => lists).toBe(2);
    former.resolve(listOf(false));
    await expect.element(page.getByText('Không có báo cáo phù hợp với bộ lọc')).toBeVisible();
    expect(page.getByText('Võ Thị Lan').elements()).toEqual([]);
  });
});
