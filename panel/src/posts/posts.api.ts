import { USER_POSTS_PAGE_SIZE, USER_TRAVEL_POSTS_PAGE_SIZE } from '@hai-dang/contract/constants.ts';
import {
  deletePost as deletePostEndpoint,
  deleteTravelPost as deleteTravelPostEndpoint,
  listRemovedContent,
  listUserPosts,
  listUserTravelPosts,
  restoreComment as restoreCommentEndpoint,
  restorePost as restorePostEndpoint,
  restoreTravelPost as restoreTravelPostEndpoint,
} from '@hai-dang/contract/posts/posts.endpoints.ts';
import type { Post, RemovedContent, RemovedContentList, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { type NumberedPage, toNumberedPage } from './posts.pages.ts';

/** A page of a user's posts, newest first. @throws ApiError */
export async function fetchUserPosts(userId: string, page: number, signal: AbortSignal): Promise<NumberedPage<Post>> {
  const answer = await callEndpoint(listUserPosts, {
    params: { id: userId },
    body: { page, limit: USER_POSTS_PAGE_SIZE, sortBy: 'createdAt', sortOrder: -1 },
    signal,
  });
  const { posts, pagination } = answer.data;
  return toNumberedPage(posts, pagination);
}

/** A page of a user's travel posts, newest first. @throws ApiError */
export async function fetchUserTravelPosts(
  userId: string,
  page: number,
  signal: AbortSignal,
): Promise<NumberedPage<TravelPost>> {
  const answer = await callEndpoint(listUserTravelPosts, {
    params: { id: userId },
    body: { page, limit: USER_TRAVEL_POSTS_PAGE_SIZE },
    signal,
  });
  const { travelPosts, pagination } = answer.data;
  return toNumberedPage(travelPosts, pagination);
}

/**
 * Soft-deletes a post; it can be restored for a short time.
 * @throws ApiError
 */
export async function deletePost(id: string): Promise<void> {
  await callEndpoint(deletePostEndpoint, { params: { id } });
}

/**
 * Restores a post.
 * @throws ApiError
 */
export async function restorePost(id: string): Promise<void> {
  await callEndpoint(restorePostEndpoint, { params: { id } });
}

/**
 * Soft-deletes a travel post; it can be restored for a short time.
 * @throws ApiError
 */
export async function deleteTravelPost(id: string): Promise<void> {
  await callEndpoint(deleteTravelPostEndpoint, { params: { id } });
}

/**
 * Restores a travel post.
 * @throws ApiError
 */
export async function restoreTravelPost(id: string): Promise<void> {
  await callEndpoint(restoreTravelPostEndpoint, { params: { id } });
}

/** What was removed of a user and can be restored (ours). @throws ApiError */
export async function fetchRemovedContent(userId: string, signal: AbortSignal): Promise<RemovedContentList> {
  return (await callEndpoint(listRemovedContent, { params: { id: userId }, body: {}, signal })).data;
}

const RESTORE = {
  Post: restorePostEndpoint,
  TravelPost: restoreTravelPostEndpoint,
  Comment: restoreCommentEndpoint,
} as const;

/** Restores content of any kind. @throws ApiError */
export async function restoreContent({ itemType, _id: id }: Pick<RemovedContent, 'itemType' | '_id'>): Promise<void> {
  await callEndpoint(RESTORE[itemType], { params: { id } });
}
