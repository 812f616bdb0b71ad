import { expect, type Page } from '@playwright/test';
import { createUsers } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { hitsWhileScrolling, scrollDown, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';
import { callsOf, LIST_CALL, rowOf, SEARCH_CALL, searchBox, USERS_SCREEN, userTable } from './harness/user-table.ts';

const BACK_TO_LIST = 'Danh sách người dùng';

test.describe('user list: scrolling', () => {
  const COUNT = 420;

  test.beforeEach(async ({ panel }) => {
    await createUsers(panel.db, COUNT, (index) => ({ username: `Bạn đọc ${String(index + 1).padStart(3, '0')}` }));
  });

  /** Scrolls on until the user is rendered. */
  async function scrollTo(page: Page, username: string): Promise<void> {
    await eventually(async () => {
      await scrollDown(page, 600);
      return rowOf(page, username).count();
    }).toBe(1);
  }

  test('loads more on scroll, renders only nearby rows, and ends', async ({ panel }) => {
    const page = await panel.open(USERS_SCREEN);
    await rowOf(page, `Bạn đọc ${COUNT}`).waitFor();
    await page.getByText(`${COUNT + 1} người dùng`, { exact: true }).waitFor();
    const calls = callsOf(page);
    await scrollTo(page, 'Bạn đọc 001');
    expect(calls.filter((path) => path === LIST_CALL).length).toBeGreaterThanOrEqual(7);
    expect(await userTable(page).getByRole('row').count()).toBeLessThan(80);
    expect(Number(await userTable(page).getAttribute('aria-rowcount'))).toBeGreaterThanOrEqual(COUNT);
  });

  test('handles a press during a scroll', async ({ panel }) => {
    const page = await panel.open(USERS_SCREEN);
    await rowOf(page, `Bạn đọc ${COUNT}`).waitFor();
    expect(await hitsWhileScrolling(userTable(page), '[role=row]')).not.toContain(false);
  });

  test('keeps its count of users until the search result is loaded', async ({ panel }) => {
    const page = await panel.open(USERS_SCREEN);
    const total = page.getByRole('status').filter({ hasText: /^[\d.]+ người dùng$/ });
    await expect(total).toHaveText(`${COUNT + 1} người dùng`);
    const mend = await spoil(page, SEARCH_CALL, { delayMs: 2_000 });
    await searchBox(page).fill('ban doc 00');
    await page.locator('[aria-busy="true"]').waitFor();
    expect(await total.textContent()).toBe(`${COUNT + 1} người dùng`);
    await expect(total).toHaveText('9 người dùng');
    await mend();
  });

  for (const { way, back } of [
    { way: 'the browser’s Back', back: (page: Page) => page.goBack() },
    { way: 'the link to the list', back: (page: Page) => page.getByRole('link', { name: BACK_TO_LIST }).click() },
  ]) {
    test(`${way} leads from a user back to the previous scroll position`, async ({ panel }) => {
      const page = await panel.open(USERS_SCREEN);
      await rowOf(page, `Bạn đọc ${COUNT}`).waitFor();
      await scrollTo(page, 'Bạn đọc 250');
      const row = rowOf(page, 'Bạn đọc 250');
      await row.scrollIntoViewIfNeeded();
      await row.getByRole('link').click();
      await waitForScreen(page, 'Bạn đọc 250');
      // A screen that is scrolled to the top first would restore the position only by luck.
      await page.evaluate(() => {
        const before = window.scrollTo.bind(window);
        const tops: unknown[] = [];
        Object.assign(window, {
          scrollTops: tops,
          scrollTo: (left: number, top: number) => {
            tops.push(top);
            before(left, top);
          },
        });
      });
      await back(page);
      await waitForScreen(page, USERS_TITLE);
      await row.waitFor();
      await eventually(() => row.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
      expect(await row.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(950);
      const tops = await page.evaluate(() => Reflect.get(window, 'scrollTops') as number[]);
      expect(tops.length).toBeGreaterThan(0);
      expect(tops).not.toContain(0);
    });
  }

  for (const list of [
    { screen: USERS_SCREEN, call: LIST_CALL, message: 'Không thể tải danh sách người dùng' },
    { screen: `${USERS_SCREEN}?q=ban+doc`, call: SEARCH_CALL, message: 'Lỗi khi tìm kiếm người dùng' },
  ]) {
    test(`shows an error when loading more fails, and loads on retry: ${list.screen}`, async ({ panel }) => {
      panel.expectProblem(failedRequest(500));
      const page = await panel.open(list.screen);
      await rowOf(page, `Bạn đọc ${COUNT}`).waitFor();
      const mend = await spoil(page, list.call, { status: 500 });
      const retry = page.getByRole('button', { name: 'Thử lại' });
      await eventually(async () => {
        await scrollDown(page, 4_000);
        return retry.count();
      }).toBeGreaterThan(0);
      await page.getByRole('alert').getByText(list.message).waitFor();
      await mend();
      await retry.first().click();
      await scrollTo(page, 'Bạn đọc 200');
    });
  }
});
