import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { LOGIN_SCRIPT, makePanel, SHELL_SCRIPT } from '../../testing/panel-fixture.ts';
import { directives, expectSecurityHeaders } from '../../testing/security-headers.ts';

const ALLOWED = 'https://panel.example.test';
let testApp: TestApp;
let panelDir: string;
beforeAll(async () => {
  panelDir = await makePanel();
  testApp = await buildTestApp({
    panelDir,
    allowedOrigins: [ALLOWED],
    apiDocs: true,
    settings: { apiBase: 'https://api.example.test/v1', socketBase: 'https://live.example.test' },
  });
});
afterAll(async () => {
  await testApp.close();
  await rm(path.dirname(panelDir), { recursive: true });
});

type Ask = (headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
const inject =
  (method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'PUT', url: string): Ask =>
  (headers = {}) =>
    testApp.app.inject({ method, url, headers });
const stats =
  (body: string, type = 'application/json'): Ask =>
  (headers = {}) =>
    testApp.send('POST', '/api/admin/dashboard-stats', { body, headers: { 'content-type': type, ...headers } });

/** One response of each kind, with its status. */
const responses: Array<[what: string, status: number, ask: Ask]> = [
  ['an answer', 200, stats('{}')],
  ['not signed in', 401, inject('POST', '/api/admin/users')],
  ['invalid', 400, stats('{"days":1}')],
  ['malformed', 400, stats('{')],
  ['too large', 413, stats(`"${'x'.repeat(300_000)}"`)],
  ['an unsupported type', 415, stats('a=1', 'text/plain')],
  ['no such call', 404, inject('POST', '/api/nowhere')],
  ['another method', 404, inject('PUT', '/api/admin/users')],
  ['an address that cannot be decoded', 404, inject('GET', '/%ZZ')],
  ['a page', 200, inject('GET', '/')],
  ['a screen', 200, inject('GET', '/admin/users')],
  ['the sign-in page', 200, inject('GET', '/login')],
  ['only the head of a page', 200, inject('HEAD', '/login')],
  ['a file', 200, inject('GET', '/assets/app-1.js')],
  ['no such file', 404, inject('GET', '/assets/app-2.js')],
  ['a way out', 404, inject('GET', '/..%2fsecret.txt')],
  ['no such image', 404, inject('GET', '/media/0123456789abcdef.webp')],
  ['the settings', 200, inject('GET', '/config.json')],
  ['health', 200, inject('GET', '/health/live')],
  ['readiness', 200, inject('GET', '/health/ready')],
  ['the page about the API', 200, inject('GET', '/docs/')],
  ['its description', 200, inject('GET', '/docs/json')],
];

test.each(responses)('security headers: %s (%i) has them', async (_what, status, ask) => {
  const response = await ask();
  expect(response.statusCode).toBe(status);
  expectSecurityHeaders(response);
});

test('security headers: a server error has them, and does not contain its cause', async () => {
  const { db } = testApp.database;
  await sql`alter table daily_counts rename to hidden`.execute(db);
  const response = await stats('{}')();
  await sql`alter table hidden rename to daily_counts`.execute(db);
  expect(response.statusCode).toBe(500);
  expectSecurityHeaders(response);
  expect(response.json()).toEqual({
    success: false,
    code: 'INTERNAL_ERROR',
    message: 'Đã xảy ra lỗi, vui lòng thử lại sau',
    requestId: response.headers['x-request-id'],
  });
});

describe('content security policy', () => {
  const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

  test('allows only the inline scripts of the pages', async () => {
    const { headers } = await inject('GET', '/login')();
    expect(directives(headers)['script-src']?.split(' ').sort()).toEqual(
      ["'self'", hash(SHELL_SCRIPT), hash(LOGIN_SCRIPT)].sort(),
    );
  });

  test('allows the panel its API and sockets, and no page to frame it', async () => {
    const policy = directives((await inject('GET', '/')()).headers);
    expect(policy['connect-src']?.split(' ').sort()).toEqual(
      [
        "'self'",
        'https://api.example.test',
        'wss://api.example.test',
        'https://live.example.test',
        'wss://live.example.test',
      ].sort(),
    );
    expect(policy).toMatchObject({ 'frame-ancestors': "'none'", 'object-src': "'none'", 'base-uri': "'none'" });
  });
});

describe('CORS: an origin', () => {
  const preflight = (origin: string, method = 'POST') =>
    inject(
      'OPTIONS',
      '/api/admin/users',
    )({
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    });

  test('that is allowed may call, with credentials', async () => {
    const response = await stats('{}')({ origin: ALLOWED });
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': ALLOWED,
      'access-control-allow-credentials': 'true',
    });
    expect(response.headers.vary).toMatch(/origin/i);
    expect(response.headers['access-control-expose-headers']).toMatch(/retry-after/i);
    const asked = await preflight(ALLOWED, 'DELETE');
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': ALLOWED,
      'access-control-allow-credentials': 'true',
    });
    expect(asked.headers['access-control-allow-methods']).toBe('GET, POST, PUT, DELETE');
    expect(asked.headers['access-control-allow-headers']).toMatch(/authorization/);
    expectSecurityHeaders(asked);
  });

  test.each([
    ['POST', '/api/admin/users/u1/disable'],
    ['POST', '/api/admin/users/u1/enable'],
    ['DELETE', '/api/admin/users/u1'],
  ] as const)(
    '%s %s with credentials and a JSON content type but no body: the exact origin may read it',
    async (method, url) => {
      const response = await inject(
        method,
        url,
      )({ origin: ALLOWED, cookie: 'a=1', 'content-type': 'application/json' });
      // A cookie alone does not authenticate.
      expect(response.statusCode).toBe(401);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': ALLOWED,
        'access-control-allow-credentials': 'true',
      });
      const sent = await testApp.send(method, url, { headers: { 'content-type': 'application/json' } });
      expect(sent.json()).toMatchObject({ code: 'USER_NOT_FOUND' });
    },
  );

  test('that is allowed can read errors too', async () => {
    for (const [, , ask] of responses.filter(([, status]) => status >= 400)) {
      expect((await ask({ origin: ALLOWED })).headers['access-control-allow-origin']).toBe(ALLOWED);
    }
  });

  test.each([
    'https://evil.test',
    'null',
    'http://panel.example.test',
    'https://panel.example.test:8443',
    'https://panel.example.test.evil.test',
    'https://evil.test/?https://panel.example.test',
    'https://sub.panel.example.test',
    '*',
  ])('that is foreign is in no response: %s', async (origin) => {
    const given = [...(await Promise.all(responses.map(([, , ask]) => ask({ origin })))), await preflight(origin)];
    for (const { headers } of given) {
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(JSON.stringify({ ...headers, vary: '' })).not.toContain(origin === '*' ? '"*"' : `"${origin}"`);
    }
  });
});
