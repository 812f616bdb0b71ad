import { updatePreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '@hai-dang/contract/account/preferences.schema.ts';
import { listRecentActions } from '@hai-dang/contract/moderation/recent-actions.endpoints.ts';
import { OPEN_REPORT_STATUSES, REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import {
  deleteReport,
  listReportCases,
  listReports,
  setReportStatus,
} from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type {
  ListedReport,
  ListReportCasesBody,
  ListReportsBody,
  ReportCase,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { createLiveEnd, Following } from '../../testing/live-end.tsx';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { SAMPLE_REPORT } from '../../testing/samples.ts';
import { followReports } from '../reports/reports.realtime.ts';
import { ReportsScreen } from './reports-screen.tsx';

const PATH = '/admin/reports';
const NEWEST = Date.UTC(2026, 10, 20, 17, 5);
const MINUTE_MS = 60_000;
/** As long as an element is waited for: the default is too short for a loaded machine. */
const PATIENT = { timeout: 10_000 };

/** 'Người báo 01', 'Người báo 02' … */
const numberOf = (index: number): string => String(index + 1).padStart(2, '0');

/** Which test it is: the versions of reports are remembered for the life of the page, so ids are used once. */
let run = 0;
/** The id of the report with this number, in the test that runs. */
export const idOf = (number: string): string => `report-${run}-${number}`;

const isOpen = ({ status }: ListedReport) => OPEN_REPORT_STATUSES.some((open) => open === status);

function matches(report: ListedReport, { status, itemType, reason, sort }: ListReportsBody): boolean {
  return (
    (!status || report.status === status) &&
    (!itemType || report.itemType === itemType) &&
    (!reason || report.reason === reason) &&
    (sort !== 'priority' || isOpen(report))
  );
}

const pageOf = <Row,>(data: Row[], reports: readonly ListedReport[]) => ({
  success: true as const,
  data,
  pagination: { total: data.length, totalRelation: 'eq' as const, nextCursor: null },
  counts: Object.fromEntries(
    REPORT_STATUSES.map((status) => [status, reports.filter((report) => report.status === status).length]),
  ) as Record<(typeof REPORT_STATUSES)[number], number>,
});

/** Each report as a subject of its own. */
const caseOf = (report: ListedReport): ReportCase => ({
  itemType: 'Post',
  itemId: String(report.reportedItem),
  reports: 1,
  reporters: 1,
  open: isOpen(report) ? 1 : 0,
  pending: report.status === 'pending' ? 1 : 0,
  hiddenAt: null,
  newest: report,
  title: `Bài viết ${report._id}`,
  author: null,
});

/**
 * Responds as a server that has so many reports, each of a post of its own and a minute newer than the one before.
 * @param fieldsOf other fields of a report
 * @returns what the server has stored and received, and what makes its calls fail or wait
 */
export function respondWithReports(count: number, fieldsOf: (index: number) => Partial<ListedReport> = () => ({})) {
  run += 1;
  const queue = {
    /** Newest first. */
    stored: Array.from({ length: count }, (_, index): ListedReport => {
      const number = numberOf(index);
      return {
        ...SAMPLE_REPORT,
        _id: idOf(number),
        reporter: { _id: `nguoi-${number}`, username: `Người báo ${number}`, email: null, avatar: null },
        reportedItem: `post-${number}`,
        createdAt: new Date(NEWEST - (count - 1 - index) * MINUTE_MS).toISOString(),
        ...fieldsOf(index),
      };
    }).reverse(),
    /** The bodies of the calls for a first page. */
    asked: [] as Array<ListReportsBody | ListReportCasesBody>,
    /** The statuses that were set, also those that failed. */
    decided: [] as string[],
    /** The errors of the changes of some reports. */
    errors: new Map<string, Error>(),
    /** The changes wait for it. */
    until: (_id: string): Promise<unknown> => Promise.resolve(),
    statusOf: (number: string) => queue.stored.find(({ _id }) => _id === idOf(number))?.status,
    /** Stores a status. @returns the report with it */
    change(id: string, status: ListedReport['status']): ListedReport {
      const index = queue.stored.findIndex(({ _id }) => _id === id);
      const before = queue.stored[index];
      if (!before) throw new ErrorResponse('REPORT_NOT_FOUND');
      const after = { ...before, status, version: before.version + 1 };
      queue.stored[index] = after;
      return after;
    },
    remove(id: string): void {
      queue.stored = queue.stored.filter(({ _id }) => _id !== id);
    },
  };
  async function check(id: string, version: number | undefined): Promise<void> {
    await queue.until(id);
    const error = queue.errors.get(id);
    if (error) throw error;
    const report = queue.stored.find(({ _id }) => _id === id);
    if (!report) throw new ErrorResponse('REPORT_NOT_FOUND');
    if (version !== report.version) throw new ErrorResponse('REPORT_CHANGED', { details: { report } });
  }

  respondTo(listReports, ({ body }) => {
    queue.asked.push(body);
    const rows = queue.stored.filter((report) => matches(report, body));
    return pageOf(
      body.sort === 'oldest' ? rows.toReversed() : rows,
      queue.stored.filter((report) => matches(report, { ...body, status: null })),
    );
  });
  respondTo(listReportCases, ({ body }) => {
    queue.asked.push(body);
    return pageOf(queue.stored.map(caseOf), queue.stored);
  });
  respondTo(setReportStatus, async ({ params: { id }, body }) => {
    queue.decided.push(`${id} ${body.status}`);
    await check(id, body.version);
    return { success: true, data: queue.change(id, body.status) };
  });
  respondTo(deleteReport, async ({ params: { id }, body }) => {
    await check(id, body.version);
    queue.remove(id);
    return { success: true };
  });
  // The list is remembered.
  respondTo(updatePreferences, ({ body }) => ({
    success: true,
    preferences: { ...DEFAULT_PREFERENCES, ...body } as Preferences,
    isEmailAvailable: false,
  }));
  respondTo(listRecentActions, () => ({ success: true, data: [], pagination: { nextCursor: null }, closedToday: 1 }));
  return queue;
}

/**
 * Opens the list with its events.
 * @param beside what else is rendered
 */
export async function openReports(search = '', beside: ReactNode = null) {
  const live = createLiveEnd();
  const rendered = await renderPanel(
    <Routes>
      <Route
        path={PATH}
        element={
          <>
            <ReportsScreen views={() => null} />
            {beside}
            <Following socket={live.socket} follow={followReports} />
          </>
        }
      />
      <Route path="*" element={null} />
    </Routes>,
    PATH + search,
  );
  return { ...rendered, send: live.send };
}

/** The query string of the list, or the whole path of another screen. */
export const currentSearch = () => (location.pathname === PATH ? location.search : location.pathname + location.search);

export const rowOf = (reporter: string) => page.getByRole('row').filter({ hasText: reporter });
/** The button that deletes the report of this reporter. */
export const deleteButton = (reporter: string) => rowOf(reporter).getByRole('button', { name: /^Xóa/ });
export const toastOf = (text: string) => page.getByRole('listitem').filter({ hasText: text });
export const selectionBar = () => page.getByRole('region', { name: 'Báo cáo đã chọn' });
/** The choice of a status, with its number of reports. */
export const statusCount = (status: RegExp) =>
  page.getByLabelText('Trạng thái', { exact: true }).getByRole('option', { name: status });

/** Opens the filters that are not in sight, if they are closed. */
export async function openFilters(): Promise<void> {
  const button = page.getByRole('button', { name: /^Lọc/ });
  if (button.element().getAttribute('aria-expanded') === 'false') await button.click();
}

/** Waits until the rows are those of these reporters, given by their numbers, from the top. */
export const expectRows = (...numbers: string[]) =>
  expect
    .poll(
      () => [...document.querySelectorAll('[data-row]')].map((row) => row.querySelector('bdi')?.textContent),
      PATIENT,
    )
    .toEqual(numbers.map((number) => `Người báo ${number}`));

/** Waits until the row with this id has the focus. */
export const expectFocus = (id: string | undefined) =>
  expect
    .poll(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? undefined, PATIENT)
    .toBe(id);
