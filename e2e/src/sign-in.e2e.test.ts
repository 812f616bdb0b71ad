import { expect, type Page } from '@playwright/test';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { DASHBOARD_TITLE, signIn, storedKeys, USERS_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, NARROW, test, WIDE } from './harness/test.ts';

const LOGIN = '/api/admin/login';
const ANONYMOUS = { signedIn: false };

/** The login screen is prerendered; its buttons work once its code has loaded. */
const waitForLife = (page: Page) => page.locator('html[data-live]').waitFor();

test.describe('sign-in', () => {
  test('leads to the dashboard and stores the account', async ({ panel }) => {
    const page = await panel.open('/login', ANONYMOUS);
    await signIn(page, panel.system.admin);
    await waitForScreen(page, DASHBOARD_TITLE);
    expect(urlOf(page)).toBe('/admin/dashboard');
    expect(await storedKeys(page)).toEqual(expect.arrayContaining(['adminEmail', 'adminId', 'adminName', 'token']));
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^Bearer \S+$/);
  });

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

  test('requires both fields before it calls the server', async ({ panel }) => {
    const page = await panel.open('/login', ANONYMOUS);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await eventually(() => page.locator('input:invalid').count()).toBe(2);
    expect(calls).not.toContain(LOGIN);
  });

  test('shows the server’s message for a wrong password and keeps the e-mail', async ({ panel }) => {
    panel.expectProblem(failedRequest(401));
    const page = await panel.open('/login', ANONYMOUS);
    await signIn(page, { email: panel.system.admin.email, password: 'không phải mật khẩu này' });
    await page.getByRole('alert').getByText('Email hoặc mật khẩu không đúng').waitFor();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(panel.system.admin.email);
    expect(await storedKeys(page)).not.toContain('token');
  });

  for (const viewport of [WIDE, NARROW]) {
    test(`${viewport.width} px wide: a wrong password is selected, and nothing moves`, async ({ panel }) => {
      panel.expectProblem(failedRequest(401));
      const page = await panel.open('/login', { ...ANONYMOUS, viewport });
      await waitForLife(page);
      const email = page.getByLabel('Email', { exact: true });
      const password = page.getByLabel('Mật khẩu', { exact: true });
      await expect(email).toBeFocused();
      const placesOf = () =>
        Promise.all(
          [email, password, page.getByRole('heading', { name: 'Đăng nhập' })].map((part) => part.boundingBox()),
        );
      const before = await placesOf();
      await signIn(page, { email: panel.system.admin.email, password: 'không phải mật khẩu này' });
      await page.getByRole('alert').getByText('Email hoặc mật khẩu không đúng').waitFor();
      expect(await placesOf()).toEqual(before);
      await expect(password).toBeFocused();
      await page.keyboard.type(panel.system.admin.password);
      await expect(password).toHaveValue(panel.system.admin.password);
    });
  }

  test('shows its default message when the server sends none', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const page = await panel.open('/login', ANONYMOUS);
    await spoil(page, LOGIN, { status: 500 });
    await signIn(page, panel.system.admin);
    await page.getByRole('alert').getByText('Đăng nhập thất bại').waitFor();
  });

  test('shows the message of an error with status 200', async ({ panel }) => {
    const page = await panel.open('/login', ANONYMOUS);
    await spoil(page, LOGIN, { status: 200, body: { success: false, message: 'Tài khoản đang bị khóa' } });
    await signIn(page, panel.system.admin);
    await page.getByRole('alert').getByText('Tài khoản đang bị khóa').waitFor();
  });

  test('rejects a response without a token', async ({ panel }) => {
    const page = await panel.open('/login', ANONYMOUS);
    await spoil(page, LOGIN, { status: 200, body: { success: true, message: 'ok' } });
    await signIn(page, panel.system.admin);
    await page.getByRole('alert').getByText('Token không hợp lệ').waitFor();
    expect(urlOf(page)).toBe('/login');
  });

  test('shows that the network is down, and works after it is back', async ({ panel }) => {
    panel.expectProblem(failedRequest('network'));
    const page = await panel.open('/login', ANONYMOUS);
    const mend = await spoil(page, LOGIN, 'network');
    await signIn(page, panel.system.admin);
    await page.getByRole('alert').getByText('Đăng nhập thất bại').waitFor();
    await mend();
    await signIn(page, panel.system.admin);
    await waitForScreen(page, DASHBOARD_TITLE);
  });

  test('shows that it is busy, and sends no second call meanwhile', async ({ panel }) => {
    const page = await panel.open('/login', ANONYMOUS);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await spoil(page, LOGIN, { delayMs: 1_000 });
    await signIn(page, panel.system.admin);
    const busy = page.getByRole('button', { name: 'Đang xử lý...' });
    await busy.waitFor();
    await busy.click({ force: true });
    await waitForScreen(page, DASHBOARD_TITLE);
    expect(calls.filter((path) => path === LOGIN)).toHaveLength(1);
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

  test('can show the password', async ({ panel }) => {
    const page = await panel.open('/login', ANONYMOUS);
    await waitForLife(page);
    const password = page.getByLabel('Mật khẩu', { exact: true });
    await password.fill('bí mật');
    await page.getByRole('button', { name: 'Hiện mật khẩu' }).click();
    await eventually(() => password.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Ẩn mật khẩu' }).click();
    await eventually(() => password.getAttribute('type')).toBe('password');
  });

  test('forgotten password: the dialog links to SUPPORT_EMAIL', async ({ panel }) => {
    const page = await panel.open('/login', ANONYMOUS);
    await waitForLife(page);
    const opener = page.getByRole('button', { name: 'Quên mật khẩu?' });
    await opener.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('bộ phận quản trị').waitFor();
    expect(await dialog.getByRole('link', { name: 'hotro@example.com' }).getAttribute('href')).toBe(
      'mailto:hotro@example.com',
    );
    expect(await dialog.getAttribute('aria-describedby')).toBeNull();
    await dialog.getByRole('button', { name: 'Đã hiểu' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect(opener).toBeFocused();

    await opener.click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('dialog: a click beside it closes it, a text selection dragged out of it does not', async ({ panel }) => {
    const page = await panel.open('/login', ANONYMOUS);
    await waitForLife(page);
    await page.getByRole('button', { name: 'Quên mật khẩu?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('bộ phận quản trị').hover();
    await page.mouse.down();
    await page.mouse.move(10, 10, { steps: 4 });
    await page.mouse.up();
    expect(await dialog.isVisible()).toBe(true);
    await page.mouse.click(10, 10);
    await dialog.waitFor({ state: 'hidden' });
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
  });

  test('never leads to another origin after the sign-in', async ({ panel }) => {
    const page = await panel.newPage(ANONYMOUS);
    for (const next of [
      '//evil.example/admin',
      'https://evil.example/admin',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await signIn(page, panel.system.admin);
      await waitForScreen(page, DASHBOARD_TITLE);
      expect(new URL(page.url()).origin).toBe(panel.system.baseUrl);
      await page.evaluate(() => localStorage.clear());
    }
  });

  test('redirects / to the dashboard, and a signed-in administrator away from the login screen', async ({ panel }) => {
    const page = await panel.newPage();
    for (const path of ['/', '/admin', '/login']) {
      await page.goto(path);
      await waitForScreen(page, DASHBOARD_TITLE);
      expect(urlOf(page)).toBe('/admin/dashboard');
    }
  });

  test('leads to the login screen with the reason when the session has ended, and back afterwards', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(401));
    const page = await panel.open('/admin/users?sort=oldest');
    await waitForScreen(page, USERS_TITLE);
    // The open page also receives the event, and would redirect first.
    await page.goto('about:blank');
    await panel.db.deleteFrom('sessions').execute();
    await page.goto('/admin/users?sort=oldest');
    await page.getByText('Phiên đăng nhập đã hết hạn').waitFor();
    expect(urlOf(page)).toBe('/login');
    expect(await storedKeys(page)).not.toContain('token');
    await signIn(page, panel.system.admin);
    await waitForScreen(page, USERS_TITLE);
    expect(urlOf(page)).toBe('/admin/users?sort=oldest');
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

  test('works although the server does not respond', async ({ panel }) => {
    panel.expectProblem(failedRequest('network'));
    const page = await panel.open('/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    await spoil(page, '/api/admin/logout', 'network');
    await page.getByRole('button', { name: 'Đăng xuất' }).click();
    await page.getByRole('heading', { name: 'Đăng nhập' }).waitFor();
    expect(await storedKeys(page)).not.toContain('token');
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
