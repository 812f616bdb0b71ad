import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../testing/s3/s3-server.ts';
import { startSilentServer } from '../../testing/s3/silent-server.ts';
import { withFallback } from './fallback-image-store.ts';
import { createDiskImageStore, type ImageStore } from './image-store.ts';
import { createS3ImageStore, S3ConfigError } from './s3-image-store.ts';

const NOBODY_ID = 65534;
let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-store-'));
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const stores: Array<[string, () => ImageStore]> = [
  ['the disk', () => createDiskImageStore(folder)],
  ['S3', () => createS3ImageStore(s3.settings)],
];
const read = async (store: ImageStore, key: string) => {
  const image = await store.read(key);
  return image && { sizeBytes: image.sizeBytes, bytes: (await buffer(image.content)).toString() };
};

describe.each(stores)('image store %s', (_where, open) => {
  test('an image can be read after a put, and a put repeated', async () => {
    const store = open();
    expect(await read(store, 'chat/u1/a.webp')).toBeNull();
    expect(await store.has('chat/u1/a.webp')).toBe(false);
    await Promise.all([1, 2, 3].map(() => store.put('chat/u1/a.webp', Buffer.from('an image'))));
    expect(await read(store, 'chat/u1/a.webp')).toEqual({ sizeBytes: 8, bytes: 'an image' });
    expect(await store.has('chat/u1/a.webp')).toBe(true);
    // The name is derived from the content.
    await store.put('chat/u1/a.webp', Buffer.from('another'));
    expect(await read(store, 'chat/u1/a.webp')).toMatchObject({ bytes: 'an image' });
  });

  test('a folder is deleted completely, however large, and no other', async () => {
    const store = open();
    const names = Array.from({ length: 40 }, (_, index) => `chat/u2/${index}.webp`);
    await Promise.all(names.map((name) => store.put(name, Buffer.from(name))));
    await store.put('chat/u22/a.webp', Buffer.from('stays'));
    await store.deleteFolder('chat/u2');
    await store.deleteFolder('chat/u2');
    expect(await Promise.all(names.map((name) => read(store, name)))).toEqual(names.map(() => null));
    expect(await read(store, 'chat/u22/a.webp')).toMatchObject({ bytes: 'stays' });
  });

  test('an image may be outside all folders', async () => {
    const store = open();
    await store.put('0123456789abcdef.webp', Buffer.from('of a post'));
    expect(await read(store, '0123456789abcdef.webp')).toMatchObject({ bytes: 'of a post' });
  });
});

test('createDiskImageStore: a key outside the folder is rejected', async () => {
  const store = createDiskImageStore(folder);
  for (const key of ['../a.webp', 'chat/../../a.webp', '/etc/passwd', 'chat/u/a.svg', 'chat//a.webp', '']) {
    await expect(store.read(key)).rejects.toThrow('no key');
  }
});

