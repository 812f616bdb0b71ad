import { expect, type Page } from '@playwright/test';
import { shiftsOf, watchShifts } from './harness/layout-shifts.ts';
import { paletteReady } from './harness/palette.ts';
import { USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, test } from './harness/test.ts';

const SCREEN = '/admin/help';
const TITLE = 'Hướng dẫn';
const contents = (page: Page) => page.getByRole('navigation', { name: 'Mục lục' });
const search = (page: Page) => page.getByRole('textbox', { name: 'Tìm trong hướng dẫn' });
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

  test('is searched without diacritics: only the sections with the term remain, and the matches are marked', async ({
    panel,
  }) => {
    const page = await openGuide(await panel.newPage());
    const all = await sections(page).count();
    await search(page).fill('khieu nai');
    await page.getByText(/^\d+ mục có từ khóa này$/).waitFor();
    await expect(section(page, 'Nhật ký')).toHaveCount(0);
    await expect(section(page, 'Khiếu nại').locator('mark')).toHaveText('Khiếu nại');
    await expect(contents(page).getByRole('link', { name: 'Nhật ký' })).toHaveCount(0);

    await search(page).fill('không có chữ này');
    await page.getByText('Không có mục nào có từ khóa này').waitFor();
    await page.getByRole('button', { name: 'Xóa từ khóa' }).click();
    await expect(sections(page)).toHaveCount(all);
    await expect(search(page)).toBeFocused();
  });

  test('a link to a section outside the search results shows it', async ({ panel }) => {
    const page = await openGuide(await panel.newPage());
    await search(page).fill('bắt buộc như vậy');
    await expect(section(page, 'Bật xác thực hai lớp')).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Bật nó' }).click();
    await expect(section(page, 'Bật xác thực hai lớp')).toBeFocused();
    await expect(search(page)).toHaveValue('');
  });

  test(
    'is used by keyboard: / leads to the search, Esc clears it, an entry of the contents to its section',
    BY_KEYBOARD,
    async ({ panel }) => {
      const page = await openGuide(await panel.newPage());
      await paletteReady(page);
      await page.keyboard.press('/');
      await expect(search(page)).toBeFocused();
      await page.keyboard.type('diem vi pham');
      await expect(section(page, 'Quy tắc')).toBeVisible();
      await expect(section(page, 'Nhật ký')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(search(page)).toHaveValue('');
      await contents(page).getByRole('link', { name: 'Quy tắc', exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(section(page, 'Quy tắc')).toBeFocused();
    },
  );
});
