import { chatMessageSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { errorMessages } from '@hai-dang/contract/errors.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { type ImageApp, openImageApp } from '../testing/chat-images.ts';
import { type CuttableProxy, startCuttableProxy } from '../testing/cuttable-proxy.ts';
import { insertUser } from '../testing/factories.ts';
import { type S3Server, startS3Server } from '../testing/s3/s3-server.ts';
import { pngOf } from '../testing/test-images.ts';
import { openBucket } from './open-image-store.ts';

const NAME = '0123456789abcdef0123456789abcdef.webp';
const PATIENCE = { timeout: 15_000, interval: 20 };
/** Short, since a silent bucket is waited for; a loaded machine responds in time all the same. */
const TIMEOUTS = { connectMs: 2_000, responseMs: 2_000, silenceMs: 2_000, checkMs: 1_000 };
const NEVER_MS = 3_600_000;
const LONG_TEST_MS = 60_000;

let s3: S3Server;
let proxy: CuttableProxy;
let bucket: Awaited<ReturnType<typeof openBucket>> | undefined;
let app: ImageApp | undefined;
const lines: string[] = [];
const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
beforeEach(async () => {
  s3 = await startS3Server();
  proxy = await startCuttableProxy(s3.settings.endpoint ?? '');
  lines.length = 0;
});
afterEach(async () => {
  bucket?.close();
  await app?.close();
  app = undefined;
  proxy.thaw();
  await proxy.close();
  await s3.close();
});

async function openApp(checkPauseMs: number) {
  bucket = await openBucket({ ...s3.settings, endpoint: proxy.url }, log, { timeouts: TIMEOUTS, checkPauseMs });
  app = await openImageApp({ images: bucket, bucket });
  return { app, ready: () => app?.testApp.app.inject('/health/ready') };
}

const logged = () => lines.map((line) => JSON.parse(line).msg as string);
const checksOf = (images: string) => ({ status: 'ok', checks: { database: 'ok', images } });

const outages = [
  { what: 'rejects connections', begin: () => proxy.cut(), end: () => proxy.mend() },
  { what: 'accepts connections and does not respond', begin: () => proxy.freeze(), end: () => proxy.thaw() },
];

describe.each(outages)('S3: a bucket that $what at the start', { timeout: LONG_TEST_MS }, ({ begin, end }) => {
  test('images get 503 and the server stays ready; health and log report it, and images work after the bucket is back', async () => {
    await begin();
    const { app, ready } = await openApp(50);
    expect(logged()).toEqual(['image store unavailable; images get 503 until it is back']);
    const response = await ready();
    expect(response?.statusCode).toBe(200);
    expect(response?.json()).toEqual(checksOf('unavailable'));
    const user = await app.newUser();
    const image = await pngOf();
    await insertUser(app.testApp.database.db, { avatar_url: `/media/${NAME}` });
    const calls = [app.sendOne(user.id, image), app.testApp.send('GET', `/media/${NAME}`)];
    for (const rejected of await Promise.all(calls)) {
      expect(rejected.statusCode).toBe(503);
      expect(rejected.headers['retry-after']).toBe('5');
      expect(rejected.json()).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: errorMessages.SERVICE_UNAVAILABLE,
      });
    }
    expect(await app.messagesOf(user.id)).toEqual([]);

    await end();
    await expect.poll(async () => (await ready())?.json(), PATIENCE).toEqual(checksOf('ok'));
    const sent = await app.sendOne(user.id, image);
    expect({ status: sent.statusCode, ...sent.json(), log: logged() }).toMatchObject({ status: 200 });
    const { content } = chatMessageSchema.parse(sent.json().data);
    expect((await app.testApp.send('GET', content)).statusCode).toBe(200);
    expect(logged()).toEqual(['image store unavailable; images get 503 until it is back', 'image store is back']);
  });
});

test('GET /health/ready: each call to the bucket updates whether it is available', async () => {
  const { app, ready } = await openApp(NEVER_MS);
  await insertUser(app.testApp.database.db, { avatar_url: `/media/${NAME}` });
  const load = async () => (await app.testApp.send('GET', `/media/${NAME}`)).statusCode;
  expect([await load(), (await ready())?.json()]).toEqual([404, checksOf('ok')]);
  await proxy.cut();
  expect([await load(), (await ready())?.json()]).toEqual([503, checksOf('unavailable')]);
  await proxy.mend();
  expect([await load(), (await ready())?.json()]).toEqual([404, checksOf('ok')]);
});

test.each([
  { wrong: { secretAccessKey: 'ANOTHER' }, reason: 'SignatureDoesNotMatch' },
  { wrong: { bucket: 'another-bucket' }, reason: 'NoSuchBucket' },
])('S3: a bucket that responds with $reason when it is back: images stay unavailable', async ({ wrong, reason }) => {
  await proxy.cut();
  const settings = { ...s3.settings, endpoint: proxy.url, ...wrong };
  bucket = await openBucket(settings, log, { timeouts: TIMEOUTS, checkPauseMs: 20 });
  await proxy.mend();
  await expect.poll(() => lines.join(), PATIENCE).toContain(reason);
  expect(bucket.isAvailable()).toBe(false);
  expect(logged()).toHaveLength(2);
});
