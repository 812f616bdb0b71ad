import type { Page } from 'playwright-core';
import { expect } from 'vitest';
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
import { describeInBrowser, eventually, type Panel, test } from './harness/test.ts';

const HISTORY = /^\/api\/admin\/chat\//;
const scrollTop = (page: Page) => page.getByRole('log').evaluate((element) => element.scrollTop);
const distanceToEnd = (page: Page) =>
  page
    .getByRole('log')
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight));

describeInBrowser('a long history', () => {
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

  test('opens at its end, and is read back to its beginning without a jump', async ({ panel }) => {
    const user = await storeLong(panel, 'Dương Văn Long');
    const page = await openConversation(await panel.newPage(), user);
    await bubble(page, user, 'tin số 500').waitFor();
    await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    expect(await log(page, user).locator('[dir=auto]').count(), 'only those near the screen exist').toBeLessThan(80);

    // What stands in the middle of the screen stays there while older messages come in above.
    const middle = () =>
      page.getByRole('log').evaluate((element) => {
        const box = element.getBoundingClientRect();
        const found = document
          .elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)
          .concat([...element.querySelectorAll('[dir=auto]')])
          .find((candidate) => candidate.matches('[dir=auto]'));
        return { text: found?.textContent, top: found?.getBoundingClientRect().top ?? Number.NaN };
      });
    const topOf = (text: string) => bubble(page, user, text).evaluate((element) => element.getBoundingClientRect().top);
    await page.getByRole('log').hover();
    let reads = 0;
    page.on('response', (response) => {
      if (HISTORY.test(new URL(response.url()).pathname)) reads += 1;
    });
    for (let round = 0; round < 200 && (await bubble(page, user, 'tin số 2').count()) === 0; round += 1) {
      const before = reads;
      await page.mouse.wheel(0, -900);
      await page.waitForTimeout(40);
      if (reads === before) continue;
      const { text, top } = await middle();
      await page.waitForTimeout(150);
      expect(Math.abs((await topOf(text ?? '')) - top), `where ${text} stands`).toBeLessThan(4);
    }
    await bubble(page, user, 'tin số 2').waitFor();
    expect(reads, 'pages read on the way').toBeGreaterThanOrEqual(4);
    await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).click();
    await bubble(page, user, 'tin số 500').waitFor();
    await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).waitFor({ state: 'detached' });
  });

  test('opens at the first unread message, and has a line for each day', async ({ panel }) => {
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

  test('stays where one reads when something comes, counts it, and follows the end when one is there', async ({
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
      await page.waitForTimeout(200);
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
