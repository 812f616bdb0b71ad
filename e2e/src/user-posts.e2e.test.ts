import { expect, type Page } from '@playwright/test';
import { createPosts, createTravelPosts, createUser } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { toast, urlOf } from './harness/screens.ts';
import { STORED_IMAGE_URL } from './harness/stored-image.ts';
import { eventually, NARROW, type Panel, test } from './harness/test.ts';

const posts = (page: Page) => page.getByRole('article');
const screenOf = (user: { id: string }) => `/admin/users/${user.id}`;
const travelScreenOf = (user: { id: string }) => `/admin/users/${user.id}?tab=travel`;

/** The first lines of the posts on the screen. */
const contents = (page: Page) => posts(page).locator('p').allTextContents();

test.describe('user posts', () => {
  test('are shown five to a page, newest first, the page in the URL', async ({ panel }) => {
    const user = await createUser(panel.db);
    await createPosts(panel.db, user.id, 12);
    const page = await panel.open(screenOf(user));
    await page.getByRole('tab', { name: 'Bài viết (12)' }).waitFor();
    await expect(posts(page)).toHaveCount(5);
    expect(await contents(page)).toEqual(expect.arrayContaining(['Bài viết số 12', 'Bài viết số 8']));

    const pages = page.getByRole('navigation', { name: 'Các trang bài viết' });
    expect(await pages.getByRole('button', { name: 'Trước' }).isDisabled()).toBe(true);
    await pages.getByRole('button', { name: 'Trang 3' }).click();
    await expect(posts(page)).toHaveCount(2);
    expect(urlOf(page)).toBe(`${screenOf(user)}?page=3`);
    expect(await pages.getByRole('button', { name: 'Sau' }).isDisabled()).toBe(true);
    await pages.getByRole('button', { name: 'Trước' }).click();
    await eventually(() => contents(page)).toContain('Bài viết số 7');
    await page.goBack();
    await eventually(() => contents(page)).toContain('Bài viết số 1');
  });

  test('have their page buttons in one line at 320 px, and another page is shown from its top', async ({ panel }) => {
    const user = await createUser(panel.db);
    await createPosts(panel.db, user.id, 45);
    const page = await panel.open(`${screenOf(user)}?page=5`, { viewport: NARROW });
    const pages = page.getByRole('navigation', { name: 'Các trang bài viết' });
    const buttons = pages.getByRole('button');
    await expect(buttons).toHaveCount(7);
    const tops = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);

    await pages.getByRole('button', { name: 'Sau' }).click();
    await eventually(() => contents(page)).toContain('Bài viết số 20');
    const list = page.getByRole('region', { name: 'Bài viết', exact: true });
    await expect(list).toBeFocused();
    await eventually(() => list.evaluate((section) => section.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  });

  test('have no page buttons when there is one page', async ({ panel }) => {
    const user = await createUser(panel.db);
    await createPosts(panel.db, user.id, 5);
    const page = await panel.open(screenOf(user));
    await expect(posts(page)).toHaveCount(5);
    expect(await page.getByRole('navigation', { name: 'Các trang bài viết' }).count()).toBe(0);
  });

  test('are deleted one by one after a confirmation, and an empty page leads to the one before', async ({ panel }) => {
    const user = await createUser(panel.db);
    await createPosts(panel.db, user.id, 6);
    const page = await panel.open(`${screenOf(user)}?page=2`);
    await eventually(() => contents(page)).toEqual(['Bài viết số 1']);
    await page.getByRole('button', { name: 'Xóa bài viết' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Xác nhận xóa' });
    await dialog.getByText('Bạn có chắc chắn muốn xóa bài viết này không?').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await posts(page).count()).toBe(1);

    await page.getByRole('button', { name: 'Xóa bài viết' }).click();
    await dialog.getByRole('button', { name: 'Xóa', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect(posts(page)).toHaveCount(5);
    expect(urlOf(page)).toBe(screenOf(user));
    await page.getByRole('tab', { name: 'Bài viết (5)' }).waitFor();
    const left = await panel.db
      .selectFrom('posts')
      .select('id')
      .where('author_id', '=', user.id)
      .where('deleted_at', 'is', null)
      .execute();
    expect(left).toHaveLength(5);

    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await page.getByText('Đã khôi phục bài viết').waitFor();
    await page.getByRole('tab', { name: 'Bài viết (6)' }).waitFor();
  });

  test('stay when the server rejects the deletion', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const user = await createUser(panel.db);
    await createPosts(panel.db, user.id, 1);
    const page = await panel.open(screenOf(user));
    await spoil(page, /deletePost/, { status: 500 });
    await page.getByRole('button', { name: 'Xóa bài viết' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    expect(await posts(page).count()).toBe(1);
  });

  test('show three lines of a long text, and the rest on request', async ({ panel }) => {
    const user = await createUser(panel.db);
    await createPosts(panel.db, user.id, 1, () => ({ content: 'Một câu rất dài về chuyến đi. '.repeat(60) }));
    const page = await panel.open(screenOf(user));
    const text = posts(page).locator('p').first();
    const lines = () =>
      text.evaluate((element) =>
        Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
      );
    await page.getByRole('button', { name: 'Xem thêm' }).click();
    await eventually(() => lines()).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Thu gọn' }).click();
    await eventually(() => lines()).toBe(3);
  });

  test('open their images in a viewer with arrow keys and Esc', async ({ panel }) => {
    const user = await createUser(panel.db);
    await createPosts(panel.db, user.id, 1, () => ({
      image_urls: [STORED_IMAGE_URL, `${STORED_IMAGE_URL}?2`, `${STORED_IMAGE_URL}?3`],
    }));
    const page = await panel.open(screenOf(user));
    const opener = page.getByRole('button', { name: 'Xem ảnh 2 trên 3' });
    await opener.click();
    const viewer = page.getByRole('dialog', { name: 'Xem ảnh' });
    await viewer.getByText('2 / 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('3 / 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('1 / 3').waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    await expect(opener).toBeFocused();
  });
});

test.describe('user travel posts', () => {
  const shownInDatabase = ({ db }: Panel, userId: string) =>
    db
      .selectFrom('travel_posts')
      .select('id')
      .where('author_id', '=', userId)
      .where('deleted_at', 'is', null)
      .execute();

  test('are in a separate tab, with at most four images', async ({ panel }) => {
    const user = await createUser(panel.db);
    await createTravelPosts(panel.db, user.id, 1, () => ({
      image_urls: Array.from({ length: 6 }, (_, index) => `${STORED_IMAGE_URL}?${index}`),
    }));
    const page = await panel.open(screenOf(user));
    await page.getByRole('tab', { name: 'Bài viết du lịch (1)' }).click();
    expect(urlOf(page)).toBe(travelScreenOf(user));
    await page.getByRole('heading', { name: 'Chuyến đi số 1' }).waitFor();
    await page.getByText('Hội An, Quảng Nam').waitFor();
    expect(
      await posts(page)
        .getByRole('button', { name: /^Xem ảnh/ })
        .count(),
    ).toBe(4);
    await page.getByText('+2').waitFor();
  });

  test('are shown ten at first, and more on request', async ({ panel }) => {
    const user = await createUser(panel.db);
    await createTravelPosts(panel.db, user.id, 13);
    const page = await panel.open(travelScreenOf(user));
    await expect(posts(page)).toHaveCount(10);
    await page.getByRole('button', { name: 'Xem thêm bài viết du lịch' }).click();
    await expect(posts(page)).toHaveCount(13);
  });

  test('are deleted without a confirmation, with an undo for a while', async ({ panel }) => {
    const user = await createUser(panel.db);
    await createTravelPosts(panel.db, user.id, 2);
    const page = await panel.open(travelScreenOf(user));
    await expect(posts(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Xóa bài viết du lịch' }).first().click();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await expect(posts(page)).toHaveCount(1);
    const deleted = toast(page, 'Đã xóa bài viết du lịch');
    await deleted.waitFor();
    expect(await shownInDatabase(panel, user.id)).toHaveLength(1);

    await deleted.getByRole('button', { name: 'Hoàn tác' }).click();
    await expect(posts(page)).toHaveCount(2);
    expect(await shownInDatabase(panel, user.id)).toHaveLength(2);
  });

  test('of two clicks on one spot the second deletes nothing', async ({ panel }) => {
    const user = await createUser(panel.db);
    await createTravelPosts(panel.db, user.id, 3);
    const page = await panel.open(travelScreenOf(user));
    await expect(posts(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Xóa bài viết du lịch' }).first().hover();
    await page.mouse.down();
    await page.mouse.up();
    await expect(posts(page)).toHaveCount(2);
    await page.mouse.down();
    await page.mouse.up();
    await toast(page, 'Đã xóa bài viết du lịch').waitFor();
    await expect(page.getByRole('button', { name: 'Xóa bài viết du lịch' }).first()).toBeEnabled();
    expect(await posts(page).count()).toBe(2);
    expect(await shownInDatabase(panel, user.id)).toHaveLength(2);
  });

  test('one that is being deleted does not reappear when another’s deletion ends', async ({ panel }) => {
    const user = await createUser(panel.db);
    await createTravelPosts(panel.db, user.id, 3);
    const page = await panel.open(travelScreenOf(user));
    await expect(posts(page)).toHaveCount(3);
    const waiting: Array<() => void> = [];
    await page.route(/\/api\/admin\/travel\//, async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue();
    });
    const remove = page.getByRole('button', { name: 'Xóa bài viết du lịch' }).first();
    await remove.click();
    await expect(posts(page)).toHaveCount(2);
    await remove.click();
    await eventually(() => waiting.length).toBe(2);
    await expect(posts(page)).toHaveCount(1);
    const counts: number[] = [];
    await page.exposeFunction('noteCount', (count: number) => counts.push(count));
    await page.evaluate(() =>
      new MutationObserver(() => Reflect.get(window, 'noteCount')(document.querySelectorAll('article').length)).observe(
        document.body,
        { childList: true, subtree: true },
      ),
    );
    waiting[0]?.();
    await eventually(() => shownInDatabase(panel, user.id)).toHaveLength(2);
    await toast(page, 'Đã xóa bài viết du lịch').first().waitFor();
    waiting[1]?.();
    await eventually(() => shownInDatabase(panel, user.id)).toHaveLength(1);
    await page.waitForLoadState('networkidle');
    expect(counts.every((count) => count === 1)).toBe(true);
  });
});
