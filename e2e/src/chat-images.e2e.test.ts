import { expect } from '@playwright/test';
import { noisyPng, pngOf } from '../../server/src/testing/test-images.ts';
import { createAppUser } from './harness/app-user.ts';
import {
  carry,
  choose,
  chosen,
  expireUrls,
  isDrawn,
  isImageUrl,
  png,
  sendOverHttp,
  shown,
  stored,
  storedImages,
} from './harness/chat-images.ts';
import { box, log, openConversation, receivedBy, sendButton, whileOpen } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { eventually, NARROW, test } from './harness/test.ts';

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

  test('can be pasted; a clipboard with text beside its image is pasted as text', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Lê Văn Bình' });
    const page = await openConversation(await panel.newPage(), user);
    const file = png('image.png', await pngOf());
    const paste = async (text?: string) => {
      const clipboardData = await carry(page, [file], text);
      await box(page, user).evaluate((field, data) => {
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }, clipboardData);
    };
    await paste();
    await expect(chosen(page)).toHaveCount(1);
    await paste('một ô của bảng tính');
    await paste();
    await expect(chosen(page)).toHaveCount(2);
    await page.keyboard.press('Enter');
    await eventually(async () => (await storedImages(panel, user)).length).toBe(2);
  });

  test('can be dropped anywhere on the conversation, which shows a drop zone', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Phạm Thị Cúc' });
    const page = await openConversation(await panel.newPage(), user);
    const place = page.getByRole('region', { name: `Tin nhắn với ${user.username}` });
    const zone = page.getByText('Thả hình ảnh vào đây để gửi');
    const dataTransfer = await carry(page, [png('một.png', await pngOf()), png('hai.png', await pngOf())]);
    await place.dispatchEvent('dragenter', { dataTransfer });
    await zone.waitFor();
    await box(page, user).dispatchEvent('dragenter', { dataTransfer });
    await place.dispatchEvent('dragleave', { dataTransfer });
    expect(await zone.isVisible()).toBe(true);
    await box(page, user).dispatchEvent('dragleave', { dataTransfer });
    await zone.waitFor({ state: 'detached' });
    await place.dispatchEvent('dragenter', { dataTransfer });
    await box(page, user).dispatchEvent('dragover', { dataTransfer });
    await box(page, user).dispatchEvent('drop', { dataTransfer });
    await zone.waitFor({ state: 'detached' });
    await expect(chosen(page)).toHaveCount(2);
    await choose(
      page,
      await Promise.all(Array.from({ length: 9 }, async (_, index) => png(`${index}.png`, await pngOf()))),
    );
    await page.getByRole('alert').getByText('8.png: Mỗi lần chỉ gửi được tối đa 10 hình ảnh').waitFor();
    expect(await chosen(page).count()).toBe(10);
    // Dragged text shows no drop zone.
    await place.dispatchEvent('dragenter', { dataTransfer: await carry(page, [], 'chữ') });
    expect(await zone.count()).toBe(0);
  });

  test('that are invalid are named with the reason at once; the valid ones stay', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Ngô Thị Dung' });
    const page = await openConversation(await panel.newPage({ viewport: NARROW }), user);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const nine = await noisyPng(1_750);
    const eleven = await noisyPng(1_960);
    expect([nine, eleven].map(({ length }) => Math.floor(length / 1_000_000))).toEqual([9, 11]);
    await choose(page, [
      png('chín.png', nine),
      png('mười một.png', eleven),
      { name: 'hình.svg', mimeType: 'image/svg+xml', buffer: svg },
      png('giả.png', svg),
      png('rộng.png', await pngOf({ width: 6_400, height: 6_400 })),
      png('nhỏ.png', await pngOf()),
    ]);
    await eventually(() => chosen(page).allTextContents()).toEqual(['chín.png8,8 MB', 'nhỏ.png1 KB']);
    const rejected = page.getByRole('alert').getByRole('listitem');
    expect(await rejected.allTextContents()).toEqual([
      'mười một.png: Hình ảnh lớn hơn 10 MB',
      'hình.svg: Tệp không phải là hình ảnh được hỗ trợ (JPEG, PNG, WebP, GIF, AVIF)',
      'giả.png: Tệp không phải là hình ảnh được hỗ trợ (JPEG, PNG, WebP, GIF, AVIF)',
      'rộng.png: Hình ảnh có kích thước quá lớn (tối đa 40 triệu điểm ảnh)',
    ]);
    await page.getByRole('button', { name: 'Đóng thông báo' }).press('Enter');
    await expect(box(page, user)).toBeFocused();
    await page.getByRole('button', { name: 'Bỏ ảnh nhỏ.png' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Bỏ ảnh chín.png' })).toBeFocused();
    await sendButton(page).press('Enter');
    await eventually(() => storedImages(panel, user)).toEqual([
      { type: 'image', caption: null, width: 1_750, height: 1_750 },
    ]);
    await expect(stored(page, user)).toHaveCount(1);
    await eventually(() => isDrawn(shown(page, user))).toBe(true);
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

  test('open in the viewer at full size, one after another', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Vũ Thị Em' });
    const page = await openConversation(await panel.newPage(), user);
    await choose(page, [png('một.png', await pngOf()), png('hai.png', await pngOf({ background: '#a33' }))]);
    await expect(chosen(page)).toHaveCount(2);
    await sendButton(page).click();
    await expect(stored(page, user)).toHaveCount(2);
    await stored(page, user).last().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Xem ảnh' });
    await dialog.getByText('2 / 2').waitFor();
    await eventually(() => isDrawn(dialog.getByRole('img'))).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await dialog.getByText('1 / 2').waitFor();
    await eventually(() => isDrawn(dialog.getByRole('img'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(stored(page, user).last()).toBeFocused();
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

  test('with an expired URL load from a new one: in the viewer, and in the list on retry', async ({ panel }) => {
    panel.expectProblem(failedRequest(404));
    const user = await createUser(panel.db, { username: 'Quách Văn Rạng' });
    await sendOverHttp(panel, user, [await pngOf(), await pngOf({ background: '#a33' })]);
    const page = await openConversation(await panel.newPage(), user);
    await eventually(() => isDrawn(shown(page, user).last())).toBe(true);
    const before = await shown(page, user).last().getAttribute('src');
    await expireUrls(panel);
    await stored(page, user).last().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Xem ảnh' });
    await eventually(() => isDrawn(dialog.getByRole('img'))).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await dialog.getByText('1 / 2').waitFor();
    await eventually(() => isDrawn(dialog.getByRole('img'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(shown(page, user).last()).not.toHaveAttribute('src', before ?? '');
    await eventually(() => isDrawn(shown(page, user).last())).toBe(true);
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
