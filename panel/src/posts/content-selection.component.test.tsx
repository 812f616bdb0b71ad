import { undoBulk } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import { previewBulk, startBulk } from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import type { StartBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import {
  listRemovedContent,
  listUserPosts,
  listUserTravelPosts,
  restorePost,
} from '@hai-dang/contract/posts/posts.endpoints.ts';
import type { Post } from '@hai-dang/contract/posts/posts.schema.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPanel } from '../testing/render-panel.tsx';
import { respondTo } from '../testing/responses.ts';
import { SAMPLE_BULK, SAMPLE_TRAVEL_POST, samplePolicy } from '../testing/samples.ts';
import { SAMPLE_USER_DETAIL } from '../testing/user-detail.ts';
import { UserContent } from './user-content.tsx';

const PAGE = 5;
const DAY_MS = 86_400_000;
const { location: _, author, ...publication } = SAMPLE_TRAVEL_POST;
/** Written so many days ago. */
const postOf = (number: number, days = 1, fields: Partial<Post> = {}): Post => ({
  ...publication,
  _id: `post-${number}`,
  content: `Bài viết số ${number}`,
  createdAt: new Date(Date.now() - days * DAY_MS).toISOString(),
  category: null,
  user: author,
  ...fields,
});

const bar = page.getByRole('region', { name: 'Chọn bài viết' });
const box = (name: string) => page.getByRole('checkbox', { name: `Chọn bài viết “${name}”` });
const removed = page.getByRole('region', { name: /^Đã gỡ/ });
const dialog = page.getByRole('dialog');

let started: Pick<StartBulkBody, 'action' | 'target' | 'policy'>[] = [];
beforeEach(() => {
  started = [];
  respondTo(listPolicies, () => ({ success: true, data: [samplePolicy()] }));
  respondTo(listUserTravelPosts, () => ({
    success: true,
    data: { travelPosts: [], pagination: { currentPage: 1, totalPages: 0, limit: 10, totalPosts: 0 } },
  }));
  respondTo(listRemovedContent, () => ({ success: true, data: { items: [], isCut: false } }));
  respondTo(previewBulk, ({ body: { action } }) => ({
    success: true,
    data: { total: 3, reports: action.kind === 'close_reports' ? 15 : null, names: [], protected: 0 },
  }));
  respondTo(startBulk, ({ body: { action, target, policy } }) => {
    started.push({ action, target, ...(policy ? { policy } : {}) } as (typeof started)[number]);
    return { success: true, data: SAMPLE_BULK };
  });
});

async function open(posts: Post[]): Promise<void> {
  respondTo(listUserPosts, ({ body }) => {
    const { page: currentPage = 1 } = body ?? {};
    return {
      success: true,
      data: {
        posts: posts.slice((currentPage - 1) * PAGE, currentPage * PAGE),
        pagination: {
          currentPage,
          totalPages: Math.ceil(posts.length / PAGE),
          limit: PAGE,
          totalPosts: posts.length,
        },
      },
    };
  });
  await renderPanel(<UserContent userId="lan" user={SAMPLE_USER_DETAIL} />, '/admin/users/lan');
  await expect.element(page.getByRole('article').first()).toBeVisible();
}

describe('UserContent: chosen posts', () => {
  test('by keyboard, on two pages: they are taken down together', async () => {
    await open([7, 6, 5, 4, 3, 2, 1].map((number) => postOf(number)));
    for (const name of ['Bài viết số 7', 'Bài viết số 5']) {
      box(name).element().focus();
      await userEvent.keyboard(' ');
    }
    await page.getByRole('navigation', { name: 'Các trang bài viết' }).getByRole('button', { name: 'Trang 2' }).click();
    await box('Bài viết số 1').click();
    await expect.element(bar.getByRole('status').getByText('Đã chọn 3 bài')).toBeVisible();
    await bar.getByRole('button', { name: 'Gỡ bài đã chọn' }).click();
    await dialog.getByRole('button', { name: /^Gỡ nội dung 3/ }).click();
    const subjects = ['post-7', 'post-5', 'post-1'].map((itemId) => ({ itemType: 'Post', itemId }));
    await expect.poll(() => started).toEqual([{ action: { kind: 'takedown' }, target: { kind: 'content', subjects } }]);
    await expect.element(bar.getByRole('button', { name: 'Gỡ bài đã chọn' })).not.toBeInTheDocument();
  });

  test('of a period: those within it are checked, and all of it on all pages is taken down', async () => {
    await open([postOf(8), postOf(7, 10)]);
    await bar.getByRole('button', { name: '7 ngày' }).click();
    await expect.element(box('Bài viết số 8')).toBeChecked();
    await expect.element(box('Bài viết số 7')).not.toBeChecked();
    await expect.element(bar.getByText('Mọi nội dung đăng trong 7 ngày qua')).toBeVisible();
    await bar.getByRole('button', { name: 'Gỡ bài đã chọn' }).click();
    await dialog.getByRole('button', { name: /^Gỡ nội dung 3/ }).click();
    await expect
      .poll(() => started)
      .toEqual([{ action: { kind: 'takedown' }, target: { kind: 'content_of', userId: 'lan', since: 'week' } }]);
  });

  test('one that was reported has a mark, which leads to its report', async () => {
    await open([postOf(2, 1, { reports: { total: 2, open: 1, reportId: 'report' } }), postOf(1)]);
    const mark = page.getByRole('article').getByRole('link', { name: 'bị báo cáo ×2 · 1 đang mở' });
    await expect.element(mark).toHaveLength(1);
    await expect.element(mark).toHaveAttribute('href', '/admin/reports/report');
  });
});

test('UserContent: what was taken down is listed, and restored from there', async () => {
  let items = ['Bài viết số 7', 'Bài viết số 5'].map((content) => ({
    _id: content,
    itemType: 'Post' as const,
    title: null,
    content,
    createdAt: '2026-11-20T00:00:00.000Z',
    removedAt: '2026-11-21T00:00:00.000Z',
    restorableUntil: null,
  }));
  respondTo(listRemovedContent, () => ({ success: true, data: { items, isCut: false } }));
  respondTo(restorePost, ({ params }) => {
    items = items.filter(({ _id }) => _id !== params.id);
    return { success: true, message: '' };
  });
  await open([postOf(1)]);
  await expect.element(removed.getByRole('listitem')).toHaveLength(2);
  await removed.getByRole('button', { name: 'Khôi phục: Bài viết số 5' }).click();
  await expect.element(page.getByText('Đã khôi phục bài viết')).toBeVisible();
  await expect.element(removed.getByRole('listitem')).toHaveLength(1);
});

test('clean-up of a wave of spam: all of it is offered in numbers → one action without what is unchecked, undone from the toast', async () => {
  const undone: string[] = [];
  respondTo(undoBulk, ({ params }) => {
    undone.push(params.id);
    return { success: true, data: SAMPLE_BULK };
  });
  await open([postOf(1)]);
  await page.getByRole('button', { name: 'Xử lý đợt spam' }).click();
  await dialog.getByRole('combobox', { name: 'Quy tắc bị vi phạm' }).selectOptions('Spam và quảng cáo');
  await dialog.getByRole('checkbox', { name: 'Gỡ tất cả 3 bài viết và bình luận đang hiện' }).click();
  await expect.element(dialog.getByRole('checkbox', { name: /^Đóng 15 báo cáo đang mở/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Thực hiện' }).click();
  await expect.element(page.getByText('Đang xử lý đợt spam')).toBeVisible();
  await expect
    .poll(() => started)
    .toEqual([
      {
        action: { kind: 'clean_up', disables: true, takesDown: false, closesReports: true },
        target: { kind: 'everything_of', userId: 'lan' },
        policy: 'spam',
      },
    ]);
  await page.getByRole('button', { name: 'Hoàn tác' }).click();
  await expect.poll(() => undone).toEqual([SAMPLE_BULK._id]);
});
