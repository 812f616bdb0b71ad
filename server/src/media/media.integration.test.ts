import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';

const NAME = '0123456789abcdef0123456789abcdef.webp';
const EVIDENCE = `${'0123456789abcdef'.repeat(4)}.webp`;

let folder: string;
let testApp: TestApp;
let picture: Buffer;

const get = (url: string, headers: Record<string, string> = {}) => testApp.app.inject({ method: 'GET', url, headers });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-media-'));
  const mediaDir = path.join(folder, 'media');
  await mkdir(mediaDir);
  const blank = { width: 4, height: 4, channels: 3, background: '#2f86c9' } as const;
  picture = await sharp({ create: blank }).webp().toBuffer();
  await writeFile(path.join(mediaDir, NAME), picture);
  await mkdir(path.join(mediaDir, 'evidence'));
  await writeFile(path.join(mediaDir, 'evidence', EVIDENCE), picture);
  await writeFile(path.join(mediaDir, 'evidence', `${EVIDENCE}.4711.part`), 'not for anyone');
  // What must not be served although it lies there.
  for (const name of ['notes.txt', 'page.html', `${NAME}.4711.part`, 'ABCDEF0123456789.webp']) {
    await writeFile(path.join(mediaDir, name), 'not for anyone');
  }
  await writeFile(path.join(folder, 'aaaaaaaaaaaaaaaa.webp'), 'outside');
  testApp = await buildTestApp({ mediaDir });
});
afterAll(async () => {
  await testApp?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('GET /media/:name', () => {
  test.each([NAME, `evidence/${EVIDENCE}`])(
    'answers a picture that a browser may keep for good and that runs nothing: %s',
    async (name) => {
      const response = await get(`/media/${name}`);
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload.equals(picture)).toBe(true);
      expect(response.headers['content-type']).toBe('image/webp');
      expect(response.headers['x-content-type-options']).toBe('nosniff');
      const policy = String(response.headers['content-security-policy']);
      expect(policy).toContain('sandbox');
      expect(policy).toContain("default-src 'none'");
      const kept = String(response.headers['cache-control']);
      expect(kept).toContain('immutable');
      expect(Number(/max-age=(\d+)/.exec(kept)?.[1])).toBeGreaterThanOrEqual(31_536_000);
    },
  );

  test('says that nothing changed to who has it already', async () => {
    const first = await get(`/media/${NAME}`);
    const again = await get(`/media/${NAME}`, { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.payload).toBe('');
  });

  test('answers a part of it', async () => {
    const response = await get(`/media/${NAME}`, { range: 'bytes=0-3' });
    expect(response.statusCode).toBe(206);
    expect(response.payload).toBe('RIFF');
  });

  test.each([
    ['a picture that is not there', '/media/ffffffffffffffff.webp'],
    ['no name', '/media/'],
    ['another kind of file', '/media/notes.txt'],
    ['a page', '/media/page.html'],
    ['a picture that is still being written', `/media/${NAME}.4711.part`],
    ['a name the server would not make', '/media/ABCDEF0123456789.webp'],
    ['a way out of the folder', '/media/../aaaaaaaaaaaaaaaa.webp'],
    ['an encoded way out', '/media/..%2faaaaaaaaaaaaaaaa.webp'],
    ['a doubly encoded way out', '/media/%252e%252e%252faaaaaaaaaaaaaaaa.webp'],
    ['a backslash', '/media/..%5caaaaaaaaaaaaaaaa.webp'],
    ['a NUL', `/media/${NAME}%00.txt`],
    ['evidence that is not there', `/media/evidence/${'0'.repeat(64)}.webp`],
    ['evidence that is still being written', `/media/evidence/${EVIDENCE}.4711.part`],
    ['the folder of evidence', '/media/evidence/'],
    ['a way out of the folder of evidence', `/media/evidence/../${NAME}.webp`],
    ['an encoded way out of the folder of evidence', `/media/evidence/..%2f${NAME}`],
    ['a name of 300 characters', `/media/${'a'.repeat(300)}.webp`],
  ])('does not find %s, and says so in the envelope', async (_, url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(errorEnvelopeSchema.parse(response.json())).toMatchObject({ success: false, code: 'ROUTE_NOT_FOUND' });
    expect(response.payload).not.toContain(folder);
    expect(response.headers['cache-control'] ?? '').not.toContain('immutable');
  });

  test('changes nothing: other methods are not found', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const response = await testApp.app.inject({ method, url: `/media/${NAME}` });
      expect(response.statusCode, method).toBe(404);
    }
    expect((await get(`/media/${NAME}`)).statusCode).toBe(200);
  });
});
