import type { ContentType } from '@hai-dang/contract/content/content.schema.ts';
import {
  deleteComment,
  deletePost,
  deleteTravelPost,
  restoreComment,
  restorePost,
  restoreTravelPost,
} from '@hai-dang/contract/posts/posts.endpoints.ts';
import { callEndpoint } from '../../lib/api-client.ts';

const DELETIONS = { Post: deletePost, TravelPost: deleteTravelPost, Comment: deleteComment };
const RESTORATIONS = { Post: restorePost, TravelPost: restoreTravelPost, Comment: restoreComment };

/** Soft-deletes content of any kind, which can be restored for a short time. @throws ApiError */
export const deleteContent = (itemType: ContentType, id: string) =>
  callEndpoint(DELETIONS[itemType], { params: { id } });

/** Restores it. @throws ApiError */
export const restoreContent = (itemType: ContentType, id: string) =>
  callEndpoint(RESTORATIONS[itemType], { params: { id } });
