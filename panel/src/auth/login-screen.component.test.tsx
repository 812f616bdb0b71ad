import { login } from '@hai-dang/contract/auth/auth.endpoints.ts';
import type { LoginResponse } from '@hai-dang/contract/auth/auth.schema.ts';
import { BrowserRouter } from 'react-router';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { session } from '../lib/session.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { pressAt } from '../testing/pointer.ts';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { LoginScreen } from './login-screen.tsx';

const ADMIN = { id: 'lan', username: 'Lan', email: 'lan@example.com' };
const SIGNED_IN: LoginResponse = { success: true, message: 'Đăng nhập thành công', token: 'new', admin: ADMIN };

beforeEach(() => {
  const respond = vi.mocked(fetch).getMockImplementation();
  vi.mocked(fetch).mockImplementation(async (input, init) =>
    String(input).endsWith('/config.json')
      ? Response.json({ apiBase: '', socketBase: '', supportEmail: 'hotro@example.com' })
      : (respond?.(input, init) ?? Response.error()),
  );
});

const email = page.getByRole('textbox', { name: 'Email' });
const password = page.getByLabelText('Mật khẩu', { exact: true });
const submit = page.getByRole('button', { name: 'Đăng nhập', exact: true });
const alert = page.getByRole('alert');
const isSignedIn = () => expect.poll(() => session.get()?.token).toBe('Bearer new');

const prepareNext = async () => undefined;

async function open(path = '/login'): Promise<void> {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage'));
  history.replaceState(null, '', path);
  await render(
    <BrowserRouter>
      <LoginScreen prepareNext={prepareNext} />
    </BrowserRouter>,
  );
  await expect.element(email).toHaveFocus();
}
async function signIn(): Promise<void> {
  await email.fill(ADMIN.email);
  await password.fill('mật khẩu của Lan');
  await submit.click();
}
/** An error with another status or body than the contract's. */
const oddly = (fields: Partial<ErrorResponse>) => Object.assign(new ErrorResponse('INTERNAL_ERROR'), fields);
const wrongPassword = () => {
  throw new ErrorResponse('INVALID_CREDENTIALS');
};

test('LoginScreen: e-mail and password → stores the token and the account, and leads to the dashboard', async () => {
  const sent = vi.fn();
  respondTo(login, ({ body }) => {
    sent(body);
    return SIGNED_IN;
  });
  await open();
  await expectAccessible('the sign-in');
  await signIn();
  await isSignedIn();
  expect(sent).toHaveBeenCalledExactlyOnceWith({ email: ADMIN.email, password: 'mật khẩu của Lan' });
  expect(session.get()).toMatchObject({ adminId: 'lan', adminName: 'Lan', adminEmail: ADMIN.email });
  expect(location.pathname).toBe('/admin/dashboard');
});

test('LoginScreen: empty fields → nothing is sent', async () => {
  await open();
  await submit.click();
  await expect.element(email).toHaveFocus();
  expect(document.querySelectorAll('input:invalid')).toHaveLength(2);
});

test('LoginScreen: it is sent → says so, and sends no second call meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<LoginResponse>();
  const sent = vi.fn(() => promise);
  respondTo(login, sent);
  await open();
  await signIn();
  const busy = page.getByRole('button', { name: 'Đang xử lý...' });
  await expect.element(busy).toBeVisible();
  await busy.click({ force: true });
  resolve(SIGNED_IN);
  await isSignedIn();
  expect(sent).toHaveBeenCalledTimes(1);
});

