import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addresses } from '../../testing/endpoint-samples.ts';
import { expectSecurityHeaders } from '../../testing/security-headers.ts';
import { listen } from '../../testing/socket-client.ts';

const FOREIGN = 'https://evil.test';
let testApp: TestApp;
let url: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterAll(() => testApp.close());

interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Opens a connection that resolves with everything received when it is closed. */
function connect(to: string) {
  const { port } = new URL(to);
  const socket = net.connect(Number(port), '127.0.0.1');
  let said = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  return { socket, all: () => closed.then(() => said) };
}

/** Sends raw bytes. @returns the first response */
async function exchange(text: string): Promise<RawAnswer> {
  const { socket, all } = connect(url);
  socket.write(text);
  socket.setTimeout(3_000, () => socket.destroy());
  return parse(await all());
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((each) => [each.split(':', 1)[0]?.toLowerCase() ?? '', each.slice(each.indexOf(':') + 1).trim()]),
  );
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

const chunked = 'Transfer-Encoding: chunked';
const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket';
const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const socketPath = '/socket.io/?EIO=4&transport=websocket';

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['a handshake of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  ['a length and chunks', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n${chunked}\r\n\r\n0\r\n\r\n`, 400],
  ['a head of 20 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['no host', 'GET /health/live HTTP/1.1\r\n\r\n', 400],
])('unparsable request, %s: a status without content, and the connection is closed', async (_what, text, status) => {
  const response = await exchange(text);
  expect(response.status).toBe(status);
  expect(response.headers).toMatchObject({ connection: 'close' });
  for (const name of ['server', 'x-powered-by', 'content-type']) expect(response.headers).not.toHaveProperty(name);
  // No body, not even an empty chunk.
  expect(['', '0\r\n\r\n']).toContain(response.body);
});

test('responses: an unknown Expect header is ignored', async () => {
  const response = await exchange('GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n');
  expect(response.status).toBe(200);
  expectSecurityHeaders(response);
});

test.each([
  ['of a foreign page', `${socketPath} HTTP/1.1\r\nOrigin: ${FOREIGN}\r\n${upgrade}\r\n${key}`],
  ['without a key', `${socketPath} HTTP/1.1\r\n${upgrade}`],
  ['of an unknown connection', `${socketPath}&sid=x HTTP/1.1\r\n${upgrade}\r\n${key}`],
  ['elsewhere', `/api/admin/users HTTP/1.1\r\n${upgrade}\r\n${key}`],
])('responses: an upgrade %s is rejected with the usual headers', async (_what, request) => {
  const { status, headers } = await exchange(`GET ${request.replace('\r\n', '\r\nHost: x\r\n')}\r\n\r\n`);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expectSecurityHeaders({ headers });
  expect(JSON.stringify(headers)).not.toContain(FOREIGN);
});

test('responses: a request during the shutdown is rejected in the envelope', async () => {
  const ending = await buildTestApp();
  const { socket, all } = connect(await listen(ending.app));
  const head = 'POST /api/admin/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';
  const line = `Authorization: Bearer ${ending.admin.token}\r\n\r\n`;
  const begun = once(ending.app.server, 'request');
  socket.write(`${head}${line}{`);
  await begun;
  const closed = ending.close();
  await expect.poll(() => ending.app.server.listening).toBe(false);
  socket.write(`}${head}${line}{}`);
  const [first, second] = (await all()).split(/(?=HTTP\/1\.1 503)/).map(parse);
  await closed;
  expect(first?.status).toBe(200);
  expect(second?.headers).toMatchObject({ 'retry-after': '5', connection: 'close' });
  expectSecurityHeaders({ headers: second?.headers ?? {} });
  expect(JSON.parse(second?.body ?? '')).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test.each(addresses)('$method $path cannot be called by a foreign page', async ({ method, path }) => {
  const headers = { origin: FOREIGN, 'access-control-request-method': method };
  const response = await testApp.app.inject({ method: 'OPTIONS', url: path, headers });
  expectSecurityHeaders(response);
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
  expect(JSON.stringify(response.headers)).not.toContain(FOREIGN);
});

test('responses: a 429 has the usual headers', async () => {
  const attempt = () =>
    testApp.send('POST', '/api/admin/login', { token: undefined, body: { email: 'a@example.test', password: 'x' } });
  for (let n = 0; n < 5; n += 1) await attempt();
  const response = await attempt();
  expect(response.statusCode).toBe(429);
  expectSecurityHeaders(response);
});
