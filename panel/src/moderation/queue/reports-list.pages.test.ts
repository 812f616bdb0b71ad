import { REPORT_STATUSES, type ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ListedReport, Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toListPage } from '../../lib/infinite-pages.ts';
import { SAMPLE_REPORT } from '../../testing/samples.ts';
import { matches, NO_FILTERS, type ReportFilters } from './reports-list.filters.ts';
import { hasLeft, moveReport, type ReportPages, withNumbers } from './reports-list.pages.ts';

const PAGE_SIZE = 4;
const STATUSES = fc.constantFrom(...REPORT_STATUSES);

function reportOf(index: number, status: string, reason = 'spam'): Report {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  return { ...SAMPLE_REPORT, _id: `report-${index}`, reason, status, createdAt };
}

/** A whole list under its filters, newest first, as the server would send it page by page. */
function listOf(reports: readonly Report[], filters: ReportFilters): ReportPages {
  const rows = reports.toReversed().filter((report) => matches(filters, report));
  const counted = reports.filter((report) => matches({ ...filters, status: '' }, report));
  const countOf = (wanted: ReportStatus) => counted.filter(({ status }) => status === wanted).length;
  const counts = {
    pending: countOf('pending'),
    reviewing: countOf('reviewing'),
    resolved: countOf('resolved'),
    rejected: countOf('rejected'),
  };
  const pages = [];
  for (let start = 0; start === 0 || start < rows.length; start += PAGE_SIZE) {
    const end = start + PAGE_SIZE;
    const pagination = {
      total: rows.length,
      totalRelation: 'eq' as const,
      nextCursor: end < rows.length ? `after-${end}` : null,
    };
    pages.push(toListPage(rows.slice(start, end), pagination, { ...(start === 0 && { counts }), isWhole: false }));
  }
  return { pages, pageParams: [null, ...pages.slice(0, -1).map((page) => page.nextCursor)] };
}

const rowsOf = (data: ReportPages) => data.pages.flatMap((page) => page.rows ?? []);
const factsOf = (data: ReportPages) => ({
  rows: rowsOf(data).map(({ _id, status }) => `${_id} ${status}`),
  total: data.pages[0]?.total,
  counts: data.pages[0]?.extra?.counts,
});

describe('moveReport: own changes', () => {
  test('leave every list as the server would send it', () => {
    fc.assert(
      fc.property(
        fc.array(STATUSES, { minLength: 1, maxLength: 20 }),
        fc.array(fc.record({ pick: fc.nat(), to: fc.option(STATUSES, { nil: undefined }) }), { maxLength: 12 }),
        fc.constantFrom<ReportStatus | ''>('', ...REPORT_STATUSES),
        (statuses, changes, status) => {
          const filters = { ...NO_FILTERS, status };
          let reports = statuses.map((current, index) => reportOf(index, current));
          let shown = listOf(reports, filters);
          for (const { pick, to } of changes) {
            const before = reports[pick % Math.max(1, reports.length)];
            if (!before) break;
            const after = to && { ...before, status: to };
            shown = moveReport(shown, filters, before, after, 'leaves');
            reports = reports.flatMap((report) => (report === before ? (after ?? []) : report));
          }
          expect(factsOf(shown)).toEqual(factsOf(listOf(reports, filters)));
        },
      ),
    );
  });

  test('are reverted without a difference', () => {
    fc.assert(
      fc.property(fc.array(STATUSES, { minLength: 1, maxLength: 20 }), fc.nat(), STATUSES, (statuses, pick, to) => {
        const reports = statuses.map((status, index) => reportOf(index, status));
        const filters: ReportFilters = { ...NO_FILTERS, status: 'pending' };
        const before = reports[pick % reports.length];
        if (!before) return;
        const after = { ...before, status: to };
        const data = listOf(reports, filters);
        const back = moveReport(moveReport(data, filters, before, after, 'leaves'), filters, after, before, 'leaves');
        expect(factsOf(back)).toEqual(factsOf(data));
      }),
    );
  });
});

