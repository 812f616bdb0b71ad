import {
  deleteTravelPost,
  listRemovedContent,
  listUserPosts,
  listUserTravelPosts,
} from '@hai-dang/contract/posts/posts.endpoints.ts';
import { expect, test } from 'vitest';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { SAMPLE_TRAVEL_POST, SAMPLE_USER } from '../testing/samples.ts';
import { UserContent } from './user-content.tsx';

const PATH = '/admin/users/lan?tab=travel';
const USER = {
  ...SAMPLE_USER,
  isDisabled: false,
  sdt: null,
  diachi: null,
  sex: null,
  tuoi: null,
  tinhtranghonnhan: null,
  bio: null,
  nationality: null,
  home: null,
  followersCount: 0,
  followingCount: 0,
  postsCount: 0,
  travelPostsCount: 1,
  lastActive: null,
};
const pagination = { currentPage: 1, totalPages: 1, limit: 10 };

test.each([
  ['a failing server', 'INTERNAL_ERROR', 1],
  ['an ended session', 'SESSION_EXPIRED', 0],
] as const)(
  'UserContent: a deletion of a travel post, %s: the post is back, with %s toast beside the login screen’s message',
  async (_, code, toasts) => {
    respondTo(listUserPosts, () => ({
      success: true,
      data: { posts: [], pagination: { ...pagination, totalPosts: 0 } },
    }));
    respondTo(listUserTravelPosts, () => ({
      success: true,
      data: { travelPosts: [SAMPLE_TRAVEL_POST], pagination: { ...pagination, totalPosts: 1 } },
    }));
    respondTo(listRemovedContent, () => ({ success: true, data: { items: [], isCut: false } }));
    const { promise, reject } = Promise.withResolvers<never>();
    respondTo(deleteTravelPost, () => promise);
    const page = await renderPanel(<UserContent userId="lan" user={USER} />, PATH);
    await page.getByRole('button', { name: 'Xóa bài viết du lịch' }).click();
    await expect.element(page.getByRole('article')).not.toBeInTheDocument();
    reject(new ErrorResponse(code));
    await expect.element(page.getByRole('article')).toBeVisible();
    await expect.poll(() => document.querySelectorAll('[data-sonner-toast]').length).toBe(toasts);
  },
);
