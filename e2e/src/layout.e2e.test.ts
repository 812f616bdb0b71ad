import { expect } from 'vitest';
import { spoil } from './harness/guarded-page.ts';
import { addressOf, DASHBOARD_TITLE, hasFocus, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { describeInBrowser, eventually, NARROW, test } from './harness/test.ts';

const JUST_BELOW_WIDE = { width: 1023, height: 800 };

describeInBrowser('the sidebar', () => {
  test('stands beside the content from 1024 px on and marks the screen one is on', async ({ panel }) => {
    const page = await panel.open('/admin/dashboard', { viewport: { width: 1024, height: 800 } });
    await waitForScreen(page, DASHBOARD_TITLE);
    const navigation = page.getByRole('navigation', { name: 'Điều hướng chính' });
    expect(await navigation.getByRole('link').allTextContents()).toEqual([
      'Dashboard',
      'Quản lý người dùng',
      'Báo cáo',
      'Chat',
      'Nhật ký',
    ]);
    await navigation.getByRole('link', { name: 'Quản lý người dùng' }).click();
    await waitForScreen(page, USERS_TITLE);
    expect(await navigation.locator('[aria-current="page"]').allTextContents()).toEqual(['Quản lý người dùng']);
    expect(await page.getByRole('button', { name: 'Mở menu' }).count()).toBe(0);
  });

  test('opens over the content below 1024 px; an entry, the backdrop and Esc close it', async ({ panel }) => {
    const page = await panel.open('/admin/dashboard', { viewport: JUST_BELOW_WIDE });
    await waitForScreen(page, DASHBOARD_TITLE);
    const menuButton = page.getByRole('button', { name: 'Mở menu' });
    const entry = page.getByRole('link', { name: 'Quản lý người dùng' });
    // An inert part of the page is out of reach for pointer, keyboard and screen reader alike.
    const isClosed = () => entry.evaluate((link) => link.closest('[inert]') !== null);
    expect(await isClosed()).toBe(true);

    await menuButton.click();
    expect(await isClosed()).toBe(false);
    await page.keyboard.press('Escape');
    await eventually(isClosed).toBe(true);
    await eventually(() => hasFocus(menuButton)).toBe(true);

    await menuButton.click();
    expect(await isClosed()).toBe(false);
    await page.mouse.click(JUST_BELOW_WIDE.width - 20, 400);
    await eventually(isClosed).toBe(true);

    await menuButton.click();
    await entry.click();
    await waitForScreen(page, USERS_TITLE);
    expect(await isClosed()).toBe(true);
  });
});

describeInBrowser('the frame', () => {
  test.for([
    { path: '/admin/users', signedIn: true, shown: USERS_TITLE },
    { path: '/', signedIn: true, shown: DASHBOARD_TITLE },
    { path: '/admin/users', signedIn: false, shown: '' },
    { path: '/khong-co', signedIn: true, shown: '' },
  ])('is there before its code only where it will stay: $path, signed in: $signedIn', async (screen, { panel }) => {
    const page = await panel.newPage({ signedIn: screen.signedIn });
    await spoil(page, /\.js$/, { delayMs: 2_000 });
    await page.goto(screen.path, { waitUntil: 'domcontentloaded' });
    const painted = await page.locator('#root').textContent();
    if (screen.shown === '') expect(painted).toBe('');
    else expect(painted).toContain(screen.shown);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  test('keeps the chosen theme over a reload', async ({ panel }) => {
    const page = await panel.open('/admin/dashboard', { theme: 'light' });
    await waitForScreen(page, DASHBOARD_TITLE);
    const themeOf = () => page.evaluate(() => document.documentElement.dataset['theme']);
    expect(await themeOf()).toBe('light');
    await page.getByRole('button', { name: 'Chuyển sang giao diện tối' }).click();
    expect(await themeOf()).toBe('dark');
    await page.reload();
    await waitForScreen(page, DASHBOARD_TITLE);
    expect(await themeOf()).toBe('dark');
  });

  test('says so where there is no screen, and leads home', async ({ panel }) => {
    for (const path of ['/admin/khong-co', '/khong-co']) {
      const page = await panel.open(path);
      await page.getByText('Trang này chưa có trong phiên bản hiện tại').waitFor();
      await page.getByRole('link', { name: 'Về trang tổng quan' }).click();
      await waitForScreen(page, DASHBOARD_TITLE);
    }
  });

  test('lets the keyboard skip the navigation', async ({ panel }) => {
    const page = await panel.open('/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(() => hasFocus(page.getByRole('main'))).toBe(true);
  });

  test('offers a reload when a screen’s code cannot be fetched', async ({ panel }) => {
    panel.expectProblem(/Failed to load resource|Loading chunk failed/);
    const page = await panel.open('/admin/dashboard', { viewport: NARROW });
    await waitForScreen(page, DASHBOARD_TITLE);
    await page.route(/users-screen-.*\.js$/, (route) => route.abort('connectionfailed'));
    await page.getByRole('button', { name: 'Mở menu' }).click();
    await page.getByRole('link', { name: 'Quản lý người dùng' }).click();
    await page.getByText('Loading chunk failed').waitFor();
    await page.unroute(/users-screen-.*\.js$/);
    await page.getByRole('button', { name: 'Tải lại trang' }).click();
    await waitForScreen(page, USERS_TITLE);
    expect(addressOf(page)).toBe('/admin/users');
  });
});
