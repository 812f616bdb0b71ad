import type { PagePagination } from '@hai-dang/contract/lib/paging.ts';
import type { TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import type { InfiniteData } from '@tanstack/react-query';

export interface NumberedPage<Item> {
  readonly items: readonly Item[];
  /** The number of the page, from 1. */
  readonly page: number;
  readonly totalPages: number;
  /** The number of items on all pages together. */
  readonly total: number;
}
export type TravelPages = InfiniteData<NumberedPage<TravelPost>, number>;

/** Converts a response to a page. */
export const toNumberedPage = <Item>(
  items: readonly Item[],
  { currentPage, totalPages, totalPosts }: PagePagination,
): NumberedPage<Item> => ({ items, page: currentPage, totalPages, total: totalPosts });

/** The number of the next page; null after the last. */
export function nextPageNumber({ page, totalPages }: NumberedPage<unknown>): number | null {
  return page < totalPages ? page + 1 : null;
}

/** All travel posts loaded so far. A deletion meanwhile may have moved one onto two pages: it is returned once. */
export function travelPostsOf(data: TravelPages | undefined): readonly TravelPost[] {
  const byId = new Map<string, TravelPost>();
  for (const page of data?.pages ?? []) for (const post of page.items) byId.set(post._id, post);
  return [...byId.values()];
}

/** The pages without one travel post; the same object if it is not on them. */
export function withoutTravelPost(data: TravelPages, id: string): TravelPages {
  if (!placeOfTravelPost(data, id)) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.filter((post) => post._id !== id),
    total: Math.max(0, page.total - 1),
  }));
  return { ...data, pages };
}

/** The position of a travel post, to restore it. */
interface TravelPostPlace {
  readonly post: TravelPost;
  readonly page: number;
  readonly index: number;
}

/** The position of one travel post; undefined if it is on no page. */
export function placeOfTravelPost(data: TravelPages, id: string): TravelPostPlace | undefined {
  for (const [page, { items }] of data.pages.entries()) {
    const index = items.findIndex((item) => item._id === id);
    const post = items[index];
    if (post) return { post, page, index };
  }
  return undefined;
}

/** The inverse of withoutTravelPost; the same object if the post is on the pages, as after a refetch. */
export function withTravelPost(data: TravelPages, { post, page, index }: TravelPostPlace): TravelPages {
  if (placeOfTravelPost(data, post._id)) return data;
  const pages = data.pages.map((old, number) => ({
    ...old,
    items: number === page ? old.items.toSpliced(index, 0, post) : old.items,
    total: old.total + 1,
  }));
  return { ...data, pages };
}

/** The page number in a URL; 1 for an invalid one. */
export function parsePageNumber(text: string | null): number {
  const page = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 1;
  return Math.max(1, page);
}
