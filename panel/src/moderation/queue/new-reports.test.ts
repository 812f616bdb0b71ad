import { expect, test } from 'vitest';
import {
  countNewReports,
  NEW_REPORTS_MAX,
  type NewReport,
  withNewReport,
  withoutNewReport,
  withoutSubject,
} from './new-reports.ts';
import { NO_FILTERS } from './reports-list.filters.ts';

const NONE_LISTED: ReadonlySet<string> = new Set();
const newReport = (reportId: string, at: number, itemId = 'post'): NewReport => ({
  reportId,
  itemType: 'Post',
  itemId,
  accountId: null,
  reporterId: null,
  at,
});

test('withNewReport: the same report twice is counted once', () => {
  const newReports = withNewReport(withNewReport(undefined, newReport('a', 1)), newReport('a', 2));
  expect(newReports).toEqual([newReport('a', 2)]);
});

test('withNewReport: retains a bounded number, the latest', () => {
  let newReports: readonly NewReport[] = [];
  for (let at = 0; at < NEW_REPORTS_MAX + 10; at += 1) newReports = withNewReport(newReports, newReport(`r${at}`, at));
  expect(newReports).toHaveLength(NEW_REPORTS_MAX);
  expect(newReports[0]?.reportId).toBe('r10');
});

test('withoutNewReport, withoutSubject: drop decided reports', () => {
  const newReports = [newReport('a', 1), newReport('b', 2, 'other'), newReport('c', 3)];
  expect(withoutNewReport(newReports, 'a').map(({ reportId }) => reportId)).toEqual(['b', 'c']);
  expect(withoutSubject(newReports, { itemType: 'Post', itemId: 'post' }).map(({ reportId }) => reportId)).toEqual([
    'b',
  ]);
});

test('countNewReports: counts only reports filed after the request of the first page, and not listed in it', () => {
  const newReports = [newReport('before', 9), newReport('listed', 10), newReport('new', 11)];
  expect(countNewReports(newReports, NO_FILTERS, 10, new Set(['listed']))).toBe(1);
  expect(countNewReports(newReports, NO_FILTERS, 12, NONE_LISTED)).toBe(0);
});

test('countNewReports: counts only reports that match the filters of the list', () => {
  const newReports = [{ ...newReport('a', 1), accountId: 'mai', reporterId: 'lan' }];
  const count = (filters: Partial<typeof NO_FILTERS>) =>
    countNewReports(newReports, { ...NO_FILTERS, ...filters }, 0, NONE_LISTED);
  expect([count({ status: 'pending' }), count({ status: 'resolved' })]).toEqual([1, 0]);
  expect([count({ itemType: 'Post' }), count({ itemType: 'User' })]).toEqual([1, 0]);
  expect([count({ accountId: 'mai' }), count({ accountId: 'lan' })]).toEqual([1, 0]);
  expect([count({ reporterId: 'lan' }), count({ reporterId: 'mai' })]).toEqual([1, 0]);
});
