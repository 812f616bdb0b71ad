import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containingPattern, indexPattern, isIndexed, toSearchTerm } from './search-term.ts';

test('blanks around a term go, several within become one', () => {
  expect(toSearchTerm('  Nguyễn \t\n Mai ')).toBe('Nguyễn Mai');
  expect(toSearchTerm(' \u00a0\n')).toBe('');
});

describe('the trigram index is asked', () => {
  test.each(['mai', 'Đào', 'đào'.normalize('NFD'), '0912', 'a b mai', '@ex', 'vn)', 'ab c', '漢字名', "d'an"])(
    'for %j',
    (term) => {
      expect(isIndexed(term)).toBe(true);
    },
  );

  test.each([
    '',
    'a',
    'ab',
    'ộ',
    'ộ'.normalize('NFD'),
    'e\u0301\u0323',
    '___',
    '%%%',
    '@@@@',
    '- - -',
    'a_b',
    '9 @ e',
    '😀😀😀',
  ])('not for %j', (term) => {
    expect(isIndexed(term)).toBe(false);
  });
});

test('a term is matched as it is, whatever LIKE would make of it', () => {
  expect(containingPattern('100%_\\')).toBe('%100\\%\\_\\\\%');
});

describe('the index is asked for less than the whole term', () => {
  test.each([
    ['mai', '%mai%'],
    ['nguyen@', '%nguyen@%'],
    ['ha ly', '%ha ly%'],
    ['quach thi', '%quach%thi%'],
    ['Nguyễn Mạnh Hùng 4012', '%Ngu%Mạn%Hùn%4012%'],
    ['Nguyễn Mạnh'.normalize('NFD'), '%Nguyễn%Mạn%'],
    ['nguyen van zz', '%nguyen%van% zz%'],
    ['tô hữu', '%tô %hữu%'],
    ['an vy le mai', '%an %vy %le %mai%'],
    ['a mai lan', '%mai%lan%'],
    ['mai.nguyen23@example.com', '%mai%nguyen23%exa%com%'],
    ['😀ab 𠀀𠀁𠀂𠀃 漢字名', '%ab %𠀀𠀁𠀂𠀃%漢字名%'],
    ['giam_an 50%_het', '%giam%\\_an% 50%het%'],
  ])('%j: %j', (term, pattern) => {
    expect(indexPattern(term)).toBe(pattern);
  });

  test('but every text that holds the term meets it', () => {
    const word = fc.stringMatching(/^[a-z0-9%_\\.@đ😀𠀀]{0,5}$/u);
    const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => list.join(' '));
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
});
