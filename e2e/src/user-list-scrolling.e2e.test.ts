import { expect, type Page } from '@playwright/test';
import { createUsers } from './harness/data.ts';
import { hitsWhileScrolling, scrollDown, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';
import { callsOf, LIST_CALL, rowOf, USERS_SCREEN, userTable } from './harness/user-table.ts';

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

  test('loads more on scroll, renders only nearby rows, ends, and handles a press during a scroll', async ({
    panel,
  }) => {
    const page = await panel.open(USERS_SCREEN);
    await rowOf(page, `Bạn đọc ${COUNT}`).waitFor();
    await page.getByText(`${COUNT + 1} người dùng`, { exact: true }).waitFor();
    expect(await hitsWhileScrolling(userTable(page), '[role=row]')).not.toContain(false);
    await page.evaluate(() => window.scrollTo(0, 0));
    const calls = callsOf(page);
    await scrollTo(page, 'Bạn đọc 001');
    expect(calls.filter((path) => path === LIST_CALL).length).toBeGreaterThanOrEqual(7);
    expect(await userTable(page).getByRole('row').count()).toBeLessThan(80);
    expect(Number(await userTable(page).getAttribute('aria-rowcount'))).toBeGreaterThanOrEqual(COUNT);
  });

  test('the link to the list, and the browser’s Back, lead from a user back to the scroll position', async ({
    panel,
  }) => {
    const page = await panel.open(USERS_SCREEN);
    await rowOf(page, `Bạn đọc ${COUNT}`).waitFor();
    await scrollTo(page, 'Bạn đọc 250');
    const row = rowOf(page, 'Bạn đọc 250');
    await row.scrollIntoViewIfNeeded();
    for (const back of [() => page.getByRole('link', { name: BACK_TO_LIST }).click(), () => page.goBack()]) {
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
      await back();
      await waitForScreen(page, USERS_TITLE);
      await row.waitFor();
      await eventually(() => row.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
      expect(await row.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(950);
      const tops = await page.evaluate(() => Reflect.get(window, 'scrollTops') as number[]);
      expect(tops.length).toBeGreaterThan(0);
      expect(tops).not.toContain(0);
    }
  });
});
