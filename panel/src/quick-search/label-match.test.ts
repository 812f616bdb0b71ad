import { expect, test } from 'vitest';
import { isSearchable, matchesLabel, rankOfLabel } from './label-match.ts';

test.each([
  ['bao cao', 'Báo cáo', true],
  ['BÁO', 'Báo cáo', true],
  ['cao', 'Báo cáo', true],
  ['cao bao', 'Báo cáo', true],
  ['đăng x', 'Đăng xuất', true],
  ['dang xuat', 'Đăng xuất'.normalize('NFD'), true],
  ['ao', 'Báo cáo', false],
  ['bao cao moi', 'Báo cáo', false],
  ['', 'Báo cáo', false],
  ['%', 'Báo cáo', false],
])('matchesLabel: %j in %j is %s', (term, label, isMatch) => {
  expect(matchesLabel(term, label)).toBe(isMatch);
});

test('rankOfLabel: the whole label is first, then its beginning, then the same diacritics', () => {
  const labels = ['Xem thông báo', 'Thống kê', 'Thông báo', 'Thông'];
  const sorted = (term: string) => labels.toSorted((one, other) => rankOfLabel(term, one) - rankOfLabel(term, other));
  expect(sorted('thông')).toEqual(['Thông', 'Thông báo', 'Thống kê', 'Xem thông báo']);
  expect(sorted('thống')[1]).toBe('Thống kê');
});

test.each([
  ['', false],
  ['ộ', false],
  [' % ', false],
  ['🌸🌸', false],
  ['an', true],
  ['a 1', true],
])('isSearchable: %j is %s', (term, isLongEnough) => {
  expect(isSearchable(term)).toBe(isLongEnough);
});
