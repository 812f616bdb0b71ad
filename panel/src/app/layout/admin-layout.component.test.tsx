import { getAccount } from '@hai-dang/contract/account/account.endpoints.ts';
import { logout } from '@hai-dang/contract/auth/logout.endpoints.ts';
import { listRecentActions } from '@hai-dang/contract/moderation/recent-actions.endpoints.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pressAt } from '../../testing/pointer.ts';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { renderWholePanel, waitForScreen } from '../../testing/whole-panel.tsx';

const DASHBOARD = 'Tổng quan hệ thống';
const USERS = 'Quản lý người dùng';
const navigation = page.getByRole('navigation', { name: 'Điều hướng chính' });
const menuButton = page.getByRole('button', { name: 'Mở menu' });

async function openAt(width: number, path = '/admin/dashboard'): Promise<void> {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(1280, 800));
  await renderWholePanel(path);
}

test('AdminLayout, 1024 px: the navigation is beside the content, and marks the screen', async () => {
  await openAt(1024);
  await waitForScreen(DASHBOARD);
  const linkTexts = [...navigation.element().querySelectorAll('a')].map(({ textContent }) => textContent);
  expect(linkTexts).toEqual([
    'Dashboard',
    USERS,
    'Báo cáo',
    'Chat',
    'Nội dung',
    'Khiếu nại',
    'Quy tắc',
    'Thiết lập',
    'Thống kê',
    'Quản trị viên',
    'Nhật ký',
    'Hướng dẫn',
  ]);
  await navigation.getByRole('link', { name: USERS }).click();
  await waitForScreen(USERS);
  const marked = [...navigation.element().querySelectorAll('[aria-current="page"]')];
  expect(marked.map(({ textContent }) => textContent)).toEqual([USERS]);
  expect(menuButton.query()).toBeNull();
});

describe('AdminLayout, 1023 px', () => {
  const isOpen = () =>
    expect.poll(() => {
      const entry = [...document.querySelectorAll('nav a')].find(({ textContent }) => textContent === USERS);
      // An inert part of the page is unreachable for pointer, keyboard and screen reader.
      return entry?.closest('[inert]') === null;
    });

  test('the navigation opens over the content; Escape, a press beside it and an entry → closed', async () => {
    await openAt(1023);
    await waitForScreen(DASHBOARD);
    await isOpen().toBe(false);
    await menuButton.click();
    await isOpen().toBe(true);
    await userEvent.keyboard('{Escape}');
    await isOpen().toBe(false);
    await expect.element(menuButton).toHaveFocus();

    await menuButton.click();
    await isOpen().toBe(true);
    await pressAt(1000, 400);
    await isOpen().toBe(false);

    await menuButton.click();
    await navigation.getByRole('link', { name: USERS }).click();
    await waitForScreen(USERS);
    await isOpen().toBe(false);
  });
});

test.each([320, 1280])(
  'AdminLayout, %i px: the header opens what was just done, by its button and its key',
  async (width) => {
    respondTo(listRecentActions, () => ({ success: true, data: [], pagination: { nextCursor: null }, closedToday: 0 }));
    await openAt(width);
    await waitForScreen(DASHBOARD);
    const button = page.getByRole('banner').getByRole('button', { name: 'Việc vừa làm', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Việc vừa làm' });
    await button.click();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard('z');
    await expect.element(dialog).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
  },
);

test.each([320, 1280])(
  'AdminLayout, %i px: the header has the whole name of the product above the title of the screen',
  async (width) => {
    await openAt(width);
    await waitForScreen(DASHBOARD);
    const header = page.getByRole('banner');
    const name = header.getByText('Admin Panel', { exact: true });
    await expect.element(name).toBeVisible();
    expect(name.element().scrollWidth).toBeLessThanOrEqual(name.element().clientWidth);
    await expect.element(header.getByText('Dashboard', { exact: true })).toBeVisible();
    history.pushState(null, '', '/admin/users');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await waitForScreen(USERS);
    await expect.element(header.getByText(USERS, { exact: true })).toBeVisible();
    expect(header.getByRole('heading').query()).toBeNull();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
  },
);

test('AdminLayout, 320 px: the own account is below the navigation', async () => {
  respondTo(getAccount, () => {
    throw new ErrorResponse('INTERNAL_ERROR');
  });
  await openAt(320);
  await waitForScreen(DASHBOARD);
  const account = page.getByRole('link', { name: /^Tài khoản/ });
  await expect.element(account).toHaveLength(1);
  await menuButton.click();
  await account.click();
  await expect.poll(() => location.pathname).toBe('/admin/account');
});

test('AdminLayout: Tab and Enter → the navigation is skipped', async () => {
  await openAt(1280);
  await waitForScreen(DASHBOARD);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('AdminLayout, an unknown path: says that there is no such screen, and leads to the dashboard', async () => {
  await openAt(1280, '/admin/khong-co');
  await expect.element(page.getByText('Trang này chưa có trong phiên bản hiện tại')).toBeVisible();
  await page.getByRole('link', { name: 'Về trang tổng quan' }).click();
  await waitForScreen(DASHBOARD);
});

test('AdminLayout: a sign-out that the server does not answer → the login screen, without a token', async () => {
  await openAt(1280);
  await waitForScreen(DASHBOARD);
  respondTo(logout, () => {
    throw new TypeError('Failed to fetch');
  });
  await page.getByRole('button', { name: 'Đăng xuất' }).click();
  await expect.element(page.getByRole('heading', { name: 'Đăng nhập' }), { timeout: 10_000 }).toBeVisible();
  expect(['token', 'adminId', 'user'].filter((key) => localStorage.getItem(key) !== null)).toEqual([]);
});