// Only root can switch to another user.
test.runIf(process.getuid?.() === 0)(
  'createDiskImageStore: an existing image whose file belongs to another user stays, and counts as stored',
  async () => {
    const root = path.join(folder, 'foreign');
    await createDiskImageStore(root).put('a.webp', Buffer.from('x'));
    await Promise.all([folder, root].map((each) => chmod(each, 0o755)));
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { createDiskImageStore } from '${new URL('./image-store.ts', import.meta.url)}';
     process.setuid(${NOBODY_ID});
     await createDiskImageStore('${root}').put('a.webp', Buffer.from('x'));
     console.log('stored');`,
    ]);
    expect(stdout.trim()).toBe('stored');
  },
);

test('createDiskImageStore: folders deleted while the disk is listed do not abort the listing', async () => {
  const root = path.join(folder, 'going');
  const users = Array.from({ length: 1_200 }, (_, index) => path.join(root, 'chat', `u${index}`));
  for (const user of users) {
    await mkdir(user, { recursive: true });
    await writeFile(path.join(user, 'a.webp'), 'x');
  }
  const pages: number[] = [];
  for await (const page of createDiskImageStore(root).list()) {
    pages.push(page.length);
    await Promise.all(users.map((user) => rm(user, { recursive: true, force: true })));
  }
  expect(pages[0]).toBeGreaterThan(0);
  expect(pages.reduce((sum, length) => sum + length)).toBeLessThan(users.length);
});

test('createDiskImageStore: images on the disk from before a bucket can be loaded and deleted, and none is added', async () => {
  const disk = createDiskImageStore(path.join(folder, 'older'));
  const bucket = createS3ImageStore(s3.settings);
  const both = withFallback(bucket, disk);
  await disk.put('chat/u5/old.webp', Buffer.from('old'));
  await both.put('chat/u5/new.webp', Buffer.from('new'));
  expect(await read(both, 'chat/u5/old.webp')).toMatchObject({ bytes: 'old' });
  expect(await read(both, 'chat/u5/new.webp')).toMatchObject({ bytes: 'new' });
  expect(await read(both, 'chat/u5/none.webp')).toBeNull();
  expect(await disk.has('chat/u5/new.webp')).toBe(false);
  await both.deleteFolder('chat/u5');
  expect([await read(disk, 'chat/u5/old.webp'), await read(bucket, 'chat/u5/new.webp')]).toEqual([null, null]);
});

const TIMEOUTS = { connectMs: 200, responseMs: 200, silenceMs: 200 };
const calls: Array<[string, (store: ImageStore) => Promise<unknown>]> = [
  ['put', (store) => store.put('chat/u6/a.webp', Buffer.from('x'))],
  ['has', (store) => store.has('chat/u6/a.webp')],
  ['read', (store) => store.read('chat/u6/a.webp')],
  ['removeAll', (store) => store.deleteFolder('chat/u6')],
  ['remove', (store) => store.delete('chat/u6/a.webp', new Date())],
  ['list', (store) => store.list()[Symbol.asyncIterator]().next()],
];

describe('image store S3', () => {
  test.each(calls)('%s of a bucket that is unreachable: SERVICE_UNAVAILABLE', async (_what, call) => {
    await s3.stop();
    await expect(call(createS3ImageStore(s3.settings))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await s3.startAgain();
  });

  test.each(calls)('%s of a bucket that does not respond: SERVICE_UNAVAILABLE', async (_what, call) => {
    const silent = await startSilentServer();
    const store = createS3ImageStore(silent.settings, undefined, TIMEOUTS);
    await expect(call(store)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect.poll(silent.countOpen).toBe(0);
    await silent.close();
  });

  test('read of a bucket that stops in the middle: the stream fails, and its connection is closed', async () => {
    const silent = await startSilentServer('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nRIFF');
    const image = await createS3ImageStore(silent.settings, undefined, TIMEOUTS).read('chat/u6/a.webp');
    if (!image) throw new Error('nothing was read');
    await expect(buffer(image.content)).rejects.toThrow();
    await expect.poll(silent.countOpen).toBe(0);
    await silent.close();
  });

  test('read of more than 256 at once from a bucket that does not respond: the others are rejected at once', async () => {
    const silent = await startSilentServer();
    const store = createS3ImageStore(silent.settings, undefined, { ...TIMEOUTS, responseMs: 3_000 });
    const reads = Array.from({ length: 300 }, () => store.read('chat/u6/a.webp'));
    const first = await Promise.any(reads.map((read) => read.catch((error: unknown) => error)));
    expect(first).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(first).not.toHaveProperty('cause');
    const failures = await Promise.allSettled(reads);
    const isRejected = (result: PromiseSettledResult<unknown>) =>
      result.status === 'rejected' && result.reason.cause === undefined;
    expect(failures.filter(isRejected)).toHaveLength(300 - 256);
    expect(failures.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    await silent.close();
  });

  test('that does not respond is unavailable, and available after it responds', async () => {
    const store = createS3ImageStore(s3.settings);
    await s3.stop();
    await expect(store.put('chat/u3/a.webp', Buffer.from('x'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(store.read('chat/u3/a.webp')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(store.check()).rejects.not.toBeInstanceOf(S3ConfigError);
    await s3.startAgain();
    await store.put('chat/u3/a.webp', Buffer.from('x'));
    await store.check();
  });

  test.each([
    ['another bucket', { bucket: 'no-such-bucket' }],
    ['another key', { accessKeyId: 'ANOTHER' }],
    ['another secret', { secretAccessKey: 'ANOTHER' }],
  ])('with %s is rejected at the start', async (_what, wrong) => {
    await expect(createS3ImageStore({ ...s3.settings, ...wrong }).check()).rejects.toBeInstanceOf(S3ConfigError);
  });
});
