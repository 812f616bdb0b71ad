import { expect } from '@playwright/test';
import { spoil } from './harness/guarded-page.ts';
import { DASHBOARD_TITLE, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';
import { doubleText } from './harness/wcag.ts';

test.describe('sidebar', () => {
  test('is beside the content from 1024 px on, with doubled text size as well', async ({ panel }) => {
    for (const { width, menuButtons } of [
      { width: 1_024, menuButtons: 0 },
      { width: 1_023, menuButtons: 1 },
    ]) {
      const page = await panel.newPage({ viewport: { width, height: 768 } });
      await doubleText(page);
      await page.goto('/admin/dashboard');
      await waitForScreen(page, DASHBOARD_TITLE);
      expect(await page.getByRole('button', { name: 'Mở menu' }).count()).toBe(menuButtons);
      const content = await page.getByRole('main').boundingBox();
      // The sidebar's width depends on its text size: 15rem.
      expect(content?.x).toBe(menuButtons === 0 ? 480 : 0);
    }
  });
});

test.describe('panel frame', () => {
  test('is prerendered only where it stays', async ({ panel }) => {
    for (const { signedIn, screens } of [
      { signedIn: true, screens: { '/admin/users': USERS_TITLE, '/': DASHBOARD_TITLE, '/khong-co': '' } },
      { signedIn: false, screens: { '/admin/users': '' } },
    ]) {
      const page = await panel.newPage({ signedIn });
      for (const [path, shown] of Object.entries(screens)) {
        const code = Promise.withResolvers<void>();
        const release = await spoil(page, /\.js$/, { until: code.promise });
        await page.goto(path, { waitUntil: 'commit' });
        // The page is parsed up to its end.
        await page.locator('#root + noscript').waitFor({ state: 'attached' });
        const painted = (await page.locator('#root').textContent()) ?? '';
        const of = `${path}, signed in: ${signedIn}`;
        if (shown === '') expect(painted, of).toBe('');
        else expect(painted, of).toContain(shown);
        code.resolve();
        await page.getByRole('heading', { level: 1 }).waitFor();
        await release();
      }
    }
  });

  test('keeps the chosen theme over a reload', async ({ panel }) => {
    const page = await panel.open('/admin/dashboard', { theme: 'light' });
    await waitForScreen(page, DASHBOARD_TITLE);
    const themeOf = () => page.evaluate(() => document.documentElement.dataset['theme']);
    expect(await themeOf()).toBe('light');
    await page.getByRole('button', { name: 'Chuyển sang giao diện tối' }).click();
    await eventually(() => themeOf()).toBe('dark');
    await page.reload();
    await waitForScreen(page, DASHBOARD_TITLE);
    expect(await themeOf()).toBe('dark');
  });

  test('preloads the code of the screen before its own code has run', async ({ panel }) => {
    panel.expectProblem(/Failed to load resource/);
    const page = await panel.newPage();
    await page.route(/assets\/.*\.js$/, (route) => route.abort('connectionfailed'));
    const asked = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].flatMap(
          ({ href }) => /assets\/([\w-]+-screen|user-content)-/.exec(href)?.[1] ?? [],
        ),
      );
    for (const { path, chunks } of [
      { path: '/', chunks: ['dashboard-screen'] },
      { path: '/admin/users', chunks: ['users-screen'] },
      { path: '/admin/users/some-id', chunks: ['user-detail-screen', 'user-content'] },
      { path: '/admin/reports', chunks: ['reports-screen'] },
      { path: '/admin/reports/some-id', chunks: ['report-detail-screen'] },
      { path: '/admin/chat', chunks: ['chat-screen'] },
      { path: '/admin/policies', chunks: ['policies-screen'] },
      { path: '/admin/settings', chunks: ['settings-screen'] },
      { path: '/admin/audit', chunks: ['audit-screen'] },
      { path: '/admin/account', chunks: ['account-screen'] },
      { path: '/admin/notifications', chunks: ['notifications-screen'] },
    ]) {
      await page.goto(path);
      await eventually(asked, path).toEqual(chunks);
    }
  });

  test('stays when a screen throws, and reports it to the server; other screens still work', async ({ panel }) => {
    panel.expectProblem(/broken on purpose/);
    const page = await panel.open('/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    await page.route(/users-screen-.*\.js$/, async (route) => {
      const code = await (await route.fetch()).text();
      const names = [...(code.match(/export\{([^}]*)\}/)?.[1] ?? '').matchAll(/ as (\w+)/g)].map(([, name]) => name);
      await route.fulfill({
        contentType: 'text/javascript',
        body: `const broken = () => { throw new Error('broken on purpose') };
          broken.UsersScreen = broken;
          export { ${names.map((name) => `broken as ${name}`).join()} }`,
      });
    });
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/admin/client-errors'));
    await page.getByRole('link', { name: 'Quản lý người dùng' }).click();
    await page.getByText('Đã xảy ra lỗi khi hiển thị trang này').waitFor();
    const response = await answered;
    expect(response.request().postDataJSON()).toMatchObject({ path: '/admin/users', message: 'broken on purpose' });
    expect(response.status()).toBe(200);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await waitForScreen(page, DASHBOARD_TITLE);
  });
});
