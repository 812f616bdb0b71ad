import type { ListedReport, Report, ReportStatusCounts } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { InfinitePages } from '../../lib/infinite-pages.ts';
import type { ReportListExtra, ReportPage } from '../reports/reports.api.ts';
import { matches, matchesBesideStatus, type ReportFilters } from './reports-list.filters.ts';

export type ReportPages = InfinitePages<ListedReport, ReportListExtra>;

/**
 * Whether a row that no longer matches its list's filters is removed. The own change removes it; a row that another
 * administrator has changed stays until the list is refetched, because it must not disappear while the user aims at it.
 */
export type Unmatched = 'leaves' | 'stays';

type Sort = ReportFilters['sort'];

/** The rank by which an order sorts before the time. */
const rankOf = ({ priority, subject }: ListedReport, sort: Sort): number =>
  (sort === 'priority' ? priority?.score : sort === 'oldest' && Number(subject?.isHidden)) || 0;

/** Whether `a` is above `b` in a list. */
function standsAbove(a: ListedReport, b: ListedReport, sort: Sort): boolean {
  const byRank = rankOf(a, sort) - rankOf(b, sort);
  if (byRank !== 0) return byRank > 0;
  const byTime = Date.parse(a.createdAt) - Date.parse(b.createdAt);
  const isNewer = byTime === 0 ? a._id > b._id : byTime > 0;
  return isNewer === (sort !== 'oldest');
}

/** Whether a report that is in none of these rows has left the list, and is not merely on a page that is not loaded. */
export function hasLeft(pages: readonly ReportPage[], report: ListedReport, sort: Sort = ''): boolean {
  const last = pages.at(-1);
  if (last === undefined || pages.some(({ rows }) => rows === null)) return false;
  const lowest = pages.findLast(({ rows }) => rows !== null && rows.length > 0)?.rows?.at(-1);
  return last.nextCursor === null || (lowest !== undefined && standsAbove(report, lowest, sort));
}

function moveCount(
  counts: ReportStatusCounts,
  filters: ReportFilters,
  report: Report | undefined,
  step: 1 | -1,
): ReportStatusCounts {
  if (!report || !Object.hasOwn(counts, report.status) || !matchesBesideStatus(filters, report)) return counts;
  const status = report.status as keyof ReportStatusCounts;
  return { ...counts, [status]: Math.max(0, counts[status] + step) };
}

/** The position of a report among the rows in memory: page and row; undefined if between or after them. */
function placeOf(
  pages: readonly ReportPage[],
  report: ListedReport,
  sort: Sort,
): { page: number; row: number } | undefined {
  for (const [index, page] of pages.entries()) {
    if (page.rows === null) continue;
    const row = page.rows.findIndex((other) => standsAbove(report, other, sort));
    if (row !== -1) return { page: index, row };
    if (page.nextCursor === null) return { page: index, row: page.rows.length };
  }
  return undefined;
}

/**
 * A list after one report has changed: its row, its total and the counts.
 * @param before the previous report, if known; the list's own row takes precedence
 * @param after undefined once it is deleted
 */
export function moveReport(
  data: ReportPages,
  filters: ReportFilters,
  before: ListedReport | undefined,
  after: ListedReport | undefined,
  unmatched: Unmatched,
): ReportPages {
  const id = after?._id ?? before?._id;
  const held = data.pages.flatMap((page) => page.rows ?? []).find((row) => row._id === id);
  const was = held ?? before;
  const belongs = after !== undefined && matches(filters, after);
  const staysIn = held !== undefined && after !== undefined && (belongs || unmatched === 'stays');
  const isBack = !held && before && belongs && unmatched === 'leaves' && filters.q === '';
  const comesTo = isBack ? placeOf(data.pages, after, filters.sort) : undefined;
  const change = was ? Number(belongs) - Number(matches(filters, was)) : 0;

  return {
    ...data,
    pages: data.pages.map((page, index) => {
      let rows = page.rows;
      if (held && rows?.includes(held)) {
        rows = rows.flatMap((row) => (row !== held ? row : staysIn ? { ...held, ...after } : []));
      } else if (rows && after && comesTo?.page === index) {
        rows = rows.toSpliced(comesTo.row, 0, after);
      }
      const { counts } = page.extra ?? {};
      return {
        ...page,
        rows,
        count: rows?.length ?? page.count,
        total: Math.max(0, page.total + change),
        ...(page.extra &&
          counts && {
            extra: {
              ...page.extra,
              counts: was ? moveCount(moveCount(counts, filters, was, -1), filters, after, 1) : counts,
            },
          }),
      };
    }),
  };
}

/** A list after its counts have been refetched without its rows. */
export function withNumbers<Data extends InfinitePages<unknown, ReportListExtra>>(data: Data, fresh: ReportPage): Data {
  const pages = data.pages.map((page, index) => ({
    ...page,
    total: fresh.total,
    totalRelation: fresh.totalRelation,
    ...(index === 0 && page.extra && { extra: { ...page.extra, counts: fresh.extra?.counts } }),
  }));
  return { ...data, pages };
}
