import { expect } from '@playwright/test';
import { noisyPng, pngOf } from '../../server/src/testing/test-images.ts';
import { breakable, loseFrames } from './harness/breakable-socket.ts';
import { choose, chosen, isDrawn, png, shown, stored, storedImages } from './harness/chat-images.ts';
import {
  box,
  fastForwardUntil,
  keptInOutbox,
  log,
  openConversation,
  send,
  sendButton,
  timeOf,
} from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { slowNetwork } from './harness/slow-network.ts';
import { eventually, NARROW, test } from './harness/test.ts';

/** Two million bytes take at least ten seconds. */
const SLOW_BYTES_PER_SECOND = 150_000;
const SLOW_SIDE_PIXELS = 800;

test.describe('image upload over a slow connection', () => {
  test('is shown at once with its progress, and can be cancelled', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Bùi Thị Giang' });
    const page = await openConversation(await panel.newPage({ viewport: NARROW }), user);
    await slowNetwork(page, { upload: SLOW_BYTES_PER_SECOND });
    await choose(page, [png('một.png', await noisyPng(SLOW_SIDE_PIXELS))]);
    await expect(chosen(page)).toHaveCount(1);
    await send(page, user, 'chú thích');
    await expect(chosen(page)).toHaveCount(0);
    await send(page, user, 'sau đó');
    const progress = log(page, user).getByRole('progressbar', { name: 'Đang tải ảnh lên' });
    await progress.waitFor();
    await eventually(() => isDrawn(shown(page, user))).toBe(true);
    await eventually(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await log(page, user).getByRole('button', { name: 'Hủy' }).press('Enter');
    await log(page, user).getByText('Đã gửi').waitFor();
    expect(await storedImages(panel, user)).toMatchObject([{ type: 'text' }]);
    expect(await shown(page, user).count()).toBe(0);
    expect(await log(page, user).getByText('chú thích').count()).toBe(0);
  });

  test('survives a reload in the middle, and is stored once', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Đỗ Thị Hạnh' });
    const page = await openConversation(await panel.newPage(), user);
    const endSlowness = await slowNetwork(page, { upload: SLOW_BYTES_PER_SECOND });
    await choose(page, [png('một.png', await noisyPng(SLOW_SIDE_PIXELS))]);
    await expect(chosen(page)).toHaveCount(1);
    await send(page, user, 'chú thích');
    await expect(chosen(page)).toHaveCount(0);
    await send(page, user, 'sau đó');
    await log(page, user).getByRole('progressbar').waitFor();
    await eventually(() => keptInOutbox(page)).toBe(2);
    expect(await storedImages(panel, user)).toEqual([]);
    await endSlowness();
    await page.reload();
    await expect(log(page, user).getByText('Đã gửi')).toHaveCount(2);
    expect(await storedImages(panel, user)).toMatchObject([
      { type: 'image', caption: 'chú thích', width: SLOW_SIDE_PIXELS },
      { type: 'text' },
    ]);
    expect(await stored(page, user).count()).toBe(1);
    await eventually(() => isDrawn(shown(page, user))).toBe(true);
  });
});

test.describe('image upload without a connection', () => {
  test('is queued, is shown after a reload, and is sent once', async ({ panel }) => {
    panel.expectProblem(/WebSocket/);
    const user = await createUser(panel.db, { username: 'Trịnh Văn Khoa' });
    const page = await panel.newPage();
    const connection = await breakable(page);
    await openConversation(page, user);
    await send(page, user, 'trước');
    await log(page, user).getByText('Đã gửi').waitFor();
    await connection.cut();
    await choose(page, [png('một.png', await pngOf())]);
    await expect(chosen(page)).toHaveCount(1);
    await sendButton(page).click();
    await log(page, user).getByText('Đang gửi, chờ kết nối').waitFor();
    await page.reload();
    await eventually(() => isDrawn(shown(page, user))).toBe(true);
    expect(await storedImages(panel, user)).toHaveLength(1);
    connection.mend();
    await page.goto('/admin/dashboard');
    await eventually(() => storedImages(panel, user)).toMatchObject([{ type: 'text' }, { type: 'image' }]);
  });

  test('whose response was lost is stored once', async ({ panel }) => {
    panel.expectProblem(/net::ERR_/);
    const user = await createUser(panel.db, { username: 'Mai Thị Loan' });
    const page = await panel.newPage();
    await loseFrames(page, (frame) => frame.startsWith('42["message_sent"'));
    let losses = 1;
    await page.route(/\/api\/admin\/chat\/send-image\//, async (route) => {
      const response = await route.fetch();
      if (losses-- > 0) await route.abort('connectionreset');
      else await route.fulfill({ response: response });
    });
    await openConversation(page, user);
    await choose(page, [png('một.png', await pngOf())]);
    await expect(chosen(page)).toHaveCount(1);
    await sendButton(page).click();
    await log(page, user).getByText('Đã gửi').waitFor({ timeout: 20_000 });
    expect(losses).toBeLessThan(0);
    expect(await stored(page, user).count()).toBe(1);
    expect(await storedImages(panel, user)).toHaveLength(1);
  });

  test('without a response does not delay other conversations, and fails after 60 s', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Tạ Văn Minh' });
    const other = await createUser(panel.db, { username: 'Kiều Thị Nga' });
    const page = await panel.newPage();
    await page.clock.install();
    const sending = /\/api\/admin\/chat\/send-image\//;
    await page.context().route(sending, () => new Promise(() => undefined));
    await openConversation(page, user);
    await choose(page, [png('một.png', await pngOf())]);
    await expect(chosen(page)).toHaveCount(1);
    const sentAt = await timeOf(page);
    await sendButton(page).click();
    await log(page, user).getByRole('button', { name: 'Hủy' }).waitFor();
    const beside = await openConversation(await page.context().newPage(), other);
    await send(beside, other, 'chào');
    await log(beside, other).getByText('Đã gửi').waitFor();
    const failedAt = await fastForwardUntil(page, log(page, user).getByText('Lỗi gửi tin nhắn'));
    expect(failedAt - sentAt).toBeGreaterThan(60_000);
    await page.context().unroute(sending);
    await log(page, user).getByRole('button', { name: 'Gửi lại' }).click();
    await log(page, user).getByText('Đã gửi').waitFor();
    expect(await stored(page, user).count()).toBe(1);
    expect(await storedImages(panel, user)).toHaveLength(1);
  });

  test("that exceeds the browser's storage quota keeps the image in the message box", async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Cao Văn Nghĩa' });
    const page = await panel.newPage();
    await page.addInitScript(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value: unknown, ...rest) {
        const isPicture = typeof value === 'object' && value !== null && 'bytes' in value;
        if (isPicture) throw new DOMException('full', 'QuotaExceededError');
        return put.call(this, value, ...rest);
      };
    });
    await openConversation(page, user);
    await choose(page, [png('một.png', await pngOf())]);
    await expect(chosen(page)).toHaveCount(1);
    await send(page, user, 'chú thích');
    await page.getByText('một.png: Trình duyệt không còn chỗ để giữ ảnh chờ gửi').waitFor();
    expect(await chosen(page).count()).toBe(1);
    await expect(box(page, user)).toHaveValue('chú thích');
    await page.getByRole('button', { name: 'Bỏ ảnh một.png' }).click();
    await box(page, user).press('Enter');
    await log(page, user).getByText('Đã gửi').waitFor();
  });
});
