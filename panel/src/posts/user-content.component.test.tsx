import {
  deleteTravelPost,
  listRemovedContent,
  listUserPosts,
  listUserTravelPosts,
} from '@hai-dang/contract/posts/posts.endpoints.ts';
import type { Post } from '@hai-dang/contract/posts/posts.schema.ts';
import { expect, test } from 'vitest';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { SAMPLE_TRAVEL_POST } from '../testing/samples.ts';
import { testStates } from '../testing/screen-states.tsx';
import { SAMPLE_USER_DETAIL } from '../testing/user-detail.ts';
import { UserContent } from './user-content.tsx';

const POSTS_PATH = '/admin/users/lan';
const TRAVEL_PATH = `${POSTS_PATH}?tab=travel`;
const USER = { ...SAMPLE_USER_DETAIL, postsCount: 1, travelPostsCount: 1 };
const { location: _, author, ...publication } = SAMPLE_TRAVEL_POST;
const POST: Post = { ...publication, content: 'Bưởi năm roi', category: null, user: author };
const TRAVEL_POST = { ...SAMPLE_TRAVEL_POST, title: 'Ba ngày ở Huế' };

const pageOf = (totalPosts: number) => ({ currentPage: 1, totalPages: 1, limit: 10, totalPosts });
const postsOf = (posts: Post[]) => ({ success: true as const, data: { posts, pagination: pageOf(posts.length) } });
const travelPostsOf = (travelPosts: Array<typeof TRAVEL_POST>) => ({
  success: true as const,
  data: { travelPosts, pagination: pageOf(travelPosts.length) },
});

const content = () => <UserContent userId="lan" user={USER} />;
/** Responses to what the tests are not about. */
function respondAround(): void {
  respondTo(listUserPosts, () => postsOf([POST]));
  respondTo(listUserTravelPosts, () => travelPostsOf([TRAVEL_POST]));
  respondTo(listRemovedContent, () => ({ success: true, data: { items: [], isCut: false } }));
}

testStates('UserContent, posts', {
  render: content,
  path: POSTS_PATH,
  endpoint: listUserPosts,
  filled: postsOf([POST]),
  shows: 'Bưởi năm roi',
  empty: { response: postsOf([]), says: 'Người dùng chưa có bài viết nào' },
  loading: 'Đang tải bài viết...',
  failed: 'Không thể tải bài viết',
  hidesReason: true,
  others: respondAround,
});

testStates('UserContent, travel posts', {
  render: content,
  path: TRAVEL_PATH,
  endpoint: listUserTravelPosts,
  filled: travelPostsOf([TRAVEL_POST]),
  shows: 'Ba ngày ở Huế',
  empty: { response: travelPostsOf([]), says: 'Người dùng chưa có bài viết du lịch nào' },
  loading: 'Đang tải bài viết du lịch...',
  failed: 'Không thể tải bài viết du lịch',
  hidesReason: true,
  others: respondAround,
});

test.each([
  ['no network', new TypeError('Failed to fetch'), ['Không thể xóa bài viết du lịch']],
  // The login screen has the message.
  ['an ended session', new ErrorResponse('SESSION_EXPIRED'), []],
])(
  'UserContent: a deletion of a travel post that fails, %s → the post is back, with a toast unless the login screen has the message',
  async (_what, error, toasts) => {
    respondAround();
    const { promise, reject } = Promise.withResolvers<never>();
    respondTo(deleteTravelPost, () => promise);
    const page = await renderPanel(content(), TRAVEL_PATH);
    await page.getByRole('button', { name: 'Xóa bài viết du lịch' }).click();
    await expect.element(page.getByRole('article')).not.toBeInTheDocument();
    reject(error);
    await expect.element(page.getByRole('article')).toBeVisible();
    const shown = () => [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.textContent);
    await expect.poll(shown).toEqual(toasts);
  },
);
