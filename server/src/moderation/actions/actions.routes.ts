import * as posts from '@hai-dang/contract/posts/posts.endpoints.ts';
import * as accounts from '@hai-dang/contract/users/user-account.endpoints.ts';
import { inTransaction } from '../../lib/context.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { disableUser } from './disable-user.ts';
import { enableUser } from './enable-user.ts';
import { restoreContent } from './restore-content.ts';
import { deleteContent } from './soft-delete-content.ts';

/** Mounts what an administrator does by hand to an account or to content. */
export function registerActionsRoutes(mount: Mount): void {
  mount(accounts.disableUser, async ({ ctx, params }) => {
    const data = await disableUser(ctx, params.id);
    return { success: true, message: 'Tài khoản đã bị vô hiệu hóa!', data };
  });

  mount(accounts.enableUser, async ({ ctx, params }) => {
    const data = await enableUser(ctx, params.id);
    return { success: true, message: 'Tài khoản đã được kích hoạt lại!', data };
  });

  mount(posts.deletePost, async ({ ctx, params }) => {
    await deleteContent(ctx, { type: 'Post', id: params.id });
    return { success: true, message: 'Đã xóa bài viết' };
  });

  mount(posts.deleteTravelPost, async ({ ctx, params }) => {
    await deleteContent(ctx, { type: 'TravelPost', id: params.id });
    return { success: true, message: 'Đã xóa bài viết du lịch' };
  });

  mount(posts.deleteComment, async ({ ctx, params }) => {
    await deleteContent(ctx, { type: 'Comment', id: params.id });
    return { success: true, message: 'Đã xóa bình luận' };
  });

  mount(posts.restorePost, async ({ ctx, params }) => {
    await inTransaction(ctx, (inTx) => restoreContent(inTx, { type: 'Post', id: params.id }));
    return { success: true, message: 'Đã khôi phục bài viết' };
  });

  mount(posts.restoreTravelPost, async ({ ctx, params }) => {
    await inTransaction(ctx, (inTx) => restoreContent(inTx, { type: 'TravelPost', id: params.id }));
    return { success: true, message: 'Đã khôi phục bài viết du lịch' };
  });

  mount(posts.restoreComment, async ({ ctx, params }) => {
    await inTransaction(ctx, (inTx) => restoreContent(inTx, { type: 'Comment', id: params.id }));
    return { success: true, message: 'Đã khôi phục bình luận' };
  });
}
