import { getContent, listContent } from '@hai-dang/contract/content/content.endpoints.ts';
import type { ContentDetail, ContentRef, ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import {
  deleteComment,
  deletePost,
  deleteTravelPost,
  restoreComment,
  restorePost,
  restoreTravelPost,
} from '@hai-dang/contract/posts/posts.endpoints.ts';
import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { hasCode } from '../lib/api-error.ts';
import { type ListPage, toListPage } from '../lib/infinite-pages.ts';
import type { ContentQuery } from './content.filters.ts';

const DELETIONS = { Post: deletePost, TravelPost: deleteTravelPost, Comment: deleteComment };
const RESTORATIONS = { Post: restorePost, TravelPost: restoreTravelPost, Comment: restoreComment };

/**
 * A page of the list.
 * @param cursor the start of the page; null for the first
 * @throws ApiError
 */
export async function fetchContentPage(
  query: ContentQuery,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<ListedContent>> {
  const { data, pagination } = await callEndpoint(listContent, { body: { ...query, cursor }, signal });
  return toListPage(data, pagination);
}

/** A page of the comments under a post, newest first. @throws ApiError */
export async function fetchComments(
  { itemType, itemId }: ContentRef & { itemType: 'Post' | 'TravelPost' },
  cursor: string | null,
  signal: AbortSignal,
): Promise<{ readonly comments: readonly ListedContent[]; readonly nextCursor: string | null }> {
  const { data, pagination } = await callEndpoint(listContent, {
    body: { parent: { itemType, itemId }, cursor, limit: COMMENTS_PAGE_SIZE },
    signal,
  });
  return { comments: data, nextCursor: pagination.nextCursor };
}
const COMMENTS_PAGE_SIZE = 30;

/** Content by itself; null where there is none, or none any more. @throws ApiError */
export async function fetchContent(ref: ContentRef, signal?: AbortSignal): Promise<ContentDetail | null> {
  try {
    return (await callEndpoint(getContent, { params: ref, ...(signal && { signal }) })).data;
  } catch (error) {
    const isGone = (['POST_NOT_FOUND', 'TRAVEL_POST_NOT_FOUND', 'COMMENT_NOT_FOUND'] as const).some((code) =>
      hasCode(error, code),
    );
    if (isGone) return null;
    throw error;
  }
}

/** The name of an author; null without such an account. @throws ApiError */
export async function fetchAuthorName(id: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await callEndpoint(getUserDetail, { params: { id }, signal })).data.username;
  } catch (error) {
    if (hasCode(error, 'USER_NOT_FOUND')) return null;
    throw error;
  }
}

/** Soft-deletes content; it can be restored for a short time. @throws ApiError */
export async function deleteContent({ itemType, itemId: id }: ContentRef): Promise<void> {
  await callEndpoint(DELETIONS[itemType], { params: { id } });
}

/** Undoes that. @throws ApiError */
export async function restoreContent({ itemType, itemId: id }: ContentRef): Promise<void> {
  await callEndpoint(RESTORATIONS[itemType], { params: { id } });
}
