import { BrowserRouter } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { session } from '../../lib/session.ts';
import { createOverlay } from '../../ui/overlay.tsx';
import { toast } from '../../ui/toast.ts';
import { AppRoutes } from './router.tsx';
import { ADMIN_ROUTES, sessionExpiredText } from './routes.tsx';

const respond = (status: number, body: object) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
const never = () => new Promise<never>(() => undefined);
const ended = () => respond(401, { success: false, code: 'SESSION_EXPIRED', message: 'Phiên đăng nhập đã hết hạn' });

const server = { respond: never as () => Promise<Response> };
/** Answers every call with what `server` says at that moment. */
function startServer(): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) =>
    String(input).endsWith('/config.json') ? respond(404, {}) : server.respond(),
  );
}

function open(url: string) {
  startServer();
  history.replaceState(null, '', url);
  return render(
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>,
  );
}
const urlOf = () => location.pathname + location.search;
const signIn = () =>
  session.save({ token: 'new', admin: { id: 'admin', username: 'Quản trị', email: 'admin@example.com' } });
const shownInFront = () => document.querySelectorAll('[data-sonner-toast], dialog[open]').length;

describe.each(Object.values(ADMIN_ROUTES))('AppRoutes: $path', ({ path }) => {
  const pathname = path.replace(':itemType', 'Post').replace(':id', '65f0');
  const url = `${pathname}?q=mai`;

  test('a 401 → the login screen with its message, without a token, a toast or a dialog; the sign-in leads back', async () => {
    server.respond = ended;
    const page = await open(url);
    const reason = page.getByRole('status').getByText(sessionExpiredText(pathname), { exact: true });
    await expect.element(reason).toBeVisible();
    expect(urlOf()).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
    expect(shownInFront()).toBe(0);
    server.respond = never;
    signIn();
    await vi.waitFor(() => expect(urlOf()).toBe(url));
    await page.unmount();
  });

  test('without a token → the login screen, without a message; the sign-in leads there', async () => {
    server.respond = never;
    localStorage.clear();
    const page = await open(url);
    await expect.element(page.getByRole('heading', { name: 'Đăng nhập' })).toBeVisible();
    expect(urlOf()).toBe('/login');
    expect(page.getByRole('status').query()).toBeNull();
    signIn();
    await vi.waitFor(() => expect(urlOf()).toBe(url));
    await page.unmount();
  });
});

test.each(['/', '/admin', '/login'])('AppRoutes: %s with a session → the dashboard', async (path) => {
  server.respond = never;
  const page = await open(path);
  await vi.waitFor(() => expect(urlOf()).toBe('/admin/dashboard'));
  await page.unmount();
});

test('AppRoutes: a path outside of the admin area → says that there is no such screen, and leads to the dashboard', async () => {
  server.respond = never;
  const page = await open('/khong-co');
  await expect.element(page.getByText('Trang này chưa có trong phiên bản hiện tại')).toBeVisible();
  await page.getByRole('link', { name: 'Về trang tổng quan' }).click();
  await vi.waitFor(() => expect(urlOf()).toBe('/admin/dashboard'));
  await page.unmount();
});

test('AppRoutes: the session ends over a dialog and a toast → neither is there after the sign-in', async () => {
  server.respond = never;
  const page = await open('/admin/users');
  const overlay = createOverlay<string>(async () => ({ request }) => <dialog open>{request}</dialog>);
  overlay.open('Vô hiệu hóa Lan');
  toast.error('Không thể vô hiệu hóa');
  await expect.element(page.getByText('Vô hiệu hóa Lan')).toBeVisible();
  await expect.element(page.getByText('Không thể vô hiệu hóa')).toBeVisible();
  expect(shownInFront()).toBe(2);
  session.end();
  await expect.element(page.getByRole('heading', { name: 'Đăng nhập' })).toBeVisible();
  expect(shownInFront()).toBe(0);
  signIn();
  await vi.waitFor(() => expect(urlOf()).toBe('/admin/users'));
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(shownInFront()).toBe(0);
  await page.unmount();
});
