import type { Locator, Page } from '@playwright/test';
import { createAppUser } from './app-user.ts';
import { minutesAgo, storeConversation } from './conversation.ts';
import { eventually, type Panel } from './test.ts';

export const LENGTH = 500;
/** Deep in the past, so that it is not among those that are read when the conversation is opened. */
export const DEEP = 120;
export const DEEP_TEXT = 'Em muốn hỏi về hóa đơn của chuyến đi Đà Lạt';
export const NEAR_TEXT = 'HÓA ĐƠN gửi qua thư nhé';

export const toNewest = (page: Page): Locator => page.getByRole('button', { name: 'Đến tin nhắn mới nhất' });
/** The message one has gone to. */
export const target = (page: Page): Locator => page.getByRole('log').locator('[aria-current=true]');

/** A conversation of 500 messages in which the term stands twice. */
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

/** That a message stands on the screen, not beyond its edge. */
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

/** In pixels from the oldest message that is there. */
export const scrollTop = (page: Page) => page.getByRole('log').evaluate((element) => element.scrollTop);

/** Waits until nothing moves any more. */
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
