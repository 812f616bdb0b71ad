import * as endpoints from '@hai-dang/contract/posts/posts.endpoints.ts';
import { inTransaction } from '../lib/context.ts';
import type { Mount } from '../lib/http/mount.ts';
import { getComment, getPost, getTravelPost } from './get-post.ts';
import { listRemovedContent, listUserPosts, listUserTravelPosts } from './list-user-content.ts';
import { restoreContent } from './restore-content.ts';
import { deleteContent } from './soft-delete-content.ts';

export function registerPostsRoutes(mount: Mount): void {
  mount(endpoints.listUserPosts, async ({ ctx, params, body }) => ({
    success: true,
    data: await listUserPosts(ctx.db, params.id, body),
  }));

  mount(endpoints.listUserTravelPosts, async ({ ctx, params, body }) => ({
    success: true,
    data: await listUserTravelPosts(ctx.db, params.id, body),
  }));

  mount(endpoints.listRemovedContent, async ({ ctx, params }) => ({
    success: true,
    data: await listRemovedContent(ctx, params.id),
  }));

  mount(endpoints.getPost, async ({ ctx, params }) => ({
    success: true,
    data: await getPost(ctx.db, params.id, { isAlone: true }),
  }));
  mount(endpoints.getTravelPost, async ({ ctx, params }) => ({
    success: true,
    data: await getTravelPost(ctx.db, params.id, { isAlone: true }),
  }));
  mount(endpoints.getComment, async ({ ctx, params }) => ({
    success: true,
    data: await getComment(ctx.db, params.id),
  }));

  mount(endpoints.deletePost, async ({ ctx, params }) => {
    await deleteContent(ctx, { type: 'Post', id: params.id });
    return { success: true, message: 'Đã xóa bài viết' };
  });

  mount(endpoints.deleteTravelPost, async ({ ctx, params }) => {
    await deleteContent(ctx, { type: 'TravelPost', id: params.id });
    return { success: true, message: 'Đã xóa bài viết du lịch' };
  });

  mount(endpoints.deleteComment, async ({ ctx, params }) => {
    await deleteContent(ctx, { type: 'Comment', id: params.id });
    return { success: true, message: 'Đã xóa bình luận' };
  });

  mount(endpoints.restorePost, async ({ ctx, params }) => {
    await inTransaction(ctx, (inTx) => restoreContent(inTx, { type: 'Post', id: params.id }));
    return { success: true, message: 'Đã khôi phục bài viết' };
  });

  mount(endpoints.restoreTravelPost, async ({ ctx, params }) => {
    await inTransaction(ctx, (inTx) => restoreContent(inTx, { type: 'TravelPost', id: params.id }));
    return { success: true, message: 'Đã khôi phục bài viết du lịch' };
  });

  mount(endpoints.restoreComment, async ({ ctx, params }) => {
    await inTransaction(ctx, (inTx) => restoreContent(inTx, { type: 'Comment', id: params.id }));
    return { success: true, message: 'Đã khôi phục bình luận' };
  });
}
