import { expect, type Page } from '@playwright/test';
import { createAppUser } from './harness/app-user.ts';
import {
  bubble,
  log,
  minutesAgo,
  openConversation,
  send,
  storeConversation,
  whileOpen,
} from './harness/conversation.ts';
import { spoil } from './harness/guarded-page.ts';
import { distanceToEnd, scrollTop, settled } from './harness/long-conversation.ts';
import { hitsWhileScrolling } from './harness/screens.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const HISTORY = /^\/api\/admin\/chat\//;
const SLOW_READING_MS = 1_500;

/** The first message whose top is visible, and its position. */
const firstShown = (page: Page) =>
  page.getByRole('log').evaluate((element) => {
    const edge = element.getBoundingClientRect().top;
    const top = (candidate: Element) => candidate.getBoundingClientRect().top;
    const found = [...element.querySelectorAll('[dir=auto]')].find((candidate) => top(candidate) >= edge);
    if (!found) throw new Error('no message on the screen');
    return { text: found.textContent, top: top(found) };
  });

test.describe('long conversation', () => {
  const LENGTH = 500;
  async function storeLong(panel: Panel, username: string, adminReadSeq?: number) {
    const user = await createAppUser(panel, { username });
    const texts = Array.from({ length: LENGTH }, (_, index) => ({
      text: `tin số ${index + 1}${index % 7 === 0 ? ' dài hơn một chút '.repeat(12) : ''}`.trim(),
      isFromAdmin: index % 3 === 0,
      at: minutesAgo((LENGTH - index) * 20),
    }));
    await storeConversation(panel, user, texts, adminReadSeq);
    return user;
  }

  test('opens at its end, and loads back to its beginning without a layout jump', async ({ panel }) => {
    const user = await storeLong(panel, 'Dương Văn Long');
    const page = await openConversation(await panel.newPage(), user);
    await bubble(page, user, 'tin số 500').waitFor();
    await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    expect(await log(page, user).locator('[dir=auto]').count(), 'only those near the screen exist').toBeLessThan(80);
    expect(await hitsWhileScrolling(log(page, user), '[role=log] > div > *')).not.toContain(false);

    // Slow enough to record all positions before the older messages are rendered.
    await spoil(page, HISTORY, { delayMs: SLOW_READING_MS });
    await page.getByRole('log').hover();
    const reading = page.getByText('Đang tải tin nhắn cũ hơn...');
    let reads = 0;
    for (let round = 0; round < 200 && (await bubble(page, user, 'tin số 2').count()) === 0; round += 1) {
      await page.mouse.wheel(0, -900);
      await settled(page);
      if ((await reading.count()) === 0) continue;
      const { text, top } = await firstShown(page);
      await reading.waitFor({ state: 'detached' });
      await settled(page);
      const now = await bubble(page, user, text).evaluate((element) => element.getBoundingClientRect().top);
      expect(Math.abs(now - top), `where ${text} stands`).toBeLessThan(4);
      reads += 1;
    }
    await bubble(page, user, 'tin số 2').waitFor();
    expect(reads, 'pages seen to come').toBeGreaterThanOrEqual(2);
    await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).click();
    await bubble(page, user, 'tin số 500').waitFor();
    await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).waitFor({ state: 'detached' });
  });

  test('opens at the first unread message, and has a divider for each day', async ({ panel }) => {
    const user = await storeLong(panel, 'Mai Thị Ngọc', 449);
    const page = await openConversation(await panel.newPage(), user);
    const line = log(page, user).getByText('Tin nhắn mới', { exact: true });
    await line.waitFor();
    await eventually(async () => {
      const [shown, frame] = [await line.boundingBox(), await log(page, user).boundingBox()];
      return (shown?.y ?? 0) - (frame?.y ?? 0);
    }).toBeLessThan(60);
    await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).click();
    await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    await page.getByRole('log').hover();
    const days = log(page, user).getByText(/^(Hôm nay|Hôm qua|\d+ tháng \d+, \d{4})$/);
    await eventually(async () => {
      await page.mouse.wheel(0, -600);
      return days.count();
    }).toBeGreaterThan(0);
  });

  test('stays at its end when the window is resized', async ({ panel }) => {
    const user = await storeLong(panel, 'Dương Văn Xoay');
    const page = await openConversation(await panel.newPage(), user);
    await bubble(page, user, 'tin số 500').waitFor();
    await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    for (const width of [390, 844, 320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
      await expect(bubble(page, user, 'tin số 500')).toBeInViewport();
    }
  });

  test('keeps its scroll position when a message arrives, counts it, and follows the end when scrolled there', async ({
    panel,
  }) => {
    const user = await storeLong(panel, 'Tạ Văn Phúc');
    await whileOpen(user, async () => {
      const page = await openConversation(await panel.newPage(), user);
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
      await user.write('đến lúc đang ở cuối');
      await bubble(page, user, 'đến lúc đang ở cuối').waitFor();
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -1_500);
      await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).waitFor();
      await settled(page);
      const before = await scrollTop(page);
      await user.write('đến khi đang đọc');
      await user.write('thêm một tin');
      await page.getByRole('button', { name: '2 tin nhắn mới' }).waitFor();
      expect(Math.abs((await scrollTop(page)) - before)).toBeLessThan(2);
      await page.getByRole('button', { name: '2 tin nhắn mới' }).click();
      await bubble(page, user, 'thêm một tin').waitFor();
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -1_500);
      await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).waitFor();
      await send(page, user, 'trả lời');
      await bubble(page, user, 'trả lời').waitFor();
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    });
  });
});
