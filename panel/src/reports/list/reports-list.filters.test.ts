import type { Report } from '@hai-dang/contract/reports/reports.schema.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SAMPLE_REPORT } from '../../testing/samples.ts';
import {
  FILTER_VALUES,
  isOfUser,
  matches,
  NO_FILTERS,
  type ReportFilters,
  reportListUrl,
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
      }),
      isGrouped: fc.boolean(),
    });
    fc.assert(
      fc.property(query, (wanted) => {
        const isGrouped = wanted.isGrouped && !isOfUser(wanted.filters);
        expect(parse(reportListUrl.format(wanted).toString())).toEqual({ ...wanted, isGrouped });
      }),
    );
  });

  test('ignores unknown values, whatever they are', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (status, reason) => {
        const search = new URLSearchParams({ status: `x${status}`, reason: `x${reason}`, group: 'yes' });
        expect(parse(search.toString())).toEqual({ filters: NO_FILTERS, isGrouped: false });
      }),
    );
  });

  test('format returns ’’ for the default list', () => {
    expect(reportListUrl.format({ filters: NO_FILTERS, isGrouped: false }).toString()).toBe('');
  });

  test('ignores an invalid id', () => {
    expect(parse(`about=${'x'.repeat(65)}&by=%20`).filters).toEqual(NO_FILTERS);
    expect(parse('about=u1&by=u2&group=1')).toEqual({
      filters: { ...NO_FILTERS, accountId: 'u1', reporterId: 'u2' },
      isGrouped: false,
    });
  });
});

const person = (_id: string) => ({ _id, username: 'An', email: null, avatar: null });

describe('accountId and reporterId', () => {
  test.each<[string, Partial<Report>, Partial<ReportFilters>, boolean]>([
    ['whose post it is', { accountId: 'u1' }, { accountId: 'u1' }, true],
    ['whose post it is not', { accountId: 'u1' }, { accountId: 'u2' }, false],
    ['not known whose', { accountId: null }, { accountId: 'u1' }, false],
    ['who filed it', { reporter: person('u1') }, { reporterId: 'u1' }, true],
    ['who filed it, gone', { reporter: 'u1' }, { reporterId: 'u1' }, true],
    ['somebody else', { reporter: person('u2') }, { reporterId: 'u1' }, false],
    ['nobody known', { reporter: '' }, { reporterId: 'u1' }, false],
    ['one of both', { reporter: 'u1', accountId: 'u3' }, { reporterId: 'u1', accountId: 'u2' }, false],
  ])('%s', (_, fields, filters, expected) => {
    expect(matches({ ...NO_FILTERS, ...filters }, { ...SAMPLE_REPORT, ...fields })).toBe(expected);
  });
});
