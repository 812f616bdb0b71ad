import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { privateMediaUrlSchema } from '@hai-dang/contract/lib/fields.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMedia } from '../app/open-media.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertPost, insertSession, insertTravelPost, insertUser } from '../testing/factories.ts';
import { mediaStore } from './media.store.ts';

/** Each is on the disk; it is public if a test inserts a row that names it. */
const SHOWN = '0123456789abcdef0123456789abcdef.webp';
const [OF_AVATAR, OF_POST, OF_TRAVEL_POST, SHARED, UNNAMED] = ['a', 'b', 'c', 'd', 'e'].map(
  (digit) => `${digit.repeat(32)}.webp`,
) as [string, string, string, string, string];
const EVIDENCE = `evidence/${'0123456789abcdef'.repeat(4)}.webp`;

let folder: string;
let testApp: TestApp;
let image: Buffer;

const get = (url: string, headers: Record<string, string> = {}) => testApp.app.inject({ method: 'GET', url, headers });
const statusOf = async (key: string) => (await get(`/media/${key}`)).statusCode;
/** A URL as in a response, signed by a server that shares the database. */
async function signed(key: string): Promise<string> {
  const { db } = testApp.database;
  const media = await openMedia({ db, clock: testApp.clock, publicUrl: '' });
  return media.withUrls(privateMediaUrlSchema, `/media/${key}`, '');
}

const withAlteredSignature = (url: string) =>
  url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-media-'));
  const mediaDir = path.join(folder, 'media');
  await mkdir(path.join(mediaDir, 'evidence'), { recursive: true });
  const blank = { width: 4, height: 4, channels: 3, background: '#2f86c9' } as const;
  image = await sharp({ create: blank }).webp().toBuffer();
  for (const key of [SHOWN, OF_AVATAR, OF_POST, OF_TRAVEL_POST, SHARED, UNNAMED, EVIDENCE]) {
    await writeFile(path.join(mediaDir, key), image);
  }
  // Files in the folder that must not be served.
  for (const name of [
    'notes.txt',
    'page.html',
    `${SHOWN}.4711.part`,
    'ABCDEF0123456789.webp',
    `${EVIDENCE}.4711.part`,
  ]) {
    await writeFile(path.join(mediaDir, name), 'not for anyone');
  }
  await writeFile(path.join(folder, 'aaaaaaaaaaaaaaaa.webp'), 'outside');
  testApp = await buildTestApp({ mediaDir });
  await insertUser(testApp.database.db, { avatar_url: `/media/${SHOWN}` });
});
afterAll(async () => {
  await testApp?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('GET /media: a public image', () => {
  test('is served to all clients, without running scripts, and is cached for at most five minutes', async () => {
    const response = await get(`/media/${SHOWN}`);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(image)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=300, must-revalidate',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
    });
  });

  test('with a Range header is served whole', async () => {
    const response = await get(`/media/${SHOWN}`, { range: 'bytes=0-3' });
    expect([response.statusCode, response.headers['content-range']]).toEqual([200, undefined]);
    expect(response.rawPayload.equals(image)).toBe(true);
  });

  test('that the client has cached answers 304', async () => {
    const first = await get(`/media/${SHOWN}`);
    const again = await get(`/media/${SHOWN}`, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
    expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
  });
});

describe('GET /media: an image is public as', () => {
  test('an avatar: until the account is deleted, also while it is disabled', async () => {
    expect(await statusOf(OF_AVATAR)).toBe(404);
    const user = await insertUser(testApp.database.db, { avatar_url: `https://api.old.vn/media/${OF_AVATAR}?v=2` });
    expect(await statusOf(OF_AVATAR)).toBe(200);
    await testApp.post(`/api/admin/users/${user.id}/disable`);
    expect(await statusOf(OF_AVATAR)).toBe(200);
    expect((await testApp.send('DELETE', `/api/admin/users/${user.id}`)).statusCode).toBe(200);
    expect(await statusOf(OF_AVATAR)).toBe(404);
  });

  test.each([
    ['Post', OF_POST, insertPost, 'deletePost', 'posts'],
    ['TravelPost', OF_TRAVEL_POST, insertTravelPost, 'travel', 'travel'],
  ] as const)(
    'a %s: not after a takedown, including for a client that has it cached, and after a restore',
    async (_itemType, key, insert, deletion, path) => {
      const { db } = testApp.database;
      expect(await statusOf(key)).toBe(404);
      const author = await insertUser(db);
      const post = await insert(db, author.id, { image_urls: ['https://example.vn/a.jpg', `/media/${key}`] });
      const { statusCode, headers } = await get(`/media/${key}`);
      expect(statusCode).toBe(200);

      expect((await testApp.send('DELETE', `/api/admin/${deletion}/${post.id}`)).statusCode).toBe(200);
      const gone = await get(`/media/${key}`, { 'if-none-match': String(headers.etag) });
      expect(gone.statusCode).toBe(404);
      expect(gone.headers['cache-control']).toBe('no-store');

      expect((await testApp.post(`/api/admin/${path}/${post.id}/restore`)).statusCode).toBe(200);
      expect(await statusOf(key)).toBe(200);
    },
  );

  test('an image of several rows: until the last one is deleted', async () => {
    const { db } = testApp.database;
    const author = await insertUser(db, { avatar_url: `/media/${SHARED}` });
    const post = await insertPost(db, author.id, { image_urls: [`/media/${SHARED}`] });
    await db.updateTable('users').set({ avatar_url: null }).where('id', '=', author.id).execute();
    expect(await statusOf(SHARED)).toBe(200);
    await testApp.send('DELETE', `/api/admin/deletePost/${post.id}`);
    expect(await statusOf(SHARED)).toBe(404);
  });
});

describe('GET /media: a private image', () => {
  test.each([EVIDENCE, UNNAMED])('%s: 404 without a signature, 200 with one, private', async (key) => {
    expect(await statusOf(key)).toBe(404);
    const response = await get(await signed(key));
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(image)).toBe(true);
    expect(response.headers['cache-control']).toMatch(/^private, max-age=\d{4}, immutable$/);
  });

  test('a signature of another image, an altered or an expired one: 404', async () => {
    const url = await signed(EVIDENCE);
    const altered = withAlteredSignature(url);
    const later = url.replace(/expires=(\d+)/, (_, expires) => `expires=${Number(expires) + 1_800}`);
    const other = url.replace(EVIDENCE, UNNAMED);
    for (const each of [altered, later, other]) {
      expect((await get(each)).statusCode, each).toBe(404);
    }
    testApp.clock.advance(HOUR_MS);
    const expired = await get(url);
    expect([expired.statusCode, expired.headers['cache-control']]).toEqual([404, 'no-store']);
    expect((await get(await signed(EVIDENCE))).statusCode).toBe(200);
  });

  test('a token: 200 for an administrator, 404 for a user and for an invalid token', async () => {
    const { db } = testApp.database;
    const user = await insertUser(db);
    const userToken = await insertSession(db, user.id, testApp.clock.now());
    const adminToken = await insertSession(db, testApp.admin.id, testApp.clock.now());
    const status = async (token: string) =>
      (await get(`/media/${EVIDENCE}`, { authorization: `Bearer ${token}` })).statusCode;
    expect([await status(adminToken), await status(userToken), await status('x')]).toEqual([200, 404, 404]);
  });

  test('a new key signs from the next start on; a deleted one is invalid', async () => {
    const { db } = testApp.database;
    const byOld = await signed(EVIDENCE);
    await db.insertInto('media_keys').defaultValues().execute();
    testApp.clock.advance(6_000);
    const byNew = await signed(EVIDENCE);
    expect(byNew).not.toBe(byOld);
    // This server has only the old key until it sees a signature of the new one.
    expect((await get(byNew)).statusCode).toBe(200);
    expect((await get(byOld)).statusCode).toBe(200);
    const newest = db.selectFrom('media_keys').select(({ fn }) => fn.max('created_at').as('newest'));
    await db.deleteFrom('media_keys').where('created_at', '<', newest).execute();
    testApp.clock.advance(6_000);
    // Any invalid signature makes it load the keys.
    expect((await get(withAlteredSignature(byOld))).statusCode).toBe(404);
    expect((await get(byOld)).statusCode).toBe(404);
    expect((await get(byNew)).statusCode).toBe(200);
  });
});

