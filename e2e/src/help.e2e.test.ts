import { expect, type Page } from '@playwright/test';
import { shiftsOf, watchShifts } from './harness/layout-shifts.ts';
import { USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { test } from './harness/test.ts';

const SCREEN = '/admin/help';
const TITLE = 'Hướng dẫn';
const contents = (page: Page) => page.getByRole('navigation', { name: 'Mục lục' });
const section = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const sections = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

async function openGuide(page: Page, hash = ''): Promise<Page> {
  await page.goto(SCREEN + hash);
  await waitForScreen(page, TITLE);
  await sections(page).first().waitFor();
  return page;
}

test.describe('guide', () => {
  test('is in the menu; its contents, its links and a shared URL lead to sections, and other links to screens', async ({
    panel,
  }) => {
    const page = await panel.open('/admin/dashboard');
    await page.getByRole('list', { name: 'Quản trị' }).getByRole('link', { name: TITLE }).click();
    await waitForScreen(page, TITLE);
    await expect(page).toHaveTitle(new RegExp(TITLE));
    await contents(page).getByRole('link', { name: 'Khiếu nại', exact: true }).click();
    await expect(section(page, 'Khiếu nại')).toBeFocused();
    await expect(section(page, 'Khiếu nại')).toBeInViewport();

    await openGuide(page, `#${encodeURIComponent('đăng-nhập')}`);
    await expect(section(page, 'Đăng nhập')).toBeFocused();
    await expect(section(page, 'Đăng nhập')).toBeInViewport();
    await page.getByRole('main').getByRole('link', { name: 'Bật nó' }).click();
    await expect(section(page, 'Bật xác thực hai lớp')).toBeFocused();
    await expect(section(page, 'Bật xác thực hai lớp')).toBeInViewport();

    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.getByRole('main').getByRole('link', { name: USERS_TITLE }).first().click();
    await waitForScreen(page, USERS_TITLE);
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });

  test('loads each image when it is nearly visible, from files that browsers cache for good', async ({ panel }) => {
    const page = await panel.newPage();
    const loaded: string[] = [];
    page.on('response', (response) => {
      if (/\/assets\/guide-.*\.webp$/.test(response.url())) loaded.push(response.headers()['cache-control'] ?? '');
    });
    await watchShifts(page);
    await openGuide(page);
    const last = page.getByRole('main').getByRole('img').last();
    expect(await last.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(false);
    const before = (await shiftsOf(page)).length;
    await last.scrollIntoViewIfNeeded();
    await expect(last).toHaveJSProperty('complete', true);
    expect(await last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect((await shiftsOf(page)).slice(before)).toEqual([]);
    expect(loaded.length).toBeLessThan(await page.getByRole('main').getByRole('img').count());
    expect(new Set(loaded)).toEqual(new Set(['public, max-age=31536000, immutable']));
  });
});
