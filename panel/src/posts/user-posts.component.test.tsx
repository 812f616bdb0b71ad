import {
  deletePost,
  listRemovedContent,
  listUserPosts,
  listUserTravelPosts,
  restorePost,
} from '@hai-dang/contract/posts/posts.endpoints.ts';
import type { Post } from '@hai-dang/contract/posts/posts.schema.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { SAMPLE_TRAVEL_POST } from '../testing/samples.ts';
import { SAMPLE_USER_DETAIL } from '../testing/user-detail.ts';
import { UserContent } from './user-content.tsx';

const PATH = '/admin/users/lan';
const PAGE = 5;
const { location: _, author, ...publication } = SAMPLE_TRAVEL_POST;
const postOf = (number: number, content = `Bài viết số ${number}`): Post => ({
  ...publication,
  _id: `post-${number}`,
  content,
  category: null,
  user: author,
});

/** The user's posts, newest first. */
let stored: Post[] = [];
beforeEach(() => {
  respondTo(listUserPosts, ({ body }) => {
    const { page: currentPage = 1 } = body ?? {};
    const posts = stored.slice((currentPage - 1) * PAGE, currentPage * PAGE);
    const totalPages = Math.ceil(stored.length / PAGE);
    return {
      success: true,
      data: { posts, pagination: { currentPage, totalPages, limit: PAGE, totalPosts: stored.length } },
    };
  });
  respondTo(listUserTravelPosts, () => ({
    success: true,
    data: { travelPosts: [], pagination: { currentPage: 1, totalPages: 0, limit: 10, totalPosts: 0 } },
  }));
  respondTo(listRemovedContent, () => ({ success: true, data: { items: [], isCut: false } }));
});

async function openWith(posts: Post[], search = ''): Promise<void> {
  stored = posts;
  await renderPanel(<UserContent userId="lan" user={SAMPLE_USER_DETAIL} />, `${PATH}${search}`);
}
/** Stores so many posts and shows a page of them. */
const open = (count: number, search?: string) =>
  openWith(
    Array.from({ length: count }, (_post, index) => postOf(count - index)),
    search,
  );
const url = () => location.pathname + location.search;
const shown = () => [...document.querySelectorAll('article p')].map((line) => line.textContent);
const numbers = (...all: number[]) => all.map((number) => `Bài viết số ${number}`);
const pages = () => page.getByRole('navigation', { name: 'Các trang bài viết' });
const deleteButton = () => page.getByRole('button', { name: 'Xóa bài viết' }).first();
const dialog = () => page.getByRole('alertdialog', { name: 'Xác nhận xóa' });

describe('UserContent: pages of posts', () => {
  test('five to a page, the page in the URL; Back leads to the page before', async () => {
    await open(12);
    await expect.element(page.getByRole('tab', { name: 'Bài viết (12)' })).toBeVisible();
    await expect.poll(shown).toEqual(numbers(12, 11, 10, 9, 8));
    await expect.element(pages().getByRole('button', { name: 'Trước' })).toBeDisabled();
    await pages().getByRole('button', { name: 'Trang 3' }).click();
    await expect.poll(shown).toEqual(numbers(2, 1));
    expect(url()).toBe(`${PATH}?page=3`);
    await expect.element(pages().getByRole('button', { name: 'Sau' })).toBeDisabled();
    await pages().getByRole('button', { name: 'Trước' }).click();
    await expect.poll(shown).toEqual(numbers(7, 6, 5, 4, 3));
    history.back();
    await expect.poll(shown).toEqual(numbers(2, 1));
  });

  test('at 320 px the buttons are in one line, and another page is shown from its top', async () => {
    await page.viewport(320, 640);
    onTestFinished(() => page.viewport(1280, 800));
    await open(45, '?page=5');
    const buttons = pages().getByRole('button');
    await expect.element(buttons).toHaveLength(7);
    expect(new Set(buttons.elements().map((button) => button.getBoundingClientRect().top)).size).toBe(1);
    await pages().getByRole('button', { name: 'Sau' }).click();
    await expect.poll(shown).toEqual(numbers(20, 19, 18, 17, 16));
    const list = page.getByRole('region', { name: 'Bài viết', exact: true });
    await expect.element(list).toHaveFocus();
    await expect.poll(() => list.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  });

  test('one page: no buttons', async () => {
    await open(PAGE);
    await expect.poll(shown).toHaveLength(PAGE);
    expect(pages().elements()).toEqual([]);
  });
});

describe('UserContent: deletion of a post', () => {
  test('after a confirmation; an empty page leads to the one before, and the undo restores the post', async () => {
    await open(6, '?page=2');
    const [last] = stored.slice(-1);
    const calls: string[] = [];
    respondTo(deletePost, ({ params }) => {
      calls.push(params.id);
      stored = stored.filter(({ _id }) => _id !== params.id);
      return { success: true, message: '' };
    });
    respondTo(restorePost, () => {
      if (last) stored = [...stored, last];
      return { success: true, message: '' };
    });
    await expect.poll(shown).toEqual(numbers(1));
    await deleteButton().click();
    await expect.element(dialog().getByText('Bạn có chắc chắn muốn xóa bài viết này không?')).toBeVisible();
    await expect.element(dialog().getByText('“Bài viết số 1”')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls).toEqual([]);
    await deleteButton().click();
    await dialog().getByRole('button', { name: 'Xóa', exact: true }).click();
    await expect.poll(shown).toEqual(numbers(6, 5, 4, 3, 2));
    expect(url()).toBe(PATH);
    expect(calls).toEqual(['post-1']);
    await expect.element(page.getByRole('tab', { name: 'Bài viết (5)' })).toBeVisible();
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await expect.element(page.getByText('Đã khôi phục bài viết')).toBeVisible();
    await expect.element(page.getByRole('tab', { name: 'Bài viết (6)' })).toBeVisible();
  });

  test('that the server rejects: the confirmation says why, and the post stays', async () => {
    await open(1);
    respondTo(deletePost, () => {
      throw new ErrorResponse('INTERNAL_ERROR');
    });
    await deleteButton().click();
    await dialog().getByRole('button', { name: 'Xóa', exact: true }).click();
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(shown()).toEqual(numbers(1));
  });
});

test('UserContent: a long post shows three lines, and the rest on request', async () => {
  await openWith([postOf(1, 'Một câu rất dài về chuyến đi. '.repeat(60))]);
  const lines = () => {
    const [text] = document.querySelectorAll('article p');
    return text && Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight));
  };
  await expect.poll(lines).toBe(3);
  await page.getByRole('button', { name: 'Xem thêm' }).click();
  await expect.poll(lines).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Thu gọn' }).click();
  await expect.poll(lines).toBe(3);
});