test('isPublic: scans no table for an unused image, with any plan of the statement', async () => {
  const { db } = testApp.database;
  const author = await insertUser(db);
  await sql`
    insert into posts (id, author_id, title, content, image_urls)
      select 'many-' || n, ${author.id}, 't', 'c', array['/media/' || md5(n::text) || '.webp']
      from generate_series(1, 2000) n`.execute(db);
  await sql`analyze posts`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    expect(await mediaStore.isPublic(tx, `${'f'.repeat(32)}.webp`)).toBe(false);
    const { rows } = await sql`
      select relname, seq_scan from pg_stat_xact_user_tables where relname = 'posts'`.execute(tx);
    expect(rows).toEqual([{ relname: 'posts', seq_scan: 0 }]);
  });
});

test.each([
  ['an image that is not there', '/media/ffffffffffffffff.webp'],
  ['no name', '/media/'],
  ['another kind of file', '/media/notes.txt'],
  ['a page', '/media/page.html'],
  ['an image that is still being written', `/media/${SHOWN}.4711.part`],
  ['a name the server would not make', '/media/ABCDEF0123456789.webp'],
  ['a way out of the folder', '/media/../aaaaaaaaaaaaaaaa.webp'],
  ['an encoded way out', '/media/..%2faaaaaaaaaaaaaaaa.webp'],
  ['a doubly encoded way out', '/media/%252e%252e%252faaaaaaaaaaaaaaaa.webp'],
  ['a backslash', '/media/..%5caaaaaaaaaaaaaaaa.webp'],
  ['a NUL', `/media/${SHOWN}%00.txt`],
  ['evidence that is not there', `/media/evidence/${'0'.repeat(64)}.webp`],
  ['evidence that is still being written', `/media/${EVIDENCE}.4711.part`],
  ['the folder of evidence', '/media/evidence/'],
  ['a way out of the folder of evidence', `/media/evidence/../${SHOWN}.webp`],
  ['an encoded way out of the folder of evidence', `/media/evidence/..%2f${SHOWN}`],
  ['a name of 300 characters', `/media/${'a'.repeat(300)}.webp`],
])('GET /media: %s answers 404 in the envelope, also to an administrator', async (_, url) => {
  const token = await insertSession(testApp.database.db, testApp.admin.id, testApp.clock.now());
  const response = await get(url, { authorization: `Bearer ${token}` });
  expect(response.statusCode).toBe(404);
  expect(errorEnvelopeSchema.parse(response.json())).toMatchObject({ success: false, code: 'ROUTE_NOT_FOUND' });
  expect(response.payload).not.toContain(folder);
  expect(response.headers['cache-control'] ?? '').not.toContain('immutable');
});

test('/media: other methods answer 404 and change nothing', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const response = await testApp.app.inject({ method, url: `/media/${SHOWN}` });
    expect(response.statusCode, method).toBe(404);
  }
  expect(await statusOf(SHOWN)).toBe(200);
});
