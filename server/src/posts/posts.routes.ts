import * as endpoints from '@hai-dang/contract/posts/posts.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { getComment, getPost, getTravelPost } from './get-post.ts';
import { listRemovedContent, listUserPosts, listUserTravelPosts } from './list-user-content.ts';

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
}
