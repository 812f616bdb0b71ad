import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_MAX_BYTES } from '@hai-dang/contract/constants.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImageApp, openImageApp } from '../../testing/chat-images.ts';
import { insertAdmin } from '../../testing/factories.ts';
import { noisyPng, pngOf } from '../../testing/test-images.ts';

let app: ImageApp;
let image: Buffer;
beforeAll(async () => {
  app = await openImageApp();
  image = await pngOf();
});
afterAll(() => app.close());

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
const rejected: Array<[string, () => Buffer | Promise<Buffer>, number, string]> = [
  ['an SVG', () => svg, 415, 'IMAGE_UNSUPPORTED'],
  ['an SVG after a byte order mark', () => Buffer.concat([Buffer.from('\ufeff'), svg]), 415, 'IMAGE_UNSUPPORTED'],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'IMAGE_UNSUPPORTED'],
  ['a TIFF', () => sharp(image).tiff().toBuffer(), 415, 'IMAGE_UNSUPPORTED'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 415, 'IMAGE_UNSUPPORTED'],
  ['a GIF that goes on as a script', () => Buffer.from('GIF89a/*<script>*/=1;alert(1)'), 415, 'IMAGE_UNSUPPORTED'],
  ['half an image', async () => (await noisyPng(100)).subarray(0, 9_000), 415, 'IMAGE_UNSUPPORTED'],
  [
    'one byte over 10 MB',
    () => Buffer.concat([image, Buffer.alloc(IMAGE_MAX_BYTES + 1 - image.length)]),
    413,
    'IMAGE_TOO_LARGE',
  ],
  ['11 MB', () => noisyPng(1_970), 413, 'IMAGE_TOO_LARGE'],
];

describe('sendImage: leaves neither message nor file after a rejected image', () => {
  test.each(rejected)('%s', async (_what, make, status, code) => {
    const user = await app.newUser();
    const response = await app.sendOne(user.id, await make());
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ success: false, code });
    expect(await app.messagesOf(user.id)).toEqual([]);
    expect(await app.filesOf(user.id)).toEqual([]);
  });

  test('14 000 × 14 000 pixels, without allocating their memory', { timeout: 60_000 }, async () => {
    const user = await app.newUser();
    const huge = await pngOf({ width: 14_000, height: 14_000 });
    const before = process.memoryUsage().rss;
    const response = await app.sendOne(user.id, huge);
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ code: 'IMAGE_TOO_MANY_PIXELS' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('sendImage: a polyglot file is stored as its image only, without the rest of its content', async () => {
    const script = '<script>alert(document.domain)</script>';
    const { full } = await app.sendAndRead(Buffer.concat([image, Buffer.from(script)]));
    expect(full.includes(script)).toBe(false);
  });

  test('sendImage: rejects a caption that is too long, an unknown user, an administrator as receiver', async () => {
    const user = await app.newUser();
    const long = await app.sendOne(user.id, image, { caption: 'x'.repeat(4_001) });
    expect(long.json()).toMatchObject({ code: 'VALIDATION_FAILED', message: 'Chú thích quá dài' });
    for (const id of ['khong-co', app.testApp.admin.id]) {
      expect((await app.sendOne(id, image)).json()).toMatchObject({ code: 'CHAT_USER_NOT_FOUND' });
      expect(await app.filesOf(id)).toEqual([]);
    }
  });
});

describe('GET /media: the URL of a chat image', () => {
  test('works with its signature for all clients, and with a token for administrators and the user alone', async () => {
    const { user, message } = await app.sendAndRead(image);
    const [stranger, admin] = [await app.newUser(), await insertAdmin(app.testApp.database.db)];
    for (const address of [message.content, message.image?.preview ?? '']) {
      const get = async (url: string, token?: string) => (await app.testApp.send('GET', url, { token })).statusCode;
      expect(address).toMatch(/^http:\/\/localhost\/media\/chat\//);
      expect(await get(address)).toBe(200);
      const [bare = ''] = address.split('?');
      expect(await get(bare)).toBe(404);
      expect(await get(bare, await app.sessionOf(admin.id))).toBe(200);
      expect(await get(bare, await app.sessionOf(user.id))).toBe(200);
      expect(await get(bare, await app.sessionOf(stranger.id))).toBe(404);
      // Under the stranger's own id there is no such image.
      expect(await get(bare.replace(user.id, stranger.id), await app.sessionOf(stranger.id))).toBe(404);
      expect(await get(address.replace(user.id, stranger.id))).toBe(404);
      const disable = (is_disabled: boolean) =>
        app.testApp.database.db.updateTable('users').set({ is_disabled }).where('id', '=', user.id).execute();
      const token = await app.sessionOf(user.id);
      await disable(true);
      expect(await get(bare, token)).toBe(404);
      await disable(false);
    }
  });

  test('returns headers that let the client cache it while the signature is valid, and run no script', async () => {
    const { message } = await app.sendAndRead(image);
    const { headers, rawPayload } = await app.testApp.send('GET', message.content, { token: undefined });
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(rawPayload.length),
      'cache-control': expect.stringMatching(/^private, max-age=\d{4}, immutable$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
    });
    const seconds = Number(/max-age=(\d+)/.exec(String(headers['cache-control']))?.[1]);
    expect(seconds).toBeGreaterThan(30 * 60);
    expect(seconds).toBeLessThanOrEqual(60 * 60);
    const byToken = await app.testApp.send('GET', message.content.split('?')[0] ?? '');
    expect(byToken.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
    expect(byToken.headers.vary).toMatch(/\bauthorization\b/);
    const head = await app.testApp.app.inject({ method: 'HEAD', url: message.content });
    expect([head.statusCode, head.payload]).toEqual([200, '']);
  });

  test('is 404 for an unknown name, an invalid name, or a missing file; the error is not cached', async () => {
    const { user, message } = await app.sendAndRead(image);
    const name = message.content.split('?')[0]?.split('/').at(-1) ?? '';
    const names = [
      `${'f'.repeat(64)}.webp`,
      '..%2f..%2fpostgres',
      `%00${name}`.slice(0, 60),
      'x.webp',
      name.toUpperCase(),
    ];
    for (const each of names) {
      const response = await app.testApp.send('GET', `/media/chat/${user.id}/${each}`);
      expect(response.json()).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
      expect(response.headers['cache-control']).toBe('no-store');
    }
    const file = path.join(app.mediaDir, 'chat', user.id, name);
    await rm(file);
    expect((await app.testApp.send('GET', message.content)).statusCode).toBe(404);
    // Can be opened, and fails on read.
    await mkdir(file);
    const unreadable = await app.testApp.send('GET', message.content);
    expect(unreadable.statusCode).toBe(500);
    expect(unreadable.headers['cache-control']).toBe('no-store');
  });
});
