import { expect, type Locator, type Page } from '@playwright/test';
import { bubble, chatUrl, openConversation } from './harness/conversation.ts';
import { spoil } from './harness/guarded-page.ts';
import {
  DEEP,
  DEEP_TEXT,
  distanceToEnd,
  expectInView,
  settled,
  storeLong,
  target,
} from './harness/long-conversation.ts';
import { urlOf } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

const openButton = (page: Page): Locator => page.getByRole('button', { name: 'Tìm trong cuộc trò chuyện' });
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Tìm tin nhắn trong cuộc trò chuyện' });
const results = (page: Page): Locator => page.getByRole('region', { name: 'Kết quả tìm kiếm' });

/** The message in the middle of the screen, and its position. */
const middleShown = (page: Page) =>
  page.getByRole('log').evaluate((element) => {
    const { top, height } = element.getBoundingClientRect();
    const found = [...element.querySelectorAll('[dir=auto]')].find(
      (candidate) => candidate.getBoundingClientRect().top >= top + height / 2,
    );
    if (!found) throw new Error('no message on the screen');
    return { text: found.textContent, top: found.getBoundingClientRect().top };
  });

/** Scrolls until more messages are loaded, and checks that nothing shifts when they are rendered. */
async function readOn(page: Page, user: { id: string; username: string }, by: number, label: string): Promise<void> {
  // The delay has no fixed time, which could pass on a slow machine before the load is visible.
  const measured = Promise.withResolvers<void>();
  const mend = await spoil(page, /^\/api\/admin\/chat\//, { until: measured.promise });
  const reading = page.getByText(label);
  await page.getByRole('log').hover();
  for (let round = 0; round < 60 && (await reading.count()) === 0; round += 1) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(60);
  }
  await reading.waitFor();
  await settled(page);
  const { text, top } = await middleShown(page);
  measured.resolve();
  await reading.waitFor({ state: 'detached' });
  await settled(page);
  const now = await bubble(page, user, text).evaluate((element) => element.getBoundingClientRect().top);
  expect(Math.abs(now - top), `where ${text} stands`).toBeLessThan(4);
  await mend();
}

test.describe('chat: search in a conversation', () => {
  test('jumps to an old message, shows its context, and loads on in both directions without a layout jump', async ({
    panel,
  }) => {
    const user = await storeLong(panel, 'Đoàn Thị Tìm');
    const page = await openConversation(await panel.newPage(), user);
    await bubble(page, user, 'tin số 500').waitFor();
    await openButton(page).click();
    await expect(field(page)).toBeFocused();
    await field(page).fill('hoa don');
    await page.getByText('2 kết quả', { exact: true }).waitFor();
    expect(await results(page).locator('mark').allTextContents()).toEqual(['HÓA ĐƠN', 'hóa đơn']);
    await results(page).getByRole('button', { name: DEEP_TEXT }).click();
    await expectInView(target(page));
    expect(await target(page).textContent()).toContain(DEEP_TEXT);
    await eventually(() => urlOf(page)).toBe(`${chatUrl(user)}&seq=${DEEP}`);
    await page.getByText('2/2', { exact: true }).waitFor();
    await bubble(page, user, `tin số ${DEEP + 1}`).waitFor();
    await bubble(page, user, `tin số ${DEEP - 1}`).waitFor();
    expect(await bubble(page, user, 'tin số 500').count()).toBe(0);

    await readOn(page, user, -700, 'Đang tải tin nhắn cũ hơn...');
    await readOn(page, user, 700, 'Đang tải tin nhắn mới hơn...');

    await page.goBack();
    await bubble(page, user, 'tin số 500').waitFor();
    await eventually(() => urlOf(page)).toBe(chatUrl(user));
    await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    await page.goForward();
    await expectInView(target(page));
    await page.reload();
    await expectInView(target(page));
    expect(await target(page).textContent()).toContain(DEEP_TEXT);
  });
});
