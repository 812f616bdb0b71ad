import { IMAGE_MAX_BYTES } from '@hai-dang/contract/constants.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImageApp, openImageApp } from '../../testing/chat-images.ts';
import { newTempId } from '../../testing/chat-members.ts';
import { uploadOf } from '../../testing/multipart.ts';
import { animatedGif, lyingJpeg, noisyPng, pngOf } from '../../testing/test-images.ts';
import { sendTextAsAdmin } from '../messages/send-text.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
let app: ImageApp;
let image: Buffer;
beforeAll(async () => {
  app = await openImageApp();
  image = await pngOf();
});
afterAll(() => app.close());

describe('chat image', () => {
  test('is stored as WebP with a preview, and sent with its size', async () => {
    const { message, full, preview, user } = await app.sendAndRead(await pngOf({ width: 640, height: 400 }));
    expect(message).toMatchObject({ type: 'image', image: { width: 640, height: 400 }, seq: 1, isAdminMessage: true });
    expect(await sharp(full).metadata()).toMatchObject({ format: 'webp', width: 640, height: 400 });
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'webp', width: 320, height: 200 });
    const history = await app.testApp.post(`/api/admin/chat/${user.id}`);
    expect(history.json().data).toEqual([message]);
    const list = await app.testApp.post('/api/admin/online-users', { search: user.username });
    expect(list.json().data.users[0].lastMessage).toMatchObject({ type: 'image', content: message.content });
  });

  test('loses its metadata, and is rotated upright', async () => {
    const source = await lyingJpeg({ width: 300, height: 200 });
    expect(source.includes('Tran Thi Lan')).toBe(true);
    const { message, full, preview } = await app.sendAndRead(source);
    expect(message.image).toMatchObject({ width: 200, height: 300 });
    for (const bytes of [full, preview]) {
      const { exif, xmp, icc, orientation } = await sharp(bytes).metadata();
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.includes('Tran Thi Lan')).toBe(false);
    }
  });

  test('animated: stays animated, and its preview is a still', async () => {
    const { message, full, preview } = await app.sendAndRead(await animatedGif(['red', 'green', 'blue']));
    expect(message.image).toMatchObject({ width: 60, height: 40 });
    expect((await sharp(full).metadata()).pages).toBe(3);
    expect((await sharp(preview).metadata()).pages).toBeUndefined();
  });

  test('animated for too long: is stored as its first frame', { timeout: 60_000 }, async () => {
    const colours = ['red', 'green', 'blue', 'black'];
    const { message, full } = await app.sendAndRead(await animatedGif(colours, { width: 4_000, height: 2_600 }));
    expect(message.image).toMatchObject({ width: 4_000, height: 2_600 });
    expect((await sharp(full).metadata()).pages).toBeUndefined();
  });

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('is accepted as %s', async (format) => {
    const { message } = await app.sendAndRead(await sharp(image).toFormat(format).toBuffer());
    expect(message.image).toMatchObject({ width: 60, height: 40 });
  });

  test('of 9 MB is accepted, with more pixels than are stored', { timeout: 60_000 }, async () => {
    const large = await noisyPng(1_780);
    expect(large.length).toBeGreaterThan(9 * 1024 * 1024);
    expect(large.length).toBeLessThan(IMAGE_MAX_BYTES);
    const { message } = await app.sendAndRead(large);
    expect(message.image).toMatchObject({ width: 1_780, height: 1_780 });
    const wide = await app.sendAndRead(await pngOf({ width: 8_000, height: 1_000 }));
    expect(wide.message.image).toMatchObject({ width: 4_096, height: 512 });
  });
});

describe('chat image with the same key', () => {
  test('returns the stored message, and nothing is stored twice', async () => {
    const user = await app.newUser();
    const tempId = newTempId();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => app.sendOne(user.id, image, { tempId, caption: ' Biển ' })),
    );
    responses.push(await app.sendOne(user.id, image, { tempId, caption: 'Biển' }));
    for (const response of responses) expect(response.json()).toEqual(responses[0]?.json());
    expect(responses[0]?.json().data).toMatchObject({ tempId, caption: 'Biển', seq: 1 });
    expect(await app.messagesOf(user.id)).toHaveLength(1);
    expect(await app.filesOf(user.id)).toHaveLength(2);
  });

  test('but another image, caption, user or type is rejected', async () => {
    const [user, other] = [await app.newUser(), await app.newUser()];
    const tempId = newTempId();
    expect((await app.sendOne(user.id, image, { tempId })).statusCode).toBe(200);
    const another = await pngOf({ background: 'red' });
    const textId = newTempId();
    await sendTextAsAdmin(
      app.testApp.services.app,
      { userId: user.id, content: 'Chào', tempId: textId },
      app.testApp.admin,
    );
    const responses = [
      await app.sendOne(user.id, another, { tempId }),
      await app.sendOne(user.id, image, { tempId, caption: 'Khác' }),
      await app.sendOne(other.id, image, { tempId }),
      await app.sendOne(user.id, image, { tempId: textId }),
    ];
    for (const response of responses) {
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({ code: 'MESSAGE_KEY_REUSED' });
    }
    expect(await app.messagesOf(user.id)).toHaveLength(2);
    expect(await app.messagesOf(other.id)).toEqual([]);
  });

  test('of another sender is a new message', async () => {
    const user = await app.newUser();
    const tempId = newTempId();
    const upload = uploadOf({ tempId }, 'image', [image]);
    const token = await app.sessionOf(user.id);
    const own = await app.testApp.send('POST', '/api/users/chat/send-image', { ...upload, token });
    const response = await app.sendOne(user.id, image, { tempId });
    expect([own.json().data, response.json().data]).toMatchObject([
      { seq: 1, isAdminMessage: false, receiver: null, sender: { _id: user.id } },
      { seq: 2, isAdminMessage: true, receiver: user.id },
    ]);
    expect(await app.filesOf(user.id)).toHaveLength(2);
  });
});

describe('chat images: several at once', () => {
  test('are stored as messages in their order, with a key each; the first has the caption', async () => {
    const user = await app.newUser();
    const files = await Promise.all(['red', 'green', 'blue'].map((background) => pngOf({ background })));
    const tempId = newTempId();
    const response = await app.sendSeveral(user.id, files, tempId);
    expect(response.json().data).toMatchObject([
      { seq: 1, tempId: `${tempId}:0`, caption: 'Ba tấm' },
      { seq: 2, tempId: `${tempId}:1` },
      { seq: 3, tempId: `${tempId}:2` },
    ]);
    expect(response.json().data[1]).not.toHaveProperty('caption');
    expect((await app.sendSeveral(user.id, files, tempId)).json()).toEqual(response.json());
    expect(await app.messagesOf(user.id)).toHaveLength(3);
  });

  test('are all stored or none: one invalid image leaves none of the others', async () => {
    const user = await app.newUser();
    const response = await app.sendSeveral(user.id, [image, await pngOf({ background: 'red' }), SVG]);
    expect(response.statusCode).toBe(415);
    expect(await app.messagesOf(user.id)).toEqual([]);
    expect(await app.filesOf(user.id)).toEqual([]);
  });

  test('are accepted up to ten', async () => {
    const user = await app.newUser();
    const response = await app.sendSeveral(
      user.id,
      Array.from({ length: 10 }, () => image),
    );
    expect(response.json().data).toHaveLength(10);
    expect(await app.filesOf(user.id)).toHaveLength(2);
  });
});
