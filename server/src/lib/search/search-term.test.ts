import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  containingPattern,
  hasWords,
  indexPattern,
  isTrigramIndexed,
  isWordIndexed,
  toSearchTerm,
} from './search-term.ts';

test('toSearchTerm: blanks around a term are removed, several within collapsed', () => {
  expect(toSearchTerm('  Nguyễn \t\n Mai ')).toBe('Nguyễn Mai');
  expect(toSearchTerm(' \u00a0\n')).toBe('');
});

describe('isTrigramIndexed', () => {
  test.each([
    'mai',
    'Đào',
    'đào'.normalize('NFD'),
    '0912',
    'a b mai',
    '@ex',
    'vn)',
    'ab c',
    '漢字名',
    "d'an",
    '___',
    '- - -',
    'a_b',
  ])('is true for %j', (term) => {
    expect(isTrigramIndexed(term)).toBe(true);
  });

  test.each([
    '',
    'a',
    'ab',
    'ộ',
    'ộ'.normalize('NFD'),
    'e\u0301\u0323',
    'n n',
    '%%%',
    '@@',
    "' ' '",
    '9 % e',
    '😀😀😀',
  ])('is false for %j', (term) => {
    expect(isTrigramIndexed(term)).toBe(false);
  });
});

test.each([
  ['mai', true, true],
  ['đào'.normalize('NFD'), true, true],
  ['a b', true, true],
  ['#dulich', true, true],
  ['ng', true, false],
  ['ộ'.normalize('NFD'), true, false],
  ['"a"', true, false],
  ['%%%', false, false],
  ['😀😀😀', false, false],
  ['', false, false],
])('hasWords, isWordIndexed: %j: %s, %s', (term, withWords, isIndexedByWords) => {
  expect([hasWords(term), isWordIndexed(term)]).toEqual([withWords, isIndexedByWords]);
});

test('containingPattern: a term is matched literally, LIKE patterns escaped', () => {
  expect(containingPattern('100%_\\')).toBe('%100\\%\\_\\\\%');
});

describe('indexPattern', () => {
  test.each([
    ['mai', '%mai%'],
    ['nguyen@', '%nguyen@%'],
    ['ha ly', '%ha ly%'],
    ['quach thi', '%quach thi%'],
    ['Nguyễn Mạnh Hùng', '%%ễn Mạnh Hù%%'],
    ['Nguyễn Mạnh Hùng 4012', '%%ễn Mạnh Hùng 4012%'],
    ['Trần Nguyễn Mai'.normalize('NFD'), `%%${'ần Ng%ễn Ma'.normalize('NFD')}%%`],
    ['nguyen nguyen thi', '%%en ng%en th%%'],
    ['an vy le mai', '%an vy le ma%%'],
    ['thuy407931@example.org', '%thuy407931@ex%le.or%%'],
    ['(mai) lan anh', '%(%ai) lan an%%'],
    ['giam_an 50%_het', '%%am\\_an 50\\%\\_he%%'],
    ['a đ b\u0903aa', '%a đ b\u0903aa%'],
  ])('%j: %j', (term, pattern) => {
    expect(indexPattern(term)).toBe(pattern);
  });

  const word = fc.stringMatching(/^(?:[a-z0-9%_\\.@('đ😀𠀀]|\u0301|\u0903){0,6}$/u);
  const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => list.join(' '));

  test('every text that contains the term matches it', () => {
    fc.assert(
      fc.property(words, words, words, (before, term, after) => {
        const pattern = indexPattern(term).replaceAll(/\\(.)|(%)|([^\\%])/gsu, (_, escaped, any, plain) =>
          any ? '[^]*' : (escaped ?? plain).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
        );
        expect(before + term + after).toMatch(new RegExp(`^${pattern}$`, 'u'));
      }),
      { numRuns: 3_000 },
    );
  });

  test('is never empty', () => {
    fc.assert(
      fc.property(words.filter(isTrigramIndexed), (term) => {
        const pieces = indexPattern(term).match(/(?:\\.|[^\\%])+/gsu) ?? [];
        const literal = pieces.map((piece) => piece.replaceAll(/\\(.)/gsu, '$1'));
        expect(literal.filter(isTrigramIndexed)).not.toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  });
});
