import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDiskImageStore, type ImageStore, type StoredImage } from '../lib/images/image-store.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertUser } from '../testing/factories.ts';
import { listen } from '../testing/socket-client.ts';

const NAME = '0123456789abcdef0123456789abcdef.webp';
/** More than the buffers of both ends of a connection hold. */
const SIZE_BYTES = 32 * 1024 * 1024;
const IMAGE_MS = 300;

let folder: string;
let testApp: TestApp;
let url: string;
/** All streams that the store has opened. */
let opened: Readable[];
/** Delays the store's responses until it is settled. */
let gate: Promise<unknown>;
/** Returned by the store in place of the file. */
let given: StoredImage | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-leaving-'));
  const mediaDir = path.join(folder, 'media');
  await mkdir(mediaDir);
  await writeFile(path.join(mediaDir, NAME), Buffer.alloc(SIZE_BYTES, 'RIFF'));
  const disk = createDiskImageStore(mediaDir);
  const images: ImageStore = {
    ...disk,
    async read(key) {
      const image = given ?? (await disk.read(key));
      if (image) opened.push(image.content);
      await gate;
      return image;
    },
  };
  testApp = await buildTestApp({ images, timeLimits: { imageMs: IMAGE_MS, imageMinBytesPerSecond: 2 * SIZE_BYTES } });
  await insertUser(testApp.database.db, { avatar_url: `/media/${NAME}` });
  url = await listen(testApp.app);
});
beforeEach(() => {
  opened = [];
  given = undefined;
  gate = Promise.resolve();
});
afterAll(async () => {
  await testApp?.close();
  await rm(folder, { recursive: true, force: true });
});

const requestOf = (headers: string) => `GET /media/${NAME} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const connect = () => net.connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
const leftOpen = () => opened.filter(({ destroyed }) => !destroyed).length;

test.each(['', 'Range: bytes=0-10\r\n'])(
  'GET /media with %j by clients that disconnect before the response: every stream is destroyed',
  async (headers) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const serverSockets: net.Socket[] = [];
    const note = (socket: net.Socket) => void serverSockets.push(socket);
    testApp.app.server.on('connection', note);
    const clients = Array.from({ length: 20 }, connect);
    for (const client of clients) client.write(requestOf(headers).repeat(3));
    await expect.poll(() => opened.length).toBeGreaterThanOrEqual(clients.length);
    for (const client of clients) client.resetAndDestroy();
    await expect.poll(() => serverSockets.every(({ destroyed }) => destroyed)).toBe(true);
    testApp.app.server.off('connection', note);
    resolve();
    await expect.poll(leftOpen).toBe(0);
  },
);

test('GET /media by a client that disconnects in the middle: the stream is destroyed', async () => {
  const client = connect();
  client.write(requestOf(''));
  await once(client, 'data');
  client.resetAndDestroy();
  await expect.poll(leftOpen).toBe(0);
});

test('GET /media by a client that does not read the response: disconnected, and the stream is destroyed', async () => {
  const client = connect();
  client.pause();
  client.write(requestOf(''));
  await expect.poll(() => opened.length).toBe(1);
  await expect.poll(leftOpen, { timeout: 10_000 }).toBe(0);
  client.destroy();
});

test('GET /media followed by malformed bytes: nothing is written in place of the response, nor into it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const before = connect();
  let received = '';
  before.on('data', (chunk) => {
    received += chunk;
  });
  before.write(requestOf(''));
  await expect.poll(() => opened.length).toBe(1);
  before.write('hello\r\n\r\n');
  await once(before, 'close');
  resolve();
  expect(received).toBe('');

  const content = new PassThrough();
  given = { content, sizeBytes: 100 };
  const during = connect();
  during.on('data', (chunk) => {
    received += chunk;
  });
  during.write(requestOf(''));
  content.write('RIFF');
  await expect.poll(() => received).toMatch(/RIFF$/);
  during.write('hello\r\n\r\n');
  await once(during, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\nRIFF$/);
});
