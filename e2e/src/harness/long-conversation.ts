import type { Locator, Page } from '@playwright/test';
import { createAppUser } from './app-user.ts';
import { minutesAgo, storeConversation } from './conversation.ts';
import { eventually, type Panel } from './test.ts';

export const LENGTH = 500;
/** Old enough to be outside the page that is loaded when the conversation opens. */
export const DEEP = 120;
export const DEEP_TEXT = 'Em muốn hỏi về hóa đơn của chuyến đi Đà Lạt';
const NEAR_TEXT = 'HÓA ĐƠN gửi qua thư nhé';

/** The message that was jumped to. */
export const target = (page: Page): Locator => page.getByRole('log').locator('[aria-current=true]');

/** A conversation of 500 messages that contains the term twice. */
export async function storeLong(panel: Panel, username: string) {
  const user = await createAppUser(panel, { username });
  const textOf = (seq: number) => {
    if (seq === DEEP) return DEEP_TEXT;
    return seq === LENGTH - 3 ? NEAR_TEXT : `tin số ${seq}`;
  };
  const texts = Array.from({ length: LENGTH }, (_, index) => ({
    text: textOf(index + 1),
    isFromAdmin: index % 3 === 0,
    at: minutesAgo((LENGTH - index) * 20),
  }));
  await storeConversation(panel, user, texts);
  return user;
}

/** Expects a message to be within the viewport. */
export const expectInView = (locator: Locator) =>
  eventually(() =>
    locator.evaluate((element) => {
      const [own, frame] = [element, element.closest('[role=log]')].map((one) => one?.getBoundingClientRect());
      return own !== undefined && frame !== undefined && own.top >= frame.top && own.bottom <= frame.bottom;
    }),
  ).toBe(true);

/** In pixels. */
export const distanceToEnd = (page: Page) =>
  page
    .getByRole('log')
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight));

/** In pixels from the oldest loaded message. */
export const scrollTop = (page: Page) => page.getByRole('log').evaluate((element) => element.scrollTop);

/** Waits until the scroll position is stable. */
export async function settled(page: Page): Promise<void> {
  let before = Number.NaN;
  await eventually(async () => {
    await page.waitForTimeout(60);
    const now = await scrollTop(page);
    const hasMoved = now !== before;
    before = now;
    return hasMoved;
  }).toBe(false);
}
