import { getContent, listContent } from '@hai-dang/contract/content/content.endpoints.ts';
import type { ContentDetail, ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { deleteComment, restoreComment } from '@hai-dang/contract/posts/posts.endpoints.ts';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { firstPage, lastPage } from '../testing/samples.ts';
import { testStates } from '../testing/screen-states.tsx';
import { ContentDetailScreen } from './content-detail-screen.tsx';

const PATH = '/admin/content/Post/post';
const COMMENTS_FAILED = 'Không thể tải bình luận';

const POST: ContentDetail = {
  _id: 'post',
  itemType: 'Post',
  title: 'Chợ nổi Cái Răng',
  author: { _id: 'lan', username: 'Võ Thị Lan', avatar: null, verified: true },
  createdAt: '2026-11-21T00:00:00.000Z',
  images: [],
  commentsCount: 1,
  openReports: 1,
  state: 'visible',
  parent: null,
  text: 'khôngcóchỗxuốngdòng'.repeat(10),
  category: 'Du lịch',
  location: null,
  likesCount: 3,
  reports: 2,
  newestReportId: 'report',
};
const commentOf = (index: number): ListedContent => ({
  ...POST,
  _id: `comment-${index}`,
  itemType: 'Comment',
  title: null,
  parent: { itemType: 'Post', itemId: 'post' },
  commentsCount: null,
  excerpt: `Giá bao nhiêu vậy? ${index}`,
  imagesCount: 0,
});
const screen = () => (
  <Routes>
    <Route path="/admin/content/:itemType/:id" element={<ContentDetailScreen />} />
  </Routes>
);

testStates('ContentDetailScreen', {
  render: screen,
  path: PATH,
  endpoint: getContent,
  filled: { success: true, data: POST },
  shows: 'Chợ nổi Cái Răng',
  loading: 'Đang tải nội dung...',
  failed: 'Không thể tải nội dung này',
  hidesReason: true,
  others: () => respondTo(listContent, () => lastPage([commentOf(1)])),
});

test('ContentDetailScreen: unknown content says so, without a retry', async () => {
  respondTo(getContent, () => {
    throw new ErrorResponse('POST_NOT_FOUND');
  });
  const page = await renderPanel(screen(), '/admin/content/Post/khong-co');
  await expect.element(page.getByText('Nội dung này không còn nữa')).toBeVisible();
  expect(page.getByRole('button', { name: 'Thử lại' }).query()).toBeNull();
  await expectAccessible('no such content');
});

test('ContentDetailScreen: comments, and a further page of them, that fail to load say so until a retry', async () => {
  respondTo(getContent, () => ({ success: true, data: POST }));
  let failing: 'first' | 'next' | undefined = 'first';
  respondTo(listContent, ({ body }) => {
    if (failing === (body.cursor ? 'next' : 'first')) throw new ErrorResponse('INTERNAL_ERROR');
    if (body.cursor) return lastPage([commentOf(2)]);
    return firstPage([commentOf(1)], 2);
  });
  const page = await renderPanel(screen(), PATH);
  const comments = page.getByRole('region', { name: 'Bình luận' });
  await expect.element(comments.getByRole('alert').getByText(COMMENTS_FAILED)).toBeVisible();
  await expect.element(page.getByText('Chợ nổi Cái Răng').first()).toBeVisible();
  await expectAccessible('comments that failed to load');
  failing = 'next';
  await comments.getByRole('button', { name: 'Thử lại' }).click();
  await comments.getByRole('button', { name: 'Xem thêm bình luận' }).click();
  await expect.element(comments.getByRole('alert').getByText(COMMENTS_FAILED)).toBeVisible();
  await expect.element(comments.getByRole('listitem')).toHaveLength(1);
  failing = undefined;
  await comments.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(comments.getByText('Đã hiển thị toàn bộ bình luận')).toBeVisible();
  await expect.element(comments.getByRole('listitem')).toHaveLength(2);
});

test('ContentDetailScreen: a comment is deleted after a confirmation, restored by the undo, and leads to its post', async () => {
  let state: ContentDetail['state'] = 'visible';
  const comment: ContentDetail = {
    ...POST,
    _id: 'comment',
    itemType: 'Comment',
    title: null,
    text: 'Giá bao nhiêu vậy?',
    commentsCount: null,
    parent: { itemType: 'Post', itemId: 'post' },
  };
  respondTo(getContent, () => ({ success: true, data: { ...comment, state } }));
  respondTo(listContent, () => lastPage([]));
  respondTo(deleteComment, () => {
    state = 'taken_down';
    return { success: true, message: '' };
  });
  respondTo(restoreComment, () => {
    state = 'visible';
    return { success: true, message: '' };
  });
  const page = await renderPanel(screen(), '/admin/content/Comment/comment');
  const main = page.getByRole('main');
  await page.getByRole('button', { name: 'Xóa', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog.getByText(/Giá bao nhiêu vậy\?/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Xóa', exact: true }).click();
  await expect.element(main.getByText('Đã gỡ', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Đã xóa nội dung')).toBeVisible();
  await page.getByRole('button', { name: 'Hoàn tác' }).click();
  await expect.element(page.getByText('Đã khôi phục nội dung')).toBeVisible();
  await expect.element(main.getByText('Đang hiển thị', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Xem nội dung được bình luận' })).toHaveAttribute('href', PATH);
});
