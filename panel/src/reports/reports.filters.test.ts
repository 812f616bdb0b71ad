import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILTER_VALUES, formatReportQuery, NO_FILTERS, parseReportQuery } from './reports.filters.ts';

const parse = (search: string) => parseReportQuery(new URLSearchParams(search));

describe('the reports list in the address', () => {
  test('comes back as it was written', () => {
    const anyOf = <Value extends string>(values: readonly Value[]) => fc.constantFrom<Value | ''>('', ...values);
    const query = fc.record({
      filters: fc.record({
        status: anyOf(FILTER_VALUES.status),
        itemType: anyOf(FILTER_VALUES.itemType),
        reason: anyOf(FILTER_VALUES.reason),
      }),
      isGrouped: fc.boolean(),
    });
    fc.assert(
      fc.property(query, (wanted) => {
        expect(parse(formatReportQuery(wanted).toString())).toEqual(wanted);
      }),
    );
  });

  test('passes over what it does not know, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (status, reason) => {
        const search = new URLSearchParams({ status: `x${status}`, reason: `x${reason}`, group: 'yes' });
        expect(parse(search.toString())).toEqual({ filters: NO_FILTERS, isGrouped: false });
      }),
    );
  });

  test('is empty for the plain list', () => {
    expect(formatReportQuery({ filters: NO_FILTERS, isGrouped: false }).toString()).toBe('');
  });
});
