import type { ContentDetail, ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { commentsKey, detailKey, LISTS_KEY, showContent } from './content.cache.ts';
import { NO_FILTERS } from './content.filters.ts';

const ROW: ListedContent = {
  _id: 'p1',
  itemType: 'Post',
  title: 'Chợ nổi',
  excerpt: 'Năm giờ sáng',
  images: [],
  imagesCount: 0,
  author: { _id: 'a1', username: 'Mai', avatar: null, verified: false },
  createdAt: '2026-01-01T00:00:00.000Z',
  commentsCount: 0,
  openReports: 0,
  state: 'visible',
  parent: null,
};
const { excerpt: text, imagesCount: _, ...shared } = ROW;
const DETAIL: ContentDetail = {
  ...shared,
  text,
  category: null,
  location: null,
  likesCount: 0,
  reports: 2,
  newestReportId: null,
  state: 'taken_down',
  openReports: 2,
};
const REF = { itemType: 'Post', itemId: 'p1' } as const;
const LIST = [...LISTS_KEY, { body: NO_FILTERS }];

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(LIST, {
    pages: [{ rows: [{ ...ROW, itemType: 'Comment' }, ROW] }, { rows: null }],
    pageParams: [null, 'next'],
  });
});
const rows = () => client.getQueryData<{ pages: Array<{ rows: ListedContent[] }> }>(LIST)?.pages[0]?.rows;

test('showContent: marks the row of this type and id at its position, and no other', () => {
  showContent(client, REF, DETAIL);
  expect(rows()).toEqual([
    { ...ROW, itemType: 'Comment' },
    { ...ROW, state: 'taken_down', openReports: 2 },
  ]);
  expect(client.getQueryData(detailKey(REF))).toBeUndefined();
});

test('showContent: replaces the shown detail, and marks purged content as taken down', () => {
  client.setQueryData(detailKey(REF), { ...DETAIL, state: 'visible' });
  showContent(client, REF, DETAIL);
  expect(client.getQueryData(detailKey(REF))).toEqual(DETAIL);
  showContent(client, REF, null);
  expect(client.getQueryData(detailKey(REF))).toBeNull();
  expect(rows()?.[1]).toMatchObject({ state: 'taken_down' });
});

test('showContent: marks a comment in the list under its post', () => {
  const parent = { itemType: 'Post', itemId: 'p2' } as const;
  const comments = [{ ...ROW, _id: 'c1', itemType: 'Comment' }];
  client.setQueryData(commentsKey(parent), {
    pages: [{ data: comments, pagination: { nextCursor: null } }],
    pageParams: [null],
  });
  showContent(
    client,
    { itemType: 'Comment', itemId: 'c1' },
    { ...DETAIL, _id: 'c1', itemType: 'Comment', state: 'hidden' },
  );
  expect(client.getQueryData(commentsKey(parent))).toMatchObject({
    pages: [{ data: [{ state: 'hidden' }] }],
  });
});
