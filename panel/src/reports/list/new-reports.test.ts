import { expect, test } from 'vitest';
import {
  ARRIVALS_KEPT,
  type Arrival,
  countArrivals,
  withArrival,
  withoutArrival,
  withoutThing,
} from './new-reports.ts';
import { NO_FILTERS } from './reports-list.filters.ts';

const NONE_LISTED: ReadonlySet<string> = new Set();
const arrivalOf = (reportId: string, at: number, itemId = 'post'): Arrival => ({
  reportId,
  itemType: 'Post',
  itemId,
  accountId: null,
  reporterId: null,
  at,
});

test('withArrival: the same report twice is one arrival', () => {
  const arrivals = withArrival(withArrival(undefined, arrivalOf('a', 1)), arrivalOf('a', 2));
  expect(arrivals).toEqual([arrivalOf('a', 2)]);
});

test('withArrival: keeps a bounded number, the latest', () => {
  let arrivals: readonly Arrival[] = [];
  for (let at = 0; at < ARRIVALS_KEPT + 10; at += 1) arrivals = withArrival(arrivals, arrivalOf(`r${at}`, at));
  expect(arrivals).toHaveLength(ARRIVALS_KEPT);
  expect(arrivals[0]?.reportId).toBe('r10');
});

test('withoutArrival, withoutThing: drop what has been decided', () => {
  const arrivals = [arrivalOf('a', 1), arrivalOf('b', 2, 'other'), arrivalOf('c', 3)];
  expect(withoutArrival(arrivals, 'a').map(({ reportId }) => reportId)).toEqual(['b', 'c']);
  expect(withoutThing(arrivals, { itemType: 'Post', itemId: 'post' }).map(({ reportId }) => reportId)).toEqual(['b']);
});

test('countArrivals: only those filed after the first page was asked for, and not listed by it', () => {
  const arrivals = [arrivalOf('before', 9), arrivalOf('listed', 10), arrivalOf('new', 11)];
  expect(countArrivals(arrivals, NO_FILTERS, 10, new Set(['listed']))).toBe(1);
  expect(countArrivals(arrivals, NO_FILTERS, 12, NONE_LISTED)).toBe(0);
});

test('countArrivals: only what the filters of the list let through', () => {
  const arrivals = [{ ...arrivalOf('a', 1), accountId: 'mai', reporterId: 'lan' }];
  const count = (filters: Partial<typeof NO_FILTERS>) =>
    countArrivals(arrivals, { ...NO_FILTERS, ...filters }, 0, NONE_LISTED);
  expect([count({ status: 'pending' }), count({ status: 'resolved' })]).toEqual([1, 0]);
  expect([count({ itemType: 'Post' }), count({ itemType: 'User' })]).toEqual([1, 0]);
  expect([count({ accountId: 'mai' }), count({ accountId: 'lan' })]).toEqual([1, 0]);
  expect([count({ reporterId: 'lan' }), count({ reporterId: 'mai' })]).toEqual([1, 0]);
});
