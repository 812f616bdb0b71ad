import type { ContentDetail, ContentRef, ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { contentKeys } from './content.keys.ts';

/** The pages of a list, and those of the comments under a post. */
type Pages = InfiniteData<{ rows?: readonly ListedContent[] | null; comments?: readonly ListedContent[] }, unknown>;

const isOf =
  ({ itemType, itemId }: ContentRef) =>
  (row: ListedContent): boolean =>
    row._id === itemId && row.itemType === itemType;

const PAGED_KEYS = [contentKeys.lists, ['content', 'comments']];

/** The pages in memory that have a text. */
export const pagesWith = (client: QueryClient, ref: ContentRef) =>
  PAGED_KEYS.flatMap((queryKey) => client.getQueriesData<Pages>({ queryKey })).filter(([, data]) =>
    data?.pages.some((page) => (page.rows ?? page.comments ?? []).some(isOf(ref))),
  );

/** Marks a text with the state that it has now, in every list; it stays where it is. */
export function showContent(client: QueryClient, ref: ContentRef, detail: ContentDetail | null): void {
  client.setQueryData<ContentDetail | null>(contentKeys.detail(ref), (held) => (held === undefined ? held : detail));
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
            ...(page.comments && { comments: change(page.comments) }),
          })),
        },
    );
  }
}
