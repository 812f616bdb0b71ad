import { anyText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SAMPLE_TRAVEL_POST } from '../testing/samples.ts';
import {
  nextPageNumber,
  parsePageNumber,
  placeOfTravelPost,
  type TravelPages,
  toNumberedPage,
  travelPostsOf,
  withoutTravelPost,
  withTravelPost,
} from './posts.pages.ts';

const travelPost = (id: number) => ({ ...SAMPLE_TRAVEL_POST, _id: `post-${id}` });
const pageOf = (currentPage: number, totalPages: number, totalPosts: number) => ({
  currentPage,
  totalPages,
  totalPosts,
  limit: 10,
});

function travelPages(lengths: readonly number[]): TravelPages {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let next = 0;
  const pages = lengths.map((length, index) =>
    toNumberedPage(
      Array.from({ length }, () => travelPost(next++)),
      pageOf(index + 1, lengths.length, total),
    ),
  );
  return { pages, pageParams: pages.map((page) => page.page) };
}

describe('nextPageNumber and parsePageNumber', () => {
  test('nextPageNumber: null after the last page', () => {
    const { pages } = travelPages([10, 10, 3]);
    expect(pages.map(nextPageNumber)).toEqual([2, 3, null]);
  });

  test('parsePageNumber: a number from 1 for any text', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 999_999 }), (page) => parsePageNumber(String(page)) === page));
    fc.assert(
      fc.property(fc.option(anyText({ maxLength: 12 })), (text) => {
        const page = parsePageNumber(text);
        return Number.isSafeInteger(page) && page >= 1;
      }),
    );
    for (const text of ['0', '-1', '1.5', '1e3', ' 2', '9999999', null]) expect(parsePageNumber(text)).toBe(1);
  });
});

describe('travelPostsOf, withoutTravelPost, withTravelPost', () => {
  test('withoutTravelPost: removes the post and decrements the total', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 10 }), { minLength: 1, maxLength: 6 }), fc.nat(), (lengths, pick) => {
        const data = travelPages(lengths);
        const posts = travelPostsOf(data);
        fc.pre(posts.length > 0);
        const gone = posts[pick % posts.length]?._id ?? '';
        const rest = withoutTravelPost(data, gone);
        expect(travelPostsOf(rest)).toEqual(posts.filter((post) => post._id !== gone));
        expect(rest.pages.every((page) => page.total === posts.length - 1)).toBe(true);
      }),
    );
  });

  test('withTravelPost: restores each of several deleted posts to its position', () => {
    const data = travelPages([3, 2]);
    const [first, second] = ['post-1', 'post-4'].map((id) => placeOfTravelPost(data, id));
    const without = withoutTravelPost(withoutTravelPost(data, 'post-1'), 'post-4');
    if (!first || !second) throw new Error('not on the pages');
    expect(travelPostsOf(withTravelPost(without, first)).map((post) => post._id)).toEqual([
      'post-0',
      'post-1',
      'post-2',
      'post-3',
    ]);
    expect(withTravelPost(withTravelPost(without, second), first)).toEqual(data);
    expect(withTravelPost(data, first)).toBe(data);
  });

  test('withoutTravelPost: returns the same object when the post is not on the pages', () => {
    const data = travelPages([3]);
    expect(withoutTravelPost(data, 'another')).toBe(data);
  });

  test('travelPostsOf: a post that is on two pages is returned once', () => {
    const twice = travelPages([2, 1]);
    const data = { ...twice, pages: [...twice.pages, toNumberedPage([travelPost(1)], pageOf(3, 3, 3))] };
    expect(travelPostsOf(data).map((post) => post._id)).toEqual(['post-0', 'post-1', 'post-2']);
  });
});
