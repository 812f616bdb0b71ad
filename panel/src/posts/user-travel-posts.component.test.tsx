import {
  deleteTravelPost,
  listRemovedContent,
  listUserPosts,
  listUserTravelPosts,
  restoreTravelPost,
} from '@hai-dang/contract/posts/posts.endpoints.ts';
import type { TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { imageOf } from '../testing/images.ts';
import { pressAt } from '../testing/pointer.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { respondTo } from '../testing/responses.ts';
import { SAMPLE_TRAVEL_POST } from '../testing/samples.ts';
import { SAMPLE_USER_DETAIL } from '../testing/user-detail.ts';
import { UserContent } from './user-content.tsx';

const PATH = '/admin/users/lan';
const TRAVEL = '?tab=travel';
const PAGE = 10;
const postOf = (number: number, fields: Partial<TravelPost> = {}): TravelPost => ({
  ...SAMPLE_TRAVEL_POST,
  _id: `travel-${number}`,
  title: `Chuyến đi số ${number}`,
  ...fields,
});

/** The user's travel posts. */
let stored: TravelPost[] = [];
beforeEach(() => {
  respondTo(listUserPosts, () => ({
    success: true,
    data: { posts: [], pagination: { currentPage: 1, totalPages: 0, limit: 5, totalPosts: 0 } },
  }));
  respondTo(listUserTravelPosts, ({ body }) => {
    const { page: currentPage = 1 } = body ?? {};
    const travelPosts = stored.slice((currentPage - 1) * PAGE, currentPage * PAGE);
    const totalPages = Math.ceil(stored.length / PAGE);
    return {
      success: true,
      data: { travelPosts, pagination: { currentPage, totalPages, limit: PAGE, totalPosts: stored.length } },
    };
  });
  respondTo(listRemovedContent, () => ({ success: true, data: { items: [], isCut: false } }));
});
const remove = (id: string) => {
  stored = stored.filter(({ _id }) => _id !== id);
  return { success: true, message: '' } as const;
};

const show = (search: string) =>
  renderPanel(<UserContent userId="lan" user={SAMPLE_USER_DETAIL} />, `${PATH}${search}`);
/** Stores so many posts and shows them. */
async function open(count: number): Promise<void> {
  stored = Array.from({ length: count }, (_, index) => postOf(index + 1));
  await show(TRAVEL);
  await expectShown(Math.min(count, PAGE));
}
const shown = () => [...document.querySelectorAll('article')].length;
const expectShown = (count: number) => expect.poll(shown).toBe(count);
const deleteButton = () => page.getByRole('button', { name: 'Xóa bài viết du lịch' }).first();

describe('UserContent: travel posts', () => {
  test('in a tab of their own, in the URL, with the place and at most four images', async () => {
    const images = Array.from({ length: 6 }, (_, index) => imageOf(`#28${index}`));
    stored = [postOf(1, { location: 'Hội An, Quảng Nam', images })];
    await show('');
    await page.getByRole('tab', { name: 'Bài viết du lịch (1)' }).click();
    expect(location.pathname + location.search).toBe(`${PATH}${TRAVEL}`);
    await expect.element(page.getByRole('heading', { name: 'Chuyến đi số 1' })).toBeVisible();
    await expect.element(page.getByText('Hội An, Quảng Nam')).toBeVisible();
    expect(page.getByRole('button', { name: /^Xem ảnh/ }).elements()).toHaveLength(4);
    await expect.element(page.getByText('+2')).toBeVisible();
  });

  test('ten at first, more on request', async () => {
    await open(13);
    await page.getByRole('button', { name: 'Xem thêm bài viết du lịch' }).click();
    await expectShown(13);
  });

  test('deleted without a confirmation; the undo restores the post', async () => {
    await open(2);
    const before = stored;
    respondTo(deleteTravelPost, ({ params }) => remove(params.id));
    respondTo(restoreTravelPost, () => {
      stored = before;
      return { success: true, message: '' };
    });
    await deleteButton().click();
    await expectShown(1);
    expect(page.getByRole('alertdialog').elements()).toEqual([]);
    await expect.element(page.getByText('Đã xóa bài viết du lịch “Chuyến đi số 1”')).toBeVisible();
    expect(stored).toHaveLength(1);
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await expectShown(2);
    await expect.element(page.getByText('Đã khôi phục bài viết du lịch')).toBeVisible();
  });

  test('of two presses on one spot the second deletes nothing', async () => {
    await open(3);
    respondTo(deleteTravelPost, ({ params }) => remove(params.id));
    const { left, top, width, height } = deleteButton().element().getBoundingClientRect();
    const press = () => pressAt(left + width / 2, top + height / 2);
    await press();
    await expectShown(2);
    await press();
    await expect.element(deleteButton()).toBeEnabled();
    expect(stored).toHaveLength(2);
    await expectShown(2);
  });

  test('one that is being deleted does not reappear when the deletion of another ends', async () => {
    await open(3);
    const waiting: Array<() => void> = [];
    respondTo(deleteTravelPost, async ({ params }) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return remove(params.id);
    });
    await deleteButton().click();
    await expectShown(2);
    await deleteButton().click();
    await expectShown(1);
    await expect.poll(() => waiting.length).toBe(2);
    const counts: number[] = [];
    const observer = new MutationObserver(() => counts.push(shown()));
    observer.observe(document.body, { childList: true, subtree: true });
    waiting[0]?.();
    await expect.element(page.getByText('Đã xóa bài viết du lịch “Chuyến đi số 1”')).toBeVisible();
    waiting[1]?.();
    await expect.element(page.getByText('Đã xóa bài viết du lịch “Chuyến đi số 2”')).toBeVisible();
    await expect.element(page.getByRole('tab', { name: 'Bài viết du lịch (1)' })).toBeVisible();
    observer.disconnect();
    expect(new Set(counts)).toEqual(new Set([1]));
  });
});
