import type { ContentRef } from '@hai-dang/contract/content/content.schema.ts';
import type { ContentQuery } from './content.filters.ts';

/** Query keys of the content feature. */
export const contentKeys = {
  all: ['content'] as const,
  lists: ['content', 'list'] as const,
  list: (query: ContentQuery) => [...contentKeys.lists, query] as const,
  /** One page that is refetched after it was evicted. */
  listPage: (query: ContentQuery, cursor: string | null) => ['content', 'page', query, cursor] as const,
  detail: ({ itemType, itemId }: ContentRef) => ['content', 'detail', itemType, itemId] as const,
  comments: ({ itemType, itemId }: ContentRef) => ['content', 'comments', itemType, itemId] as const,
  author: (id: string) => ['content', 'author', id] as const,
};
