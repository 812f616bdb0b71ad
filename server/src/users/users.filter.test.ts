import { expect, test } from 'vitest';
import { toCriteria } from './users.filter.ts';

const NOW = new Date('2026-06-15T08:00:00Z');
const MONTH_AGO = new Date('2026-05-16T08:00:00Z');

test("toCriteria: without filters, or with '' and null, all users match", () => {
  expect(toCriteria(undefined, NOW)).toEqual({});
  expect(toCriteria({ status: '', role: '', vohieuhoa: '', verified: '', gender: '' }, NOW)).toEqual({});
  expect(toCriteria({ status: null, role: null, vohieuhoa: null, verified: null, gender: null }, NOW)).toEqual({});
});

test('toCriteria: banned means disabled, active and inactive mean enabled and seen in 30 days or not', () => {
  expect(toCriteria({ status: 'banned' }, NOW)).toEqual({ isDisabled: true });
  expect(toCriteria({ status: 'active' }, NOW)).toEqual({
    isDisabled: false,
    seen: { since: MONTH_AGO, isActive: true },
  });
  expect(toCriteria({ status: 'inactive' }, NOW)).toEqual({
    isDisabled: false,
    seen: { since: MONTH_AGO, isActive: false },
  });
});

test('toCriteria: flags are texts', () => {
  expect(toCriteria({ verified: 'false', vohieuhoa: 'true' }, NOW)).toEqual({ isVerified: false, isDisabled: true });
});

test('toCriteria: flags may be booleans, from a legacy panel', () => {
  expect(toCriteria({ verified: false, vohieuhoa: true }, NOW)).toEqual({ isVerified: false, isDisabled: true });
  expect(toCriteria({ verified: true, vohieuhoa: '' }, NOW)).toEqual({ isVerified: true });
  expect(toCriteria(null, NOW)).toEqual({});
});

test('toCriteria: points count at the time of the call, a suspension is that of the account', () => {
  expect(toCriteria({ points: 'true', suspended: 'false' }, NOW)).toEqual({
    points: { at: NOW, areCounting: true },
    isSuspended: false,
  });
  expect(toCriteria({ points: '', suspended: null }, NOW)).toEqual({});
});

test.each([
  ['active', 'true', true],
  ['inactive', 'true', true],
  ['banned', 'false', true],
  ['banned', 'true', undefined],
  ['active', 'false', undefined],
] as const)('toCriteria: status %s with vohieuhoa %s', (status, vohieuhoa, matchesNothing) => {
  expect(toCriteria({ status, vohieuhoa }, NOW).matchesNothing).toBe(matchesNothing);
});
