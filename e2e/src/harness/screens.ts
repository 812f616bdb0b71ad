import type { Locator, Page } from '@playwright/test';

/** The path and query of the URL. */
export function urlOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Waits for the screen with this title. */
export async function waitForScreen(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

export const DASHBOARD_TITLE = 'Tổng quan hệ thống';
export const USERS_TITLE = 'Quản lý người dùng';

/** Fills in the login form and submits it. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
}

/** The non-empty keys of the browser's storage. */
export function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).sort());
}

/** The toast with this text; it disappears by itself. */
export function toast(page: Page, text: string) {
  return page.locator('[data-sonner-toast]').filter({ hasText: text });
}

/** Moves the pointer off all elements. */
export async function release(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
}

/** Scrolls the window down and waits for a render. */
export async function scrollDown(page: Page, pixels: number): Promise<void> {
  await page.evaluate(async (distance) => {
    window.scrollBy(0, distance);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, pixels);
}

/**
 * Scrolls a list, or the window that scrolls it, step by step.
 * @returns for each step whether a press in the middle of its visible part would hit an element that matches `wanted`
 */
export function hitsWhileScrolling(list: Locator, wanted: string): Promise<boolean[]> {
  return list.evaluate(async (element, selector) => {
    const scroller = element.scrollHeight > element.clientHeight ? element : document.documentElement;
    const stepPx = scroller.scrollTop === 0 ? 40 : -40;
    const hits: boolean[] = [];
    for (let step = 0; step < 10; step += 1) {
      scroller.scrollBy(0, stepPx);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const middle = (Math.max(0, top) + Math.min(window.innerHeight, bottom)) / 2;
      hits.push(Boolean(document.elementFromPoint((left + right) / 2, middle)?.closest(selector)));
    }
    return hits;
  }, wanted);
}
