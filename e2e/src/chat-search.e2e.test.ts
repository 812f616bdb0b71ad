import { expect, type Locator, type Page } from '@playwright/test';
import { box, bubble, chatUrl, minutesAgo, openConversation, storeConversation } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { pressWhileComposing } from './harness/fields.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import {
  DEEP,
  DEEP_TEXT,
  distanceToEnd,
  expectInView,
  NEAR_TEXT,
  settled,
  storeLong,
  target,
} from './harness/long-conversation.ts';
import { urlOf } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';

const SEARCH = '/api/admin/chat/search';
const openButton = (page: Page): Locator => page.getByRole('button', { name: 'Tìm trong cuộc trò chuyện' });
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Tìm tin nhắn trong cuộc trò chuyện' });
const results = (page: Page): Locator => page.getByRole('region', { name: 'Kết quả tìm kiếm' });
const found = (page: Page): Locator => page.getByRole('region', { name: 'Tin nhắn', exact: true });

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

  test('works by keyboard: Enter to older hits, Shift+Enter back, Escape closes it', BY_KEYBOARD, async ({ panel }) => {
    const user = await storeLong(panel, 'Đỗ Văn Phím');
    const page = await openConversation(await panel.newPage(), user);
    await bubble(page, user, 'tin số 500').waitFor();
    await openButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeFocused();
    // On a slow machine the debounced search starts before Enter; with hits present, Enter would go to the first.
    const entered = Promise.withResolvers<void>();
    const mend = await spoil(page, SEARCH, { until: entered.promise });
    await page.keyboard.type('hóa đơn');
    await page.keyboard.press('Enter');
    entered.resolve();
    await page.getByText('2 kết quả', { exact: true }).waitFor();
    await mend();
    await page.keyboard.press('Enter');
    await page.getByText('1/2', { exact: true }).waitFor();
    await expectInView(target(page));
    expect(await target(page).textContent()).toContain(NEAR_TEXT);
    await page.keyboard.press('Enter');
    await page.getByText('2/2', { exact: true }).waitFor();
    await expect(target(page)).toContainText(DEEP_TEXT);
    await page.keyboard.press('Shift+Enter');
    await page.getByText('1/2', { exact: true }).waitFor();
    await expect(target(page)).toContainText(NEAR_TEXT);
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    await expect(openButton(page)).toBeFocused();
    await page.goBack();
    await eventually(() => urlOf(page), 'the way through the hits is one step').toBe(chatUrl(user));
  });

  test('two key presses of Enter in one task: the hits are one history entry', async ({ panel }) => {
    const user = await storeLong(panel, 'Đỗ Văn Nhanh');
    const page = await openConversation(await panel.newPage(), user);
    await bubble(page, user, 'tin số 500').waitFor();
    await openButton(page).click();
    await field(page).fill('hóa đơn');
    await page.getByText('2 kết quả', { exact: true }).waitFor();
    await field(page).evaluate((input) => {
      for (let press = 0; press < 2; press += 1) {
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      }
    });
    await eventually(() => new URL(page.url()).searchParams.has('seq')).toBe(true);
    await page.goBack();
    await eventually(() => urlOf(page)).toBe(chatUrl(user));
  });

  test('a key that ends a composition does not close it', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Đỗ Thị Bích' });
    const page = await openConversation(await panel.newPage(), user);
    await page.getByRole('button', { name: 'Tìm trong cuộc trò chuyện' }).click();
    const field = page.getByRole('textbox', { name: 'Tìm tin nhắn trong cuộc trò chuyện' });
    await field.fill('xin');
    await pressWhileComposing(field, 'Escape');
    await page.waitForTimeout(200);
    await expect(field).toHaveValue('xin');
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
  });

  test('shows no hits, an error, and that a legacy backend does not support it', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    panel.expectProblem(failedRequest(404));
    const user = await storeLong(panel, 'Mạc Thị Rỗng');
    const page = await openConversation(await panel.newPage(), user);
    await openButton(page).click();
    await field(page).fill('không ai viết thế này');
    await results(page).getByText('Không tìm thấy tin nhắn phù hợp').waitFor();
    const mend = await spoil(page, SEARCH, { status: 500 });
    await field(page).fill('hóa đơn');
    await results(page).getByRole('alert').getByText('Không thể tìm tin nhắn').waitFor();
    await mend();
    await results(page).getByRole('button', { name: 'Thử lại' }).click();
    await page.getByText('2 kết quả', { exact: true }).waitFor();
    await spoil(page, SEARCH, { status: 404 });
    await field(page).fill('đà lạt');
    await results(page).getByText('Máy chủ này không hỗ trợ tìm tin nhắn').waitFor();
    await page.getByRole('textbox', { name: 'Tìm kiếm người dùng' }).fill('đà lạt');
    await page.getByText('Không tìm thấy người dùng phù hợp').waitFor();
    expect(await found(page).count()).toBe(0);
  });
});

test.describe('chat: search over all conversations', () => {
  test('lists messages below the users, opens each in its conversation, and loads more on request', async ({
    panel,
  }) => {
    const user = await storeLong(panel, 'Ngô Văn Sâu');
    const other = await createUser(panel.db, { username: 'Ông Thị Khác' });
    const many = Array.from({ length: 30 }, (_, index) => ({
      text: `bến xe ${index + 1}`,
      at: minutesAgo(60 - index),
    }));
    await storeConversation(panel, other, many);
    const page = await panel.open('/admin/chat');
    const people = page.getByRole('textbox', { name: 'Tìm kiếm người dùng' });
    await people.fill('ben xe');
    await expect(found(page).getByRole('link')).toHaveCount(20);
    await found(page).getByRole('button', { name: 'Tìm tiếp trong tin nhắn cũ hơn' }).click();
    await expect(found(page).getByRole('link')).toHaveCount(30);
    await people.fill('đà lạt');
    const hit = found(page).getByRole('link', { name: DEEP_TEXT }).first();
    expect(await hit.textContent()).toContain('Ngô Văn Sâu');
    await hit.click();
    await expectInView(target(page));
    expect(await target(page).textContent()).toContain(DEEP_TEXT);
    await eventually(() => urlOf(page)).toBe(`${chatUrl(user)}&seq=${DEEP}`);
    await box(page, user).waitFor();
    await page.goBack();
    await page.getByText('Chọn một người dùng để bắt đầu trò chuyện').waitFor();
    await people.fill('b');
    await page.waitForTimeout(800);
    expect(await found(page).count(), 'one letter is not looked for').toBe(0);
  });
});
