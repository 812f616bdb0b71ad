import { describe, expect, test } from 'vitest';
import { isIndexed, toSearchTerm } from './search-term.ts';

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
