import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canBeGrouped,
  countFilters,
  countMenuFilters,
  FILTER_VALUES,
  type Grouping,
  hasStatus,
  isFiltered,
  isOpenQueue,
  NO_FILTERS,
  type ReportFilters,
  reportListUrl,
  toAccountBody,
  toCaseBody,
  toListBody,
} from './reports-list.filters.ts';

const parse = (search: string) => reportListUrl.parse(new URLSearchParams(search));

describe('reportListUrl', () => {
  test('parse returns the query that format has written', () => {
    const anyOf = <Value extends string>(values: readonly Value[]) => fc.constantFrom<Value | ''>('', ...values);
    const id = fc.oneof(
      fc.constant(''),
      fc.string({ maxLength: 64 }).map((text) => text.trim()),
    );
    const query = fc.record({
      filters: fc.record({
        status: anyOf(FILTER_VALUES.status),
        itemType: anyOf(FILTER_VALUES.itemType),
        reason: anyOf(FILTER_VALUES.reason),
        accountId: id,
        reporterId: id,
        assignee: id,
        kind: anyOf(FILTER_VALUES.kind),
        q: fc.constantFrom('', 'bán vé', '100%'),
        from: fc.constantFrom('', '2026-11-20'),
        to: fc.constantFrom('', '2026-11-21'),
        isOverdue: fc.boolean(),
        sort: fc.constantFrom<ReportFilters['sort']>('', 'oldest', 'priority', 'due', 'reports'),
      }),
      grouping: fc.constantFrom<Grouping>('', 'subject'),
    });
    fc.assert(
      fc.property(query, (wanted) => {
        const grouping = canBeGrouped(wanted.filters) ? wanted.grouping : '';
        const isOfCases = wanted.filters.sort === 'reports' || wanted.filters.sort === 'due';
        const sort = isOfCases && grouping === '' ? '' : wanted.filters.sort;
        expect(parse(reportListUrl.format(wanted).toString())).toEqual({
          filters: { ...wanted.filters, sort },
          grouping,
        });
      }),
    );
  });

  test('ignores unknown values, whatever they are', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (status, reason) => {
        const search = new URLSearchParams({ status: `x${status}`, reason: `x${reason}`, group: 'yes' });
        expect(parse(search.toString())).toEqual({ filters: NO_FILTERS, grouping: '' });
      }),
    );
  });

  test('format returns ’’ for the default list', () => {
    expect(reportListUrl.format({ filters: NO_FILTERS, grouping: '' }).toString()).toBe('');
  });

  test('ignores an invalid id', () => {
    expect(parse(`about=${'x'.repeat(65)}&by=%20`).filters).toEqual(NO_FILTERS);
    expect(parse('about=u1&by=u2&group=1')).toEqual({
      filters: { ...NO_FILTERS, accountId: 'u1', reporterId: 'u2' },
      grouping: '',
    });
  });
});

test('reportListUrl: grouped by account → only the filters and orders that such a list has', () => {
  const all = 'status=pending&type=Post&reason=spam&assignee=me&kind=report&q=ve&from=2026-11-20&overdue=1';
  const query = parse(`${all}&sort=priority&group=account`);
  const filters = {
    itemType: 'Post',
    reason: 'spam',
    assignee: 'me',
    kind: 'report',
    isOverdue: true,
    sort: 'priority',
  };
  expect(query).toEqual({ filters: { ...NO_FILTERS, ...filters }, grouping: 'account' });
  expect(toAccountBody(query.filters)).toEqual(filters);
  expect(parse('sort=oldest&group=account').filters.sort).toBe('');
  expect(parse('about=u1&group=account').grouping).toBe('');
});

test.each<[Partial<ReportFilters>, boolean]>([
  [{ status: 'pending' }, true],
  [{ status: 'reviewing', sort: 'oldest' }, true],
  [{ status: 'open' }, true],
  [{ status: 'resolved' }, false],
  [{}, false],
  [{ status: 'pending', reason: 'spam' }, false],
  [{ status: 'pending', q: 'vé' }, false],
])('isOpenQueue: %j gives %s', (filters, expected) => {
  expect(isOpenQueue({ ...NO_FILTERS, ...filters })).toBe(expected);
});

test.each<[Partial<ReportFilters>, number, number]>([
  [{}, 0, 0],
  [{ sort: 'oldest' }, 0, 0],
  [{ status: 'pending', q: 'vé' }, 2, 0],
  [{ reason: 'spam' }, 1, 1],
  [{ reporterId: 'u1' }, 1, 0],
  [{ itemType: 'Post', kind: 'appeal' }, 2, 2],
  [{ assignee: 'none', from: '2026-11-20', isOverdue: true }, 3, 3],
])('countFilters, countMenuFilters: %j gives %i and %i', (filters, count, inMenu) => {
  expect(countFilters({ ...NO_FILTERS, ...filters })).toBe(count);
  expect(isFiltered({ ...NO_FILTERS, ...filters })).toBe(count > 0);
  expect(countMenuFilters({ ...NO_FILTERS, ...filters })).toBe(inMenu);
});

test.each<[Partial<ReportFilters>, object, object]>([
  [{}, {}, {}],
  [
    { kind: 'report', sort: 'priority' },
    { kind: 'report', sort: 'priority' },
    { kind: 'report', sort: 'priority' },
  ],
  [{ status: 'pending', sort: 'reports' }, { status: 'pending' }, { status: 'pending', sort: 'reports' }],
  [{ status: 'open', sort: 'due' }, { status: 'open' }, { status: 'open', sort: 'due' }],
  [
    { assignee: 'me', q: 'vé', from: '2026-11-20', isOverdue: true },
    { assignee: 'me', q: 'vé', from: '2026-11-20', isOverdue: true },
    { assignee: 'me', q: 'vé', from: '2026-11-20', isOverdue: true },
  ],
  [{ accountId: 'u1' }, { accountId: 'u1' }, {}],
])('toListBody, toCaseBody: contain only set filters, and each list only its orders: %j', (filters, list, cases) => {
  expect(toListBody({ ...NO_FILTERS, ...filters })).toEqual(list);
  expect(toCaseBody({ ...NO_FILTERS, ...filters })).toEqual(cases);
});

test.each<[Partial<ReportFilters>, string, boolean]>([
  [{}, 'resolved', true],
  [{ status: 'pending' }, 'pending', true],
  [{ status: 'pending' }, 'resolved', false],
  [{ isOverdue: true }, 'reviewing', true],
  [{ isOverdue: true }, 'rejected', false],
  [{ sort: 'priority' }, 'pending', true],
  [{ sort: 'priority' }, 'resolved', false],
  [{ status: 'open' }, 'reviewing', true],
  [{ status: 'open' }, 'rejected', false],
  [{ sort: 'due' }, 'resolved', false],
  [{ status: 'pending', q: 'whatever', reason: 'spam' }, 'pending', true],
])('hasStatus: a list with %j, a report that is %s: %s', (filters, status, expected) => {
  expect(hasStatus({ ...NO_FILTERS, ...filters }, { status })).toBe(expected);
});