test('moveReport: a report is added only to lists whose user filters it matches', () => {
  const mine = { ...reportOf(0, 'pending'), reporter: 'u1', accountId: 'u2' };
  const after = { ...mine, status: 'resolved' };
  const resolved: ReportFilters = { ...NO_FILTERS, status: 'resolved' };
  const rowsIn = (filters: ReportFilters) =>
    rowsOf(moveReport(listOf([], filters), filters, mine, after, 'leaves')).map(({ _id }) => _id);
  expect(rowsIn({ ...resolved, reporterId: 'u1' })).toEqual([mine._id]);
  expect(rowsIn({ ...resolved, accountId: 'u2' })).toEqual([mine._id]);
  expect(rowsIn({ ...resolved, reporterId: 'u2' })).toEqual([]);
  expect(rowsIn({ ...resolved, accountId: 'u1' })).toEqual([]);
});

describe('moveReport: another administrator’s change', () => {
  const reports = [0, 1, 2].map((index) => reportOf(index, 'pending'));
  const filters: ReportFilters = { ...NO_FILTERS, status: 'pending' };
  const [, held] = reports;

  test('updates the row, which stays, and the counts', () => {
    const changed = held && { ...held, status: 'rejected', version: 2 };
    const data = moveReport(listOf(reports, filters), filters, undefined, changed, 'stays');
    expect(factsOf(data)).toEqual({
      rows: ['report-2 pending', 'report-1 rejected', 'report-0 pending'],
      total: 2,
      counts: { pending: 2, reviewing: 0, resolved: 0, rejected: 1 },
    });
  });

  test('of a report that is not in the list adds no row', () => {
    const data = listOf(reports, filters);
    const other = reportOf(7, 'pending');
    expect(factsOf(moveReport(data, filters, undefined, other, 'stays'))).toEqual(factsOf(data));
  });
});

test('withNumbers: refetched counts replace the old ones; rows stay', () => {
  const data = listOf(
    Array.from({ length: 9 }, (_, index) => reportOf(index, 'pending')),
    NO_FILTERS,
  );
  const counts = { pending: 11, reviewing: 0, resolved: 0, rejected: 0 };
  const fresh = toListPage<Report, { counts: typeof counts; isWhole: boolean }>(
    [],
    { total: 11, totalRelation: 'eq', nextCursor: 'x' },
    { counts, isWhole: false },
  );
  const updated = withNumbers(data, fresh);
  expect(rowsOf(updated)).toEqual(rowsOf(data));
  expect(updated.pages.map((page) => page.total)).toEqual([11, 11, 11]);
  expect(updated.pages[0]?.extra?.counts).toEqual(counts);
  expect(updated.pages.at(-1)?.nextCursor).toBeNull();
});

describe('hasLeft', () => {
  const reports = Array.from({ length: 10 }, (_, index) => reportOf(index, 'pending'));
  const whole = listOf(reports, NO_FILTERS).pages;
  const newest = reportOf(20, 'pending');
  const oldest = reportOf(-1, 'pending');

  test('a missing report above the last loaded row has left the list, one below may be on a page that is not loaded', () => {
    const [first] = whole;
    if (!first) throw new Error('a list has a page');
    expect(hasLeft([first], newest)).toBe(true);
    expect(hasLeft([first], oldest)).toBe(false);
    expect(hasLeft(whole, oldest)).toBe(true);
  });

  test('the longest waiting: hidden content is above the others, whenever it was reported', () => {
    const hide = (report: ListedReport): ListedReport => ({
      ...report,
      subject: { title: null, owner: { id: null, name: null }, image: null, reports: 3, isHidden: true },
    });
    const [first] = listOf([hide(reportOf(5, 'pending'))], NO_FILTERS).pages;
    if (!first) throw new Error('a list has a page');
    const page = { ...first, nextCursor: 'after-1' };
    expect(hasLeft([page], oldest, 'oldest')).toBe(false);
    expect(hasLeft([page], hide(oldest), 'oldest')).toBe(true);
    expect(hasLeft([page], hide(newest), 'oldest')).toBe(false);
    const [others] = listOf([oldest], NO_FILTERS).pages;
    if (!others) throw new Error('a list has a page');
    expect(hasLeft([{ ...others, nextCursor: 'after-1' }], hide(newest), 'oldest')).toBe(true);
  });

  test('a list that is not loaded, or whose rows were evicted: false', () => {
    expect(hasLeft([], newest)).toBe(false);
    expect(hasLeft(whole.with(0, { ...(whole[0] as (typeof whole)[number]), rows: null }), newest)).toBe(false);
  });
});
