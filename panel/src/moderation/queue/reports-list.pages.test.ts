import type { ListedReport, Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import { describe, expect, test } from 'vitest';
import { toListPage } from '../../lib/infinite-pages.ts';
import { SAMPLE_REPORT } from '../../testing/samples.ts';
import { hasLeft, type ReportPages, withNumbers } from './reports-list.pages.ts';

const PAGE_SIZE = 4;
const COUNTS = { pending: 9, reviewing: 0, resolved: 0, rejected: 0 };

function reportOf(index: number): Report {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  return { ...SAMPLE_REPORT, _id: `report-${index}`, createdAt };
}

/** A whole list, newest first, as the server would send it page by page. */
function listOf(reports: readonly Report[]): ReportPages {
  const rows = reports.toReversed();
  const pages = [];
  for (let start = 0; start === 0 || start < rows.length; start += PAGE_SIZE) {
    const end = start + PAGE_SIZE;
    const nextCursor = end < rows.length ? `after-${end}` : null;
    const pagination = { total: rows.length, totalRelation: 'eq' as const, nextCursor };
    pages.push(
      toListPage(rows.slice(start, end), pagination, { ...(start === 0 && { counts: COUNTS }), isWhole: false }),
    );
  }
  return { pages, pageParams: [null, ...pages.slice(0, -1).map((page) => page.nextCursor)] };
}

const rowsOf = (data: ReportPages) => data.pages.flatMap((page) => page.rows ?? []);

test('withNumbers: refetched counts replace the old ones; rows stay', () => {
  const data = listOf(Array.from({ length: 9 }, (_, index) => reportOf(index)));
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
  const reports = Array.from({ length: 10 }, (_, index) => reportOf(index));
  const whole = listOf(reports).pages;
  const newest = reportOf(20);
  const oldest = reportOf(-1);

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
    const [first] = listOf([hide(reportOf(5))]).pages;
    if (!first) throw new Error('a list has a page');
    const page = { ...first, nextCursor: 'after-1' };
    expect(hasLeft([page], oldest, 'oldest')).toBe(false);
    expect(hasLeft([page], hide(oldest), 'oldest')).toBe(true);
    expect(hasLeft([page], hide(newest), 'oldest')).toBe(false);
    const [others] = listOf([oldest]).pages;
    if (!others) throw new Error('a list has a page');
    expect(hasLeft([{ ...others, nextCursor: 'after-1' }], hide(newest), 'oldest')).toBe(true);
  });

  test('a list that is not loaded, or whose rows were evicted: false', () => {
    expect(hasLeft([], newest)).toBe(false);
    expect(hasLeft(whole.with(0, { ...(whole[0] as (typeof whole)[number]), rows: null }), newest)).toBe(false);
  });
});
