import { anyText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentListUrl, isFiltered, NO_FILTERS } from './content.filters.ts';

const parse = (search: string) => contentListUrl.parse(new URLSearchParams(search));

describe('contentListUrl', () => {
  test('parse and format: all filters', () => {
    const search = 'q=ch%E1%BB%A3&type=Post&state=hidden&author=a1&images=1&reported=1&from=2026-01-31&to=2026-02-28';
    expect(parse(search)).toEqual({
      q: 'chợ',
      itemType: 'Post',
      state: 'hidden',
      authorId: 'a1',
      hasImages: true,
      isReported: true,
      from: '2026-01-31',
      to: '2026-02-28',
    });
    expect(contentListUrl.format(parse(search)).toString()).toBe(search);
    expect(isFiltered(parse(search))).toBe(true);
  });

  test.each(['', 'type=User', 'state=gone', 'images=2', 'from=31/01/2026', `author=${'x'.repeat(65)}`, 'x=1'])(
    'parse %j: no filters',
    (search) => {
      expect(parse(search)).toEqual(NO_FILTERS);
      expect(isFiltered(parse(search))).toBe(false);
    },
  );

  test('any URL: the query is the same after one round trip', () => {
    const names = fc.constantFrom('q', 'type', 'state', 'author', 'images', 'reported', 'from', 'to', 'x');
    fc.assert(
      fc.property(fc.dictionary(names, anyText({ maxLength: 80 })), (params) => {
        const query = contentListUrl.parse(new URLSearchParams(params));
        expect(contentListUrl.parse(contentListUrl.format(query))).toEqual(query);
      }),
    );
  });
});
