import { once } from 'node:events';
import http, { type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBalancer } from './lib/balancer.mjs';

const HEALTH_PATH = '/health/ready';
let servers: Server[];
let balancers: Array<ReturnType<typeof createBalancer>>;
beforeEach(() => {
  servers = [];
  balancers = [];
});
afterEach(() => {
  for (const { server, close } of balancers) {
    close();
    server.closeAllConnections();
  }
  for (const server of servers) server.close().closeAllConnections();
});

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function serve(handler: RequestListener, port = 0): Promise<{ server: Server; port: number }> {
  const server = http.createServer((request, response) => {
    if (request.url === HEALTH_PATH) response.end();
    else handler(request, response);
  });
  servers.push(server);
  return { server, port: await listen(server, port) };
}

async function balance(...ports: number[]): Promise<{ url: string; countReady: () => Promise<number> }> {
  const balancer = createBalancer(ports);
  balancers.push(balancer);
  await balancer.countReady();
  return { url: `http://127.0.0.1:${await listen(balancer.server)}`, countReady: balancer.countReady };
}

const named =
  (name: string): RequestListener =>
  (_request, response) =>
    void response.end(name);
const read = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();

test('balancer: requests are distributed to all servers in turn', async () => {
  const [a, b] = [await serve(named('a')), await serve(named('b'))];
  const { url } = await balance(a.port, b.port);
  const responses = [await read(url), await read(url), await read(url), await read(url)];
  expect(responses.toSorted()).toEqual(['a', 'a', 'b', 'b']);
});

test('balancer: a server that is not ready is left out, and used again when it is ready', async () => {
  const a = await serve(named('a'));
  let isReady = false;
  const b = http.createServer((request, response) => {
    if (request.url === HEALTH_PATH) response.writeHead(isReady ? 200 : 503).end();
    else response.end('b');
  });
  servers.push(b);
  const { url, countReady } = await balance(a.port, await listen(b));
  expect([await read(url), await read(url)]).toEqual(['a', 'a']);
  isReady = true;
  expect(await countReady()).toBe(2);
  expect([await read(url), await read(url)].toSorted()).toEqual(['a', 'b']);
});

test("balancer: body, response, host and the client's real IP are forwarded, a forged IP is not", async () => {
  const { port } = await serve((request, response) => {
    response.setHeader('set-cookie', ['one=1', 'two=2']);
    response.writeHead(201, { 'x-forwarded': String(request.headers['x-forwarded-for']) });
    response.write(`${request.headers.host} `);
    request.pipe(response);
  });
  const { url } = await balance(port);
  const body = 'x'.repeat(300_000);
  const response = await fetch(url, { method: 'POST', body, headers: { 'x-forwarded-for': '1.2.3.4' } });
  expect(response.status).toBe(201);
  expect(response.headers.get('x-forwarded')).toBe('127.0.0.1');
  expect(response.headers.getSetCookie()).toEqual(['one=1', 'two=2']);
  expect(await response.text()).toBe(`${new URL(url).host} ${body}`);
});

test('balancer: a killed server causes no client error, for any request', async () => {
  const [a, b] = [await serve(named('a')), await serve(named('b'))];
  const { url } = await balance(a.port, b.port);
  await Promise.all([read(url), read(url)]);
  b.server.close().closeAllConnections();
  await once(b.server, 'close');
  for (let n = 0; n < 4; n += 1) {
    expect(await read(url)).toBe('a');
    expect(await read(url, { method: 'POST', body: 'change' })).toBe('a');
  }
});

test('balancer: a mutating request that a server has started is not sent to another', async () => {
  let started = 0;
  const dying: RequestListener = (request) => {
    started += 1;
    request.socket.destroy();
  };
  const [a, b] = [await serve(dying), await serve(dying)];
  const { url } = await balance(a.port, b.port);
  expect((await fetch(url, { method: 'POST', body: 'change' })).status).toBe(502);
  expect(started).toBe(1);
  started = 0;
  // A reading request may be retried at every server once.
  expect((await fetch(url)).status).toBe(503);
  expect(started).toBe(2);
});

test('balancer: an aborted response is aborted for the client too', async () => {
  const { port } = await serve((request, response) => {
    response.write('half');
    setTimeout(() => request.socket.destroy(), 20);
  });
  const { url } = await balance(port);
  await expect(read(url)).rejects.toThrow();
});

test('balancer: without a ready server it answers 503 with Retry-After', async () => {
  const { url } = await balance(1);
  const response = await fetch(url);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
});

test('balancer: a socket is proxied to a live server, in both directions, and closed with it', async () => {
  const { server, port } = await serve(named('a'));
  server.on('upgrade', (request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
    socket.write(`${request.headers['x-forwarded-for']} `);
    socket.on('data', (data) => {
      if (String(data) === 'end') socket.destroy();
      else socket.write(data);
    });
  });
  const { server: dead, port: deadPort } = await serve(named('dead'));
  const { url } = await balance(deadPort, port);
  dead.close().closeAllConnections();
  await once(dead, 'close');
  for (let n = 0; n < 3; n += 1) {
    const request = http.request(url, { headers: { connection: 'Upgrade', upgrade: 'echo' } }).end();
    const [, socket, head] = await once(request, 'upgrade');
    let received = String(head);
    socket.on('data', (data: Buffer) => {
      received += String(data);
    });
    socket.write('xin chào');
    await expect.poll(() => received).toBe('127.0.0.1 xin chào');
    const closed = once(socket, 'close');
    socket.write('end');
    await closed;
  }
});
