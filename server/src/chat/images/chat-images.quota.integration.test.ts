import { IMAGE_MAX_BYTES } from '@hai-dang/contract/constants.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ImageApp, openImageApp } from '../../testing/chat-images.ts';
import { newTempId } from '../../testing/chat-members.ts';
import { uploadOf } from '../../testing/multipart.ts';
import { noisyPng, pngOf } from '../../testing/test-images.ts';

let app: ImageApp;
let image: Buffer;
let storedBytes: number;
beforeAll(async () => {
  image = await noisyPng(300);
  const measured = await openImageApp();
  const { full, preview } = await measured.sendAndRead(image);
  storedBytes = full.length + preview.length;
  await measured.close();
  app = await openImageApp({ userImagesMaxBytes: 2 * storedBytes });
});
afterAll(() => app?.close());

const sendAsUser = (token: string, bytes: Buffer, tempId = newTempId()) =>
  app.testApp.send('POST', '/api/users/chat/send-image', { ...uploadOf({ tempId }, 'image', [bytes]), token });

async function imageBytesOf(userId: string): Promise<number | undefined> {
  const { db } = app.testApp.database;
  const row = await db
    .selectFrom('conversations')
    .select('image_bytes')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.image_bytes;
}

test('sendImageAsUser beyond the quota: 413 IMAGE_QUOTA_EXCEEDED, nothing is stored, a repeat gets the same response', async () => {
  const user = await app.newUser();
  const token = await app.sessionOf(user.id);
  const first = newTempId();
  expect((await sendAsUser(token, image, first)).statusCode).toBe(200);
  expect((await sendAsUser(token, image)).statusCode).toBe(200);
  expect(await imageBytesOf(user.id)).toBe(2 * storedBytes);
  const files = await app.filesOf(user.id);

  // Rejected before it is decoded: the invalid image is not read at all.
  for (const bytes of [image, Buffer.from('GIF89a')]) {
    const response = await sendAsUser(token, bytes);
    expect([response.statusCode, response.json()]).toMatchObject([413, { code: 'IMAGE_QUOTA_EXCEEDED' }]);
  }
  expect((await sendAsUser(token, image, first)).statusCode).toBe(200);
  expect(await imageBytesOf(user.id)).toBe(2 * storedBytes);
  expect(await app.filesOf(user.id)).toEqual(files);
  expect(await app.messagesOf(user.id)).toHaveLength(2);
});

test('sendImageAsUser: an image above the remaining quota answers 413, one within it 200', async () => {
  const user = await app.newUser();
  const token = await app.sessionOf(user.id);
  expect((await sendAsUser(token, image)).statusCode).toBe(200);
  const large = await noisyPng(1_200);
  expect(large.length).toBeLessThan(IMAGE_MAX_BYTES);
  expect((await sendAsUser(token, large)).json()).toMatchObject({ code: 'IMAGE_QUOTA_EXCEEDED' });
  expect((await sendAsUser(token, await pngOf())).statusCode).toBe(200);
});

test("sendImage: images of administrators are not counted, and accepted above the user's quota", async () => {
  const user = await app.newUser();
  const token = await app.sessionOf(user.id);
  for (let count = 0; count < 2; count += 1) expect((await sendAsUser(token, image)).statusCode).toBe(200);
  expect((await app.sendOne(user.id, image)).statusCode).toBe(200);
  expect(await imageBytesOf(user.id)).toBe(2 * storedBytes);
});
