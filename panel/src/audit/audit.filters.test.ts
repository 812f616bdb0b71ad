import { anyText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditUrl, countFilters, NO_FILTERS } from './audit.filters.ts';

const parse = (search: string) => auditUrl.parse(new URLSearchParams(search));

describe('auditUrl', () => {
  test('parse and format: all filters', () => {
    const search = 'actor=a1&action=user.disable&type=user&target=u1&from=2026-01-31&to=2026-02-28';
    const query = parse(search);
    expect(query).toEqual({
      actorId: 'a1',
      action: 'user.disable',
      targetType: 'user',
      targetId: 'u1',
      from: '2026-01-31',
      to: '2026-02-28',
    });
    expect(auditUrl.format(query).toString()).toBe(search);
    expect(countFilters(query)).toBe(6);
  });

  test.each([
    '',
    'actor=',
    'from=31/01/2026',
    'to=2026-02-30',
    'from=hôm nay',
    'from=0202-11-05',
    `target=${'x'.repeat(65)}`,
    'q=x',
    'type=%20',
  ])('parse %j: no filters', (search) => {
    expect(parse(search)).toEqual(NO_FILTERS);
    expect(countFilters(parse(search))).toBe(0);
  });

  test('any URL: the query is the same after one round trip', () => {
    const search = fc.dictionary(
      fc.constantFrom('actor', 'action', 'type', 'target', 'from', 'to', 'x'),
      fc.oneof(
        anyText({ maxLength: 80 }),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
      ),
    );
    fc.assert(
      fc.property(search, (params) => {
        const query = auditUrl.parse(new URLSearchParams(params));
        expect(auditUrl.parse(auditUrl.format(query))).toEqual(query);
        for (const value of Object.values(query)) expect(value.length).toBeLessThanOrEqual(64);
      }),
    );
  });
});
