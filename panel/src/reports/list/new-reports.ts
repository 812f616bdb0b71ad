import type { EventPayload } from '@hai-dang/contract/lib/event.ts';
import type { casesChanged, reportAdded } from '@hai-dang/contract/reports/reports.events.ts';
import type { ReportFilters } from './reports-list.filters.ts';

/** A report that was filed while the panel was open. */
export interface Arrival extends EventPayload<typeof reportAdded> {
  /** When the event came, by this machine's clock. */
  readonly at: number;
}

/** More are not kept; where there are so many, there are at least so many. */
export const ARRIVALS_KEPT = 500;

/** The arrivals with one more, which is counted once. */
export function withArrival(arrivals: readonly Arrival[] | undefined, arrival: Arrival): readonly Arrival[] {
  return [...withoutArrival(arrivals, arrival.reportId), arrival].slice(-ARRIVALS_KEPT);
}

/** The arrivals without one that has been decided or deleted: it is nothing new any more. */
export const withoutArrival = (arrivals: readonly Arrival[] | undefined, reportId: string): readonly Arrival[] =>
  (arrivals ?? []).filter((arrival) => arrival.reportId !== reportId);

/** The same for all of one thing. */
export const withoutThing = (
  arrivals: readonly Arrival[] | undefined,
  { itemType, itemId }: EventPayload<typeof casesChanged>,
): readonly Arrival[] =>
  (arrivals ?? []).filter((arrival) => arrival.itemType !== itemType || arrival.itemId !== itemId);

/**
 * How many reports were filed since a list was loaded, as far as its filters can let them through.
 * @param loadedAt when the list's first page was asked for
 * @param listedIds what that page, which may have been answered after an event, holds nevertheless
 */
export function countArrivals(
  arrivals: readonly Arrival[],
  filters: ReportFilters,
  loadedAt: number,
  listedIds: ReadonlySet<string>,
): number {
  return arrivals.filter(
    ({ at, reportId, itemType, accountId, reporterId }) =>
      at >= loadedAt &&
      (filters.itemType === '' || filters.itemType === itemType) &&
      (filters.status === '' || filters.status === 'pending') &&
      (filters.accountId === '' || filters.accountId === accountId) &&
      (filters.reporterId === '' || filters.reporterId === reporterId) &&
      !listedIds.has(reportId),
  ).length;
}
