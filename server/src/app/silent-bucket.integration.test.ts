import { afterAll, beforeAll, expect, test } from 'vitest';
import { createS3ImageStore } from '../lib/images/s3-image-store.ts';
import { type ImageApp, openImageApp } from '../testing/chat-images.ts';
import { insertUser } from '../testing/factories.ts';
import { startSilentServer } from '../testing/s3/silent-server.ts';
import { pngOf } from '../testing/test-images.ts';
import { createRetention } from './jobs/retention.ts';

const NAME = '0123456789abcdef0123456789abcdef.webp';
let silent: Awaited<ReturnType<typeof startSilentServer>>;
let app: ImageApp;
beforeAll(async () => {
  silent = await startSilentServer();
  const timeouts = { connectMs: 300, responseMs: 300, silenceMs: 300 };
  app = await openImageApp({ images: createS3ImageStore(silent.settings, undefined, timeouts) });
});
afterAll(async () => {
  await app.close();
  await silent.close();
});

test('uploads: a bucket that does not respond gives 503 each, and their slots are released', async () => {
  const user = await app.newUser();
  const image = await pngOf();
  for (const _round of [1, 2]) {
    const responses = await Promise.all(Array.from({ length: 4 }, () => app.sendOne(user.id, image)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503]);
    expect(responses[0]?.headers['retry-after']).toBeDefined();
  }
  expect(await app.messagesOf(user.id)).toEqual([]);
  await expect.poll(silent.countOpen).toBe(0);
});

test('GET /media from a bucket that does not respond: 503', async () => {
  await insertUser(app.testApp.database.db, { avatar_url: `/media/${NAME}` });
  const responses = await Promise.all(Array.from({ length: 20 }, () => app.testApp.send('GET', `/media/${NAME}`)));
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  await expect.poll(silent.countOpen).toBe(0);
});

test('retention with a bucket that does not respond: the run ends with SERVICE_UNAVAILABLE', async () => {
  const { services } = app.testApp;
  const log = app.testApp.app.log as Parameters<typeof createRetention>[0]['log'];
  const retention = createRetention({ services, log });
  await expect(retention.run(new AbortController().signal)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(retention.countPurged()).toMatchObject({ images: 0 });
});
