import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { type S3Server, startS3Server } from '../testing/s3/s3-server.ts';
import { startSilentServer } from '../testing/s3/silent-server.ts';
import { openBucket } from './open-image-store.ts';
import { StartupError } from './startup.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

const lines: string[] = [];
const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });

test('openBucket: a usable bucket is opened without a warning, and no object is left in it', async () => {
  const store = await openBucket(s3.settings, log);
  expect(await store.read('chat/u/a.webp')).toBeNull();
  expect(await s3.countObjects()).toBe(0);
  expect(lines).toEqual([]);
});

test.each([{ bucket: 'another-bucket' }, { secretAccessKey: 'ANOTHER SECRET' }])(
  'openBucket: with %o the server does not start, and names the settings to check',
  async (wrong) => {
    const opened = openBucket({ ...s3.settings, ...wrong }, log);
    await expect(opened).rejects.toBeInstanceOf(StartupError);
    await expect(opened).rejects.toThrow(/^The bucket .*S3_BUCKET/);
    await expect(opened).rejects.not.toThrow(/ANOTHER SECRET/);
  },
);

test('openBucket: a bucket that is unreachable does not prevent the start', async () => {
  await s3.stop();
  const store = await openBucket(s3.settings, log);
  expect(lines.join()).toContain('image store unavailable');
  await s3.startAgain();
  expect(await store.read('chat/u/a.webp')).toBeNull();
  store.close();
});

test.each(['429 Too Many Requests', '503 Slow Down'])('openBucket: "%s" does not prevent the start', async (status) => {
  const busy = await startSilentServer(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  const bucket = await openBucket(busy.settings, log);
  expect(bucket.isAvailable()).toBe(false);
  bucket.close();
  await busy.close();
});

test('openBucket: a bucket that accepts connections and does not respond: returns, and warns', async () => {
  const silent = await startSilentServer();
  lines.length = 0;
  const bucket = await openBucket(silent.settings, log, { timeouts: { checkMs: 300 } });
  bucket.close();
  expect(lines.join()).toContain('image store unavailable');
  await silent.close();
});
