import { expect, type Page } from '@playwright/test';
import { insertComment } from '../../server/src/testing/factories.ts';
import { createPosts, createTravelPosts, createUser } from './harness/data.ts';
import { decideByOther } from './harness/decisions.ts';
import { fileReport } from './harness/report-detail.ts';
import { urlOf } from './harness/screens.ts';
import { type Panel, test } from './harness/test.ts';

const SCREEN = '/admin/content';
const table = (page: Page) => page.getByRole('grid', { name: 'Danh sách nội dung' });
const rows = (page: Page) => table(page).locator('[data-row]');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const search = (page: Page) => page.getByPlaceholder('Tìm trong tiêu đề, nội dung, địa điểm');
const sheet = (page: Page) => page.getByRole('dialog');

/** An author with a post, two comments under it, and a travel post. */
async function createContent({ db }: Panel) {
  const author = await createUser(db);
  const [post] = await createPosts(db, author.id, 1, () => ({ title: 'Chợ nổi Cái Răng', content: 'Năm giờ sáng' }));
  await createTravelPosts(db, author.id, 1, () => ({ title: 'Đèo Mã Pí Lèng', location: 'Hà Giang' }));
  if (!post) throw new Error('nothing was created');
  await insertComment(db, author.id, { postId: post.id }, { content: 'Đẹp quá!' });
  await insertComment(db, author.id, { postId: post.id }, { content: 'Giá bao nhiêu vậy?' });
  return { author, post };
}

/** Takes down by the rule about spam, in the open decision sheet. */
async function takeDown(page: Page): Promise<void> {
  await sheet(page)
    .getByRole('radio', { name: /^Spam và quảng cáo/ })
    .check();
  await sheet(page).getByRole('checkbox', { name: 'Gỡ nội dung' }).check();
  await expect(sheet(page).locator('button[type="submit"]')).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(sheet(page)).toHaveCount(0);
}

test.describe('content list', () => {
  test('found without diacritics, filtered, in the URL; a post with its comments; decided from there', async ({
    panel,
  }) => {
    const { author, post } = await createContent(panel);
    const page = await panel.open(SCREEN);
    await expect(rows(page)).toHaveCount(4);
    await search(page).fill('cho noi');
    await expect(rows(page)).toHaveCount(1);
    expect(urlOf(page)).toBe(`${SCREEN}?q=cho+noi`);
    await search(page).fill('');
    await page.getByLabel('Loại').selectOption('Bình luận');
    await expect(rows(page)).toHaveCount(2);
    expect(urlOf(page)).toBe(`${SCREEN}?type=Comment`);
    await page.getByRole('button', { name: 'Xóa bộ lọc' }).click();
    await expect(rows(page)).toHaveCount(4);

    await row(page, 'Chợ nổi').getByRole('link').click();
    expect(urlOf(page)).toBe(`${SCREEN}/Post/${post.id}`);
    const comments = page.getByRole('region', { name: 'Bình luận' });
    await expect(comments.getByRole('listitem')).toHaveCount(2);
    await page.getByText('Đã hiển thị toàn bộ bình luận').waitFor();
    await page.getByRole('button', { name: 'Xử lý', exact: true }).click();
    await takeDown(page);
    await page.getByRole('main').getByText('Đã gỡ', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Nội dung khác của tác giả' }).click();
    expect(urlOf(page)).toBe(`${SCREEN}?author=${author.id}`);
    await page.getByRole('button', { name: `Bỏ lọc Tác giả: ${author.username}` }).waitFor();
    await row(page, 'Chợ nổi').getByText('Đã gỡ').waitFor();
    await page.getByLabel('Trạng thái').selectOption('Đã gỡ');
    await expect(rows(page)).toHaveCount(1);
  });

  test('a colleague’s decision is marked in the open list and on the open page, in place', async ({ panel }) => {
    const { post, author } = await createContent(panel);
    const subject = { itemType: 'Post', itemId: post.id } as const;
    const list = await panel.open(SCREEN);
    const detail = await panel.open(`${SCREEN}/Post/${post.id}`);
    await row(list, 'Chợ nổi').waitFor();
    await detail.getByText('Không có báo cáo đang mở').waitFor();
    await fileReport(panel, { ...subject, description: 'Đăng lại nhiều lần' });
    await decideByOther(panel, subject, { outcome: 'violation', policy: 'spam', actions: ['takedown'] });
    await row(list, 'Chợ nổi').getByText('Đã gỡ').waitFor();
    await detail.getByRole('main').getByText('Đã gỡ', { exact: true }).waitFor();
    await expect(rows(list)).toHaveCount(4);
    await list.goto(`/admin/users/${author.id}`);
    await list.getByRole('tab', { name: 'Hoạt động' }).click();
    await list.getByRole('link', { name: 'Xem nội dung' }).first().waitFor();
  });
});
