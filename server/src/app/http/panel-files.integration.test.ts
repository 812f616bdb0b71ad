import { rm } from 'node:fs/promises';
import path from 'node:path';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { ASSET, makePanel, SECRET } from '../../testing/panel-fixture.ts';

const SETTINGS = { apiBase: 'https://api.example.test', socketBase: '' };
let testApp: TestApp;
let unbuilt: TestApp;
let panelDir: string;
beforeAll(async () => {
  panelDir = await makePanel();
  [testApp, unbuilt] = await Promise.all([buildTestApp({ panelDir, settings: SETTINGS }), buildTestApp()]);
});
afterAll(async () => {
  await Promise.all([testApp.close(), unbuilt.close()]);
  await rm(path.dirname(panelDir), { recursive: true });
});

const get = (url: string, headers = {}) => testApp.app.inject({ method: 'GET', url, headers });

describe('panel pages', () => {
  test.each([
    '/',
    '/?a=b',
    '/admin',
    '/admin/users',
    '/admin/users?status=banned&q=nguy%E1%BB%85n',
    '/admin/users/65f2a1c09d3e4b0012345678',
    '/somewhere/else',
    '/loginx',
  ])('%s is the shell', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.body).toContain('<title>shell</title>');
    expect(response.headers['cache-control']).toBe('no-cache');
  });

  test.each(['/login', '/login/', '/login?from=%2Fadmin'])('%s is the login page', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<title>login</title>');
    expect(response.headers['cache-control']).toBe('no-cache');
  });

  test('are revalidated, and sent only if changed', async () => {
    const { etag } = (await get('/login')).headers;
    expect((await get('/login', { 'if-none-match': String(etag) })).statusCode).toBe(304);
  });

  test('support HEAD', async () => {
    const response = await testApp.app.inject({ method: 'HEAD', url: '/admin/users' });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('');
  });
});

describe('panel files', () => {
  test('with a hash in their name are immutable for caches', async () => {
    const response = await get('/assets/app-1.js');
    expect(response.body).toBe(ASSET);
    expect(response.headers['content-type']).toMatch(/javascript/);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('are sent compressed as the build left them', async () => {
    const response = await get('/assets/app-1.js', { 'accept-encoding': 'br' });
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.headers['content-type']).toMatch(/javascript/);
    expect(response.headers.vary).toMatch(/accept-encoding/i);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('without a hash are revalidated each time', async () => {
    const response = await get('/favicon.svg');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-cache');
  });
});

test.each([
  ['GET', '/assets/app-2.js'],
  ['GET', '/assets/'],
  ['GET', '/nothing.png'],
  ['GET', '/api'],
  ['GET', '/api/admin/nowhere'],
  ['POST', '/api/admin/nowhere'],
  ['GET', '/api/admin/login'],
  ['GET', '/docs'],
  ['GET', '/health'],
  ['GET', '/socket.io/?EIO=4'],
  ['GET', '/media'],
  ['POST', '/admin/users'],
  ['DELETE', '/'],
] as const)('panel files: %s %s is not found, in the envelope', async (method, url) => {
  const response = await testApp.app.inject({ method, url });
  expect(response.statusCode).toBe(404);
  expect(errorEnvelopeSchema.parse(response.json())).toMatchObject({
    code: 'ROUTE_NOT_FOUND',
    requestId: response.headers['x-request-id'],
  });
});

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '/..\\secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%252e%252e%252f%252e%252e%252fsecret.txt',
  '/assets/....//....//secret.txt',
  '/media/..%2f..%2fsecret.txt',
  '/docs/..%2f..%2fsecret.txt',
  '//secret.txt',
  '/secret.txt%00.html',
  '/.env',
  '/assets/../.env',
  '/%2eenv',
  'http://elsewhere.test/../secret.txt',
])('panel files: no file outside the panel and no hidden file is served: %s', async (url) => {
  const response = await get(url);
  expect(response.body).not.toContain(SECRET);
  expect(response.statusCode).toBeLessThan(500);
});

describe('/config.json', () => {
  test('has the API URL', async () => {
    const response = await get('/config.json');
    expect(response.json()).toEqual(SETTINGS);
    expect(response.headers['cache-control']).toBe('no-cache');
  });

  test('exists without a built panel too', async () => {
    expect((await unbuilt.app.inject('/config.json')).json()).toEqual({ apiBase: '', socketBase: '' });
  });
});

test.each(['/', '/login', '/admin'])('panel files: without a built panel %s is not found', async (url) => {
  const response = await unbuilt.app.inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
});
