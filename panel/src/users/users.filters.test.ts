import { SEARCH_TERM_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { anyText } from '@hai-dang/contract/testing/any-text.ts';
import { GENDERS, USER_ROLES, USER_SORTS, USER_STATUSES } from '@hai-dang/contract/users/users.schema.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanTerm } from '../lib/search-term.ts';
import {
  activeFilters,
  DEFAULT_SORT,
  NO_FILTERS,
  sortsOf,
  type UserQuery,
  userListUrl,
  withChoice,
} from './users.filters.ts';

const anyOf = <Value extends string>(values: readonly Value[]) => fc.constantFrom<Value | ''>('', ...values);
const queries = fc
  .record<UserQuery>({
    term: fc.string({ unit: 'grapheme', maxLength: 300 }).map(cleanTerm),
    filters: fc.record({
      status: anyOf(USER_STATUSES),
      role: anyOf(USER_ROLES),
      verified: anyOf(['true', 'false']),
      vohieuhoa: anyOf(['true', 'false']),
      gender: anyOf(GENDERS),
      points: anyOf(['true', 'false']),
      suspended: anyOf(['true', 'false']),
    }),
    sort: anyOf(USER_SORTS),
  })
  .filter(({ term, sort }) => sortsOf(term !== '').includes(sort));

describe('userListUrl', () => {
  test('parse returns the query that format has written, through the text of a URL', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const text = userListUrl.format(query).toString();
        expect(userListUrl.parse(new URLSearchParams(text))).toEqual(query);
      }),
    );
  });

  test('parse accepts any URL, and the result is stable after one round trip', () => {
    const names = fc.constantFrom(
      'q',
      'status',
      'role',
      'verified',
      'vohieuhoa',
      'gender',
      'points',
      'suspended',
      'sort',
      '__proto__',
    );
    const pairs = fc.array(fc.tuple(names, anyText({ maxLength: 300 })), { maxLength: 10 });
    fc.assert(
      fc.property(pairs, (entries) => {
        const query = userListUrl.parse(new URLSearchParams(entries));
        expect(userListUrl.parse(userListUrl.format(query))).toEqual(query);
        expect(query.term.length).toBeLessThanOrEqual(SEARCH_TERM_MAX_CHARS);
      }),
    );
  });

  test('format returns ’’ for the default list', () => {
    const plain = userListUrl.parse(new URLSearchParams('q=%20%20&status=&sort=newest'));
    expect(plain).toEqual({ term: '', filters: NO_FILTERS, sort: DEFAULT_SORT });
    expect(userListUrl.format(plain).toString()).toBe('');
  });

  test("keeps 'newest' for a search, whose default order is the best match first", () => {
    const query = userListUrl.parse(new URLSearchParams('q=mai&sort=newest'));
    expect(query.sort).toBe('newest');
    expect(userListUrl.format(query).toString()).toBe('q=mai&sort=newest');
    expect(userListUrl.parse(new URLSearchParams('q=mai')).sort).toBe('');
  });

  test('ignores unknown values', () => {
    const { filters, sort } = userListUrl.parse(new URLSearchParams('status=deleted&role=admin&sort=random'));
    expect(filters).toEqual({ ...NO_FILTERS, role: 'admin' });
    expect(sort).toBe(DEFAULT_SORT);
  });
});

test('withChoice: an unknown value of a filter means any', () => {
  const banned = withChoice(NO_FILTERS, 'status', 'banned');
  expect(activeFilters(banned)).toEqual(['status']);
  expect(withChoice(banned, 'status', 'constructor')).toEqual(NO_FILTERS);
  expect(withChoice(banned, 'status', null)).toEqual(NO_FILTERS);
});
