import {
  deleteComment,
  deletePost,
  deleteTravelPost,
  getComment,
  getPost,
  getTravelPost,
  listRemovedContent,
  listUserPosts,
  listUserTravelPosts,
  restoreComment,
  restorePost,
  restoreTravelPost,
} from '@hai-dang/contract/posts/posts.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { PostsService } from './posts.service.ts';

export function registerPostsRoutes(mount: Mount, posts: PostsService): void {
  mount(listUserPosts, async ({ params, body }) => ({
    success: true,
    data: await posts.listUserPosts(params.id, body),
  }));

  mount(listUserTravelPosts, async ({ params, body }) => ({
    success: true,
    data: await posts.listUserTravelPosts(params.id, body),
  }));

  mount(listRemovedContent, async ({ params }) => ({
    success: true,
    data: await posts.listRemovedContent(params.id),
  }));

  mount(getPost, async ({ params }) => ({ success: true, data: await posts.getPost(params.id, { isAlone: true }) }));
  mount(getTravelPost, async ({ params }) => ({
    success: true,
    data: await posts.getTravelPost(params.id, { isAlone: true }),
  }));
  mount(getComment, async ({ params }) => ({ success: true, data: await posts.getComment(params.id) }));

  mount(deletePost, async ({ params, caller, context }) => {
    await posts.deletePost(params.id, caller, context);
    return { success: true, message: 'Đã xóa bài viết' };
  });

  mount(deleteTravelPost, async ({ params, caller, context }) => {
    await posts.deleteTravelPost(params.id, caller, context);
    return { success: true, message: 'Đã xóa bài viết du lịch' };
  });

  mount(restoreTravelPost, async ({ params, caller, context }) => {
    await posts.restoreTravelPost(params.id, caller, context);
    return { success: true, message: 'Đã khôi phục bài viết du lịch' };
  });

  mount(restorePost, async ({ params, caller, context }) => {
    await posts.restorePost(params.id, caller, context);
    return { success: true, message: 'Đã khôi phục bài viết' };
  });

  mount(deleteComment, async ({ params, caller, context }) => {
    await posts.deleteComment(params.id, caller, context);
    return { success: true, message: 'Đã xóa bình luận' };
  });

  mount(restoreComment, async ({ params, caller, context }) => {
    await posts.restoreComment(params.id, caller, context);
    return { success: true, message: 'Đã khôi phục bình luận' };
  });
}