describe('LoginScreen: failures', () => {
  test.each([1280, 320])(
    '%i px, a wrong password → its message; the e-mail stays, the password is selected, and nothing moves',
    async (width) => {
      await page.viewport(width, 800);
      onTestFinished(() => page.viewport(1280, 800));
      respondTo(login, wrongPassword);
      await open();
      const places = () =>
        [email, password, page.getByRole('heading', { name: 'Đăng nhập' })].map((part) =>
          part.element().getBoundingClientRect().toJSON(),
        );
      const before = places();
      await signIn();
      await expect.element(alert.getByText('Email hoặc mật khẩu không đúng')).toBeVisible();
      expect(places()).toEqual(before);
      await expect.element(email).toHaveValue(ADMIN.email);
      await expect.element(password).toHaveFocus();
      expect(session.get()).toBeUndefined();
      await expectAccessible('a wrong password');
      await userEvent.keyboard('khác');
      await expect.element(password).toHaveValue('khác');
    },
  );

  test.each([
    ['500 without a message', oddly({ body: {} }), /^Đăng nhập thất bại/],
    [
      '200 with success: false',
      oddly({ status: 200, body: { success: false, message: 'Đang bị khóa' } }),
      'Đang bị khóa',
    ],
    [
      'a response without a token',
      oddly({ status: 200, body: { success: true, message: 'ok' } }),
      'Token không hợp lệ',
    ],
  ])('%s → its message, and no session', async (_, error, text) => {
    respondTo(login, () => {
      throw error;
    });
    await open();
    await signIn();
    await expect.element(alert.getByText(text)).toBeVisible();
    expect(session.get()).toBeUndefined();
    expect(location.pathname).toBe('/login');
  });

  test('no network → says so, and the next press signs in', async () => {
    let isDown = true;
    respondTo(login, () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return SIGNED_IN;
    });
    await open();
    await signIn();
    await expect.element(alert.getByText(/^Đăng nhập thất bại/)).toBeVisible();
    isDown = false;
    await submit.click();
    await isSignedIn();
  });
});

test.each(['//evil.example/admin', 'https://evil.example/admin', '/\\evil.example', 'javascript:alert(1)'])(
  'LoginScreen: next=%s → the dashboard',
  async (next) => {
    respondTo(login, () => SIGNED_IN);
    const { origin } = location;
    await open(`/login?next=${encodeURIComponent(next)}`);
    await signIn();
    await expect.poll(() => location.pathname).toBe('/admin/dashboard');
    expect(location.origin).toBe(origin);
  },
);

test('LoginScreen: the password can be shown', async () => {
  await open();
  await password.fill('bí mật');
  await page.getByRole('button', { name: 'Hiện mật khẩu' }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Ẩn mật khẩu' }).click();
  await expect.element(password).toHaveAttribute('type', 'password');
});

describe('LoginScreen: forgotten password', () => {
  const dialog = page.getByRole('dialog');
  const opener = page.getByRole('button', { name: 'Quên mật khẩu?' });
  const isClosed = () => expect.element(dialog).not.toBeInTheDocument();

  test('pressed → a link to the support; its button closes it and returns the focus, Escape closes it', async () => {
    await open();
    await opener.click();
    await expect.element(dialog.getByText(/bộ phận quản trị/)).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: 'hotro@example.com' }))
      .toHaveAttribute('href', 'mailto:hotro@example.com');
    expect(dialog.element().getAttribute('aria-describedby')).toBeNull();
    await expectAccessible('the forgotten password');
    await dialog.getByRole('button', { name: 'Đã hiểu' }).click();
    await isClosed();
    await expect.element(opener).toHaveFocus();
    await opener.click();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await isClosed();
  });

  test('a text selection dragged out of it → stays; a press beside it → closes', async () => {
    await open();
    await opener.click();
    const { left, top } = dialog
      .getByText(/bộ phận quản trị/)
      .element()
      .getBoundingClientRect();
    await userEvent.pointer([
      { coords: { x: left + 20, y: top + 5 }, keys: '[MouseLeft>]' },
      { coords: { x: 10, y: 10 } },
      { keys: '[/MouseLeft]' },
    ]);
    await expect.element(dialog).toBeVisible();
    await pressAt(10, 10);
    await isClosed();
  });
});
