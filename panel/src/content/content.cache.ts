import { getContent, listContent } from '@hai-dang/contract/content/content.endpoints.ts';
import type { ContentDetail, ContentRef, ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { keyOf, pagesKeyOf } from '../lib/endpoint-query.ts';

/** The key of all lists. */
export const LISTS_KEY = pagesKeyOf(listContent);
const ALL_COMMENTS_KEY = [...keyOf(listContent), 'comments'];

/** The key of content by itself; null is cached where there is none. */
export const detailKey = ({ itemType, itemId }: ContentRef): QueryKey => [
  ...keyOf(getContent, { params: { itemType, itemId } }),
  'or gone',
];

/** The key of the comments under a post. */
export const commentsKey = ({ itemType, itemId }: ContentRef): QueryKey => [...ALL_COMMENTS_KEY, { itemType, itemId }];

/** The pages of a list, and those of the comments under a post. */
type Pages = InfiniteData<{ rows?: readonly ListedContent[] | null; data?: readonly ListedContent[] }, unknown>;

const isOf =
  ({ itemType, itemId }: ContentRef) =>
  (row: ListedContent): boolean =>
    row._id === itemId && row.itemType === itemType;

/** The pages in memory that have a text. */
export const pagesWith = (client: QueryClient, ref: ContentRef) =>
  [LISTS_KEY, ALL_COMMENTS_KEY]
    .flatMap((queryKey) => client.getQueriesData<Pages>({ queryKey }))
    .filter(([, data]) => data?.pages.some((page) => (page.rows ?? page.data ?? []).some(isOf(ref))));

/** Marks a text with the state that it has now, in every list; it stays where it is. */
export function showContent(client: QueryClient, ref: ContentRef, detail: ContentDetail | null): void {
  client.setQueryData<ContentDetail | null>(detailKey(ref), (held) => (held === undefined ? held : detail));
  const present = detail
    ? { state: detail.state, openReports: detail.openReports }
    : ({ state: 'taken_down' } as const);
  const change = (rows: readonly ListedContent[]) => rows.map((row) => (isOf(ref)(row) ? { ...row, ...present } : row));
  for (const [queryKey] of pagesWith(client, ref)) {
    client.setQueryData<Pages>(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            ...(page.rows && { rows: change(page.rows) }),
            ...(page.data && { data: change(page.data) }),
          })),
        },
    );
  }
}
