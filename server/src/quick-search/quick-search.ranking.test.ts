import { expect, test } from 'vitest';
import { bestFirst, countLetters, rankOf } from './quick-search.ranking.ts';

const sorted = (term: string, names: readonly string[]) => bestFirst(names, (name) => rankOf(term, name));

test('rankOf: the whole text is first, then whole words, the start of one, the inside of one, and none', () => {
  const names = ['Đỗ Quyên', 'Trâm Anhmai', 'Trần Maika', 'Phạm Thị Mai', 'Mai'];
  expect(sorted('mai', names)).toEqual(['Mai', 'Phạm Thị Mai', 'Trần Maika', 'Trâm Anhmai', 'Đỗ Quyên']);
});

test('rankOf: the same diacritics are first, but not before a better match', () => {
  expect(sorted('báo', ['Bảo', 'Bao', 'Báo'])).toEqual(['Báo', 'Bảo', 'Bao']);
  expect(sorted('bao', ['Bảo', 'Bao'])).toEqual(['Bao', 'Bảo']);
  expect(sorted('báo', ['Báoxx', 'Lý Bảo'])).toEqual(['Lý Bảo', 'Báoxx']);
  expect(rankOf('đào', 'Đào'.normalize('NFD'))).toBe(rankOf('Đào', 'đào'));
});

test('rankOf: takes the better one of several texts, and text without letters matches nothing', () => {
  expect(rankOf('mai', null, 'Mai')).toBe(rankOf('mai', 'Mai'));
  expect(rankOf('%_', '%_')).toBe(rankOf('mai', ''));
  expect(rankOf('nguyen.van', 'Nguyễn Văn')).toBeLessThan(rankOf('nguyen.van', 'Nguyễn'));
});

test('bestFirst: keeps the order of texts that match equally', () => {
  expect(sorted('x', ['b', 'a', 'c'])).toEqual(['b', 'a', 'c']);
});

test.each([
  ['', 0],
  ['  ', 0],
  ['%_\\', 0],
  ['🌸🌸', 0],
  ['ộ', 1],
  ['ộ'.normalize('NFD'), 1],
  ['a b', 2],
  ['đà', 2],
])('countLetters: %j has %i', (term, count) => {
  expect(countLetters(term)).toBe(count);
});
