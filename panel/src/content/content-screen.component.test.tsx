import { listContent } from '@hai-dang/contract/content/content.endpoints.ts';
import type { ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { getSubject } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import { getPost } from '@hai-dang/contract/posts/posts.endpoints.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { testListKeys } from '../testing/list-keys.tsx';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { firstPage, lastPage, sampleSubject } from '../testing/samples.ts';
import { testStates } from '../testing/screen-states.tsx';
import { ContentScreen } from './content-screen.tsx';

const PAGE = 50;

const contentOf = (index: number): ListedContent => ({
  _id: `post-${index}`,
  itemType: 'Post',
  title: `Chợ nổi Cái Răng ${index}`,
  author: { _id: 'lan', username: 'Võ Thị Lan', avatar: null, verified: true },
  createdAt: '2026-11-21T00:00:00.000Z',
  images: [],
  commentsCount: 2,
  openReports: 1,
  state: index % 2 === 0 ? 'visible' : 'taken_down',
  parent: null,
  excerpt: 'khôngcóchỗxuốngdòng'.repeat(10),
  imagesCount: 0,
});
const screen = () => <ContentScreen views={() => null} />;

testStates('ContentScreen', {
  render: screen,
  endpoint: listContent,
  filled: lastPage([contentOf(0), contentOf(1)]),
  shows: 'Chợ nổi Cái Răng 0',
  empty: { response: lastPage([]), says: 'Chưa có nội dung nào' },
  loading: 'Đang tải nội dung...',
  failed: 'Không thể tải nội dung',
});

test('ContentScreen: nothing that passes the filters says so', async () => {
  respondTo(listContent, () => lastPage([]));
  const page = await renderPanel(screen(), '/?q=khong-co-gi');
  await expect.element(page.getByText('Không có nội dung nào phù hợp')).toBeVisible();
  await expectAccessible('no content under a filter');
});

test('ContentScreen: a further page that fails leaves the rows, and a retry loads the rest', async () => {
  let isFailing = true;
  respondTo(listContent, ({ body }) => {
    if (!body.cursor)
      return firstPage(
        Array.from({ length: PAGE }, (_, index) => contentOf(index)),
        PAGE + 1,
      );
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return lastPage([contentOf(PAGE)]);
  });
  const page = await renderPanel(screen());
  await expect.element(page.getByText('Chợ nổi Cái Răng 0').first()).toBeVisible();
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(page.getByRole('alert').getByText('Không thể tải nội dung')).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(page.getByText('Đã hiển thị toàn bộ nội dung')).toBeInTheDocument();
});

testListKeys('ContentScreen', {
  render: screen,
  respond: () => respondTo(listContent, () => lastPage([0, 1, 2].map(contentOf))),
});

test('ContentScreen: the help names no key that selects; Enter opens the content', async () => {
  respondTo(listContent, () => lastPage([contentOf(0)]));
  const page = await renderPanel(screen());
  await expect.element(page.getByText('Chợ nổi Cái Răng 0').first()).toBeVisible();
  await userEvent.keyboard('j?');
  const help = page.getByRole('dialog', { name: 'Phím tắt' });
  await expect.element(help.getByText('Dòng sau / trước trong danh sách')).toBeVisible();
  expect(help.getByText('Chọn hoặc bỏ chọn').elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement?.getAttribute('data-row')).not.toBeNull();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/admin/content/Post/post-0');
});

test('ContentScreen: by keyboard, on a row d opens the decision sheet, Enter the content', async () => {
  respondTo(listContent, () => lastPage([contentOf(0)]));
  respondTo(getSubject, () => ({ success: true, data: sampleSubject({ state: 'closed' }) }));
  respondTo(listPolicies, () => ({ success: true, data: [] }));
  respondTo(getPost, () => {
    throw new ErrorResponse('POST_NOT_FOUND');
  });
  const page = await renderPanel(screen(), '/admin/content');
  const row = page.getByRole('row').filter({ hasText: 'Chợ nổi Cái Răng 0' });
  await expect.element(row).toBeVisible();
  row.element().focus();
  await userEvent.keyboard('d');
  const sheet = page.getByRole('dialog', { name: 'Ra quyết định' });
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(location.pathname).toBe('/admin/content/Post/post-0');
});
