import { expect, type Page } from '@playwright/test';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { DASHBOARD_TITLE, signIn, storedKeys, USERS_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

const ANONYMOUS = { signedIn: false };

/** The login screen is prerendered; its buttons work once its code has loaded. */
const waitForLife = (page: Page) => page.locator('html[data-live]').waitFor();

test.describe('sign-in', () => {
  test('leads to the dashboard although its code could not be prefetched while the form was filled in', async ({
    panel,
  }) => {
    panel.expectProblem(/Failed to load resource/);
    const page = await panel.open('/login', ANONYMOUS);
    await waitForLife(page);
    const code = /(?:admin|dashboard-screen)-[^/]*\.js$/;
    const failed = page.waitForEvent('requestfailed', (request) => code.test(request.url()));
    await page.route(code, (route) => route.abort('connectionfailed'));
    await page.getByLabel('Email', { exact: true }).pressSequentially('a');
    await failed;
    await page.unroute(code);
    await signIn(page, panel.system.admin);
    await waitForScreen(page, DASHBOARD_TITLE);
  });

  test('keeps input from before its code has loaded, and never puts the password into a URL', async ({ panel }) => {
    const page = await panel.newPage(ANONYMOUS);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await spoil(page, /\.js$/, { delayMs: 1_500 });
    await page.goto('/login', { waitUntil: 'commit' });
    await signIn(page, panel.system.admin);
    await waitForScreen(page, DASHBOARD_TITLE);
    expect(addresses.filter((address) => address.includes('password') || address.includes('email'))).toEqual([]);
  });
});

test.describe('route guard', () => {
  test('leads to the login screen in place of the requested one, and back to it afterwards', async ({ panel }) => {
    const page = await panel.open('/admin/users?status=banned', ANONYMOUS);
    await page.getByRole('heading', { name: 'Đăng nhập' }).waitFor();
    expect(urlOf(page)).toBe('/login');
    // The history has at most one entry for the tab's blank page and one for the screen: nothing was pushed.
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    await signIn(page, panel.system.admin);
    await waitForScreen(page, USERS_TITLE);
    expect(urlOf(page)).toBe('/admin/users?status=banned');
    expect(await storedKeys(page)).toEqual(expect.arrayContaining(['adminEmail', 'adminId', 'adminName', 'token']));
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^Bearer \S+$/);
  });
});

test.describe('sign-out', () => {
  test('ends the session in the browser and on the server', async ({ panel }) => {
    const page = await panel.open('/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await page.getByRole('button', { name: 'Đăng xuất' }).click();
    await page.getByRole('heading', { name: 'Đăng nhập' }).waitFor();
    for (const key of ['token', 'adminId', 'user']) expect(await storedKeys(page)).not.toContain(key);
    await eventually(async () => {
      const response = await fetch(`${panel.system.baseUrl}/api/admin/dashboard-stats`, {
        method: 'POST',
        headers: { authorization: token ?? '' },
      });
      return response.status;
    }).toBe(401);
  });

  test('reaches the other tabs', async ({ panel }) => {
    // A call that the other tab has just made may reach the server after the end of the session.
    panel.expectProblem(failedRequest(401));
    const page = await panel.open('/admin/dashboard');
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await waitForScreen(page, DASHBOARD_TITLE);
    const other = await page.context().newPage();
    await other.goto('/admin/dashboard');
    await waitForScreen(other, DASHBOARD_TITLE);
    await page.getByRole('button', { name: 'Đăng xuất' }).click();
    await other.getByRole('heading', { name: 'Đăng nhập' }).waitFor();
    expect(errors, 'of the tab that signs out').toEqual([]);
  });
});
