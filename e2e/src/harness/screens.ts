import type { Locator, Page } from 'playwright-core';

/** The part of the address that names the screen and its state. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Waits for the screen with this title. */
export async function waitForScreen(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

export const DASHBOARD_TITLE = 'Tổng quan hệ thống';
export const USERS_TITLE = 'Quản lý người dùng';

/** Fills the login form and sends it. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
}

/** The keys of the browser's storage that hold something. */
export function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).sort());
}

/** What the panel said about one thing, as it disappears by itself. */
export function notice(page: Page, text: string) {
  return page.locator('[data-sonner-toast]').filter({ hasText: text });
}

/** Keeps a notice from going while the pointer rests on it, until {@link release}. */
export async function hold(shown: Locator): Promise<void> {
  await shown.hover();
}

/** Takes the pointer off whatever it rests on. */
export async function release(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
}

/** Scrolls the window down and lets the page draw what came into view. */
export async function scrollDown(page: Page, pixels: number): Promise<void> {
  await page.evaluate(async (distance) => {
    window.scrollBy(0, distance);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, pixels);
}

/** Whether the keyboard's focus is on this very element. */
export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
