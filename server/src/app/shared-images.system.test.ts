import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chatMessageSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { reportSnapshotSchema } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newTempId } from '../testing/chat-members.ts';
import { insertAdmin, insertPost, insertSession, insertUser } from '../testing/factories.ts';
import { runCli } from '../testing/run-cli.ts';
import { type S3Server, startS3Server } from '../testing/s3/s3-server.ts';
import { type SpawnedServer, spawnServer, untilReady } from '../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { healthOf } from '../testing/two-servers.ts';

/** A start that draws and stores all images of the demo data, on a loaded machine. */
const FILLING_MS = 120_000;
const OLD_NAME = '0123456789abcdef0123456789abcdef.webp';

let folder: string;
let database: TestDatabase;
let s3: S3Server;
let s3Settings: Record<string, string>;
const servers: SpawnedServer[] = [];
let a: SpawnedServer;
let b: SpawnedServer;
let admin: { id: string; token: string };

const dataDirOf = (name: string) => path.join(folder, name);
const image = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .webp()
    .toBuffer();

async function start(name: string, more: Record<string, string> = {}): Promise<SpawnedServer> {
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDirOf(name), ...s3Settings, ...more };
  const server = await spawnServer(settings);
  servers.push(server);
  await untilReady(server);
  return server;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-shared-'));
  [database, s3] = await Promise.all([createTestDatabase(), startS3Server()]);
  const { endpoint = '', region, bucket, accessKeyId, secretAccessKey } = s3.settings;
  s3Settings = {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  // An image from before the bucket, at the first server only.
  await mkdir(path.join(dataDirOf('a'), 'media'), { recursive: true });
  await writeFile(path.join(dataDirOf('a'), 'media', OLD_NAME), await image('#d1495b'));
  [a, b] = await Promise.all([start('a'), start('b')]);
  const { id } = await insertAdmin(database.db);
  admin = { id, token: await insertSession(database.db, id, new Date()) };
}, 60_000);
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGTERM');
  await Promise.all(servers.map(({ exit }) => exit));
  await s3?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function read(server: SpawnedServer, address: string, token = ''): Promise<Buffer | number> {
  const response = await fetch(
    `${server.url}${address}`,
    token ? { headers: { authorization: `Bearer ${token}` } } : {},
  );
  return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status;
}

test('shared images: an image sent in the chat at one server is served by the other', async () => {
  const user = await insertUser(database.db);
  const form = new FormData();
  form.append('tempId', newTempId());
  form.append('image', new Blob([new Uint8Array(await image('#2f86c9'))]), 'a.webp');
  const response = await fetch(`${a.url}/api/admin/chat/send-image/${user.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  const { data } = (await response.json()) as { data: unknown };
  const { pathname: content } = new URL(chatMessageSchema.parse(data).content);
  const [atA, atB] = [await read(a, content, admin.token), await read(b, content, admin.token)];
  expect(atA).toBeInstanceOf(Buffer);
  expect(atB).toEqual(atA);
});

test('shared images: images on the disk of one server are served there, and stored as evidence for all', async () => {
  const [author, reporter] = [await insertUser(database.db), await insertUser(database.db)];
  const post = await insertPost(database.db, author.id, { image_urls: [`/media/${OLD_NAME}`] });
  expect(await read(a, `/media/${OLD_NAME}`)).toBeInstanceOf(Buffer);
  expect(await read(b, `/media/${OLD_NAME}`)).toBe(404);
  const filed = await fetch(`${a.url}/api/reports/create`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await insertSession(database.db, reporter.id, new Date())}`,
    },
    body: JSON.stringify({
      reportedItem: post.id,
      itemType: 'Post',
      reason: 'harassment',
      description: 'Ảnh này xúc phạm người khác',
    }),
  });
  expect(filed.status).toBe(201);
  const { content } = await database.db.selectFrom('report_snapshots').select('content').executeTakeFirstOrThrow();
  const snapshot = reportSnapshotSchema.parse(content);
  const [kept = ''] = snapshot.itemType === 'Post' ? snapshot.post.images : [];
  expect(kept).toMatch(/^\/media\/evidence\//);
  expect(await read(b, kept)).toBe(404);
  expect(await read(b, kept, admin.token)).toEqual(await read(a, `/media/${OLD_NAME}`));
});

test('images-to-s3: copies the images on the disk to the bucket, and is idempotent', async () => {
  for (const _time of [1, 2]) {
    const { code, output } = await runCli('images-to-s3.ts', [], { DATA_DIR: dataDirOf('a'), ...s3Settings });
    expect(output).toContain('1 images');
    expect(code).toBe(0);
  }
  expect(await read(b, `/media/${OLD_NAME}`)).toEqual(await read(a, `/media/${OLD_NAME}`));
  await rm(path.join(dataDirOf('a'), 'media'), { recursive: true });
  expect(await read(a, `/media/${OLD_NAME}`)).toBeInstanceOf(Buffer);
});

test('shared images: neither server has written images to its disk', async () => {
  for (const name of ['a', 'b'])
    expect(await readdir(dataDirOf(name), { recursive: true }).catch(() => [])).toEqual([]);
});

test(
  'shared images: a server with demo data starts while the bucket is away, and serves their images once it is back',
  async () => {
    await s3.stop();
    const server = await start('c', { DEMO_DATA: '1' });
    expect(server.output()).toContain('image store unavailable');
    expect(await healthOf(server)).toMatchObject({ status: 200, body: { checks: { images: 'unavailable' } } });
    const { avatar_url } = await database.db
      .selectFrom('users')
      .select('avatar_url')
      .where('avatar_url', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(await read(server, avatar_url ?? '')).toBe(503);
    await s3.startAgain();
    expect(await read(server, avatar_url ?? '')).toBeInstanceOf(Buffer);
    expect(await healthOf(server)).toMatchObject({ status: 200, body: { checks: { images: 'ok' } } });
  },
  FILLING_MS,
);
