import { expect } from '@playwright/test';
import { noisyPng, pngOf } from '../../server/src/testing/test-images.ts';
import { createAppUser } from './harness/app-user.ts';
import {
  choose,
  chosen,
  isDrawn,
  isImageUrl,
  png,
  sendOverHttp,
  shown,
  stored,
  storedImages,
} from './harness/chat-images.ts';
import { box, log, openConversation, receivedBy, whileOpen } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { eventually, test } from './harness/test.ts';

test.describe('chat images', () => {
  test('are chosen, sent with a caption, and shown to another administrator and the user', async ({ panel }) => {
    const user = await createAppUser(panel, { username: 'Trần Thị Lan' });
    await whileOpen(user, async () => {
      const received = receivedBy(user, 'receive_message');
      const other = await openConversation(await panel.newPage(), user);
      const page = await openConversation(await panel.newPage(), user);
      await choose(page, [
        png('biển.png', await pngOf({ width: 600, height: 300 })),
        png('núi.png', await pngOf({ width: 300, height: 600, background: '#703' })),
      ]);
      await expect(chosen(page)).toHaveCount(2);
      await box(page, user).fill('Đà Nẵng');
      await box(page, user).press('Enter');
      await eventually(() => storedImages(panel, user)).toEqual([
        { type: 'image', caption: 'Đà Nẵng', width: 600, height: 300 },
        { type: 'image', caption: null, width: 300, height: 600 },
      ]);
      expect(await chosen(page).count()).toBe(0);
      await expect(box(page, user)).toHaveValue('');
      for (const viewer of [page, other]) {
        await expect(stored(viewer, user)).toHaveCount(2);
        await expect(shown(viewer, user)).toHaveCount(2);
        for (const image of await shown(viewer, user).all()) await eventually(() => isDrawn(image)).toBe(true);
        await log(viewer, user).getByText('Đà Nẵng', { exact: true }).waitFor();
      }
      await eventually(() => received).toMatchObject([
        { type: 'image', caption: 'Đà Nẵng', image: { width: 600, height: 300 } },
        { type: 'image', image: { width: 300, height: 600 } },
      ]);
      // The sender's page loads nothing for its own image; the other page loads only the preview.
      await page.reload();
      await expect(stored(page, user)).toHaveCount(2);
      for (const image of await shown(page, user).all()) await eventually(() => isDrawn(image)).toBe(true);
    });
  });

  test('that the server rejects show the reason, and can be discarded', async ({ panel }) => {
    panel.expectProblem(failedRequest(415));
    const user = await createUser(panel.db, { username: 'Hồ Thị Thu' });
    const page = await openConversation(await panel.newPage(), user);
    // The header with its size is valid, its pixel data is not.
    const torn = (await noisyPng(300)).subarray(0, 100_000);
    await choose(page, [png('rách.png', torn)]);
    await expect(chosen(page)).toHaveCount(1);
    await expect(box(page, user)).toBeFocused();
    await page.keyboard.press('Enter');
    await log(page, user).getByText('Tệp không phải là hình ảnh được hỗ trợ').waitFor();
    await log(page, user).getByRole('button', { name: 'Gửi lại' }).waitFor();
    await log(page, user).getByRole('button', { name: 'Xóa' }).click();
    await page.getByText('Chưa có tin nhắn nào').waitFor();
    expect(await storedImages(panel, user)).toEqual([]);
  });

  test('that fail to load keep their space, and load on retry', async ({ panel }) => {
    panel.expectProblem(failedRequest('network'));
    const user = await createUser(panel.db, { username: 'Đặng Văn Phú' });
    await sendOverHttp(panel, user, [await pngOf({ width: 900, height: 450 })]);
    const page = await panel.newPage();
    await page.route(isImageUrl, (route) => route.abort('connectionfailed'));
    await openConversation(page, user);
    const retry = log(page, user).getByRole('button', { name: 'Không tải được ảnh Thử lại' });
    await retry.waitFor();
    const place = await retry.boundingBox();
    expect(place).toMatchObject({ width: 256, height: 128 });
    await page.unroute(isImageUrl);
    await retry.click();
    await eventually(() => isDrawn(shown(page, user))).toBe(true);
    expect(await stored(page, user).boundingBox()).toEqual(place);
  });

  test('reserve their space before they load: no layout shift', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Lưu Thị Quỳnh' });
    const sizes = [900, 120, 400, 60, 300, 700, 200, 500];
    await sendOverHttp(
      panel,
      user,
      await Promise.all(sizes.map((height, index) => pngOf({ width: 600, height, background: `#${index}a3` }))),
    );
    const page = await panel.newPage();
    const gate = Promise.withResolvers<void>();
    await page.route(isImageUrl, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await openConversation(page, user);
    await stored(page, user).last().waitFor();
    expect(await isDrawn(shown(page, user).last())).toBe(false);
    const place = () =>
      log(page, user).evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
        scrollHeight,
        toEnd: Math.round(scrollHeight - clientHeight - scrollTop),
      }));
    await eventually(async () => (await place()).toEnd).toBe(0);
    const before = await place();
    gate.resolve();
    await eventually(() => isDrawn(shown(page, user).last())).toBe(true);
    await expect(shown(page, user)).toHaveCount(await stored(page, user).count());
    expect(await place()).toEqual(before);
  });
});
