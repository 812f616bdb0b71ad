import type { ListedReport } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { InfinitePages } from '../../lib/infinite-pages.ts';
import type { ReportListExtra, ReportPage } from '../reports/reports.api.ts';
import type { ReportFilters } from './reports-list.filters.ts';

export type ReportPages = InfinitePages<ListedReport, ReportListExtra>;

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

/** The position of a report among the rows in memory: page and row; undefined if between or after them. */
function placeOf(
  pages: readonly ReportPage[],
  report: ListedReport,
  sort: Sort,
): readonly [number, number] | undefined {
  for (const [index, page] of pages.entries()) {
    if (page.rows === null) continue;
    const row = page.rows.findIndex((other) => standsAbove(report, other, sort));
    if (row !== -1) return [index, row];
    if (page.nextCursor === null) return [index, page.rows.length];
  }
  return undefined;
}

/** A list with a report that was taken out of it, where its order has it; the same object if the list has it. */
export function withReport(data: ReportPages, report: ListedReport, sort: Sort): ReportPages {
  if (data.pages.some(({ rows }) => rows?.some(({ _id }) => _id === report._id))) return data;
  const [at, row = 0] = placeOf(data.pages, report, sort) ?? [];
  const pages = data.pages.map((page, index) => ({
    ...page,
    total: page.total + 1,
    ...(index === at && { rows: page.rows?.toSpliced(row, 0, report) ?? null, count: page.count + 1 }),
  }));
  return { ...data, pages };
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
