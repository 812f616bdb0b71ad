import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound, describeFailure } from './post-to-url.ts';
import { createPublicLookup } from './public-address.ts';

let server: http.Server;
let port: number;
let received: string[] = [];
/** Answers a call as the server of the test. */
let respond: (response: http.ServerResponse) => void;
beforeAll(async () => {
  server = http.createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    respond(response);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  received = [];
  respond = (response) => response.writeHead(204).end();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const lookupOf = (...answers: LookupAddress[][]) => {
  let asked = 0;
  return createPublicLookup((_host, _options, callback) => {
    callback(null, answers[Math.min(asked, answers.length - 1)] ?? []);
    asked += 1;
  });
};
const v4 = (address: string): LookupAddress => ({ address, family: 4 });
const open = createOutbound({ allowsPrivate: true });
const failureOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    return describeFailure(error);
  }
};

describe('post: rejects URLs that lead into the own network', () => {
  const urls = (at: number) => [
    `https://127.0.0.1:${at}/`,
    `https://2130706433:${at}/`,
    `https://0x7f000001:${at}/`,
    `https://0177.0.0.1:${at}/`,
    `https://127.1:${at}/`,
    `https://0:${at}/`,
    `https://[::1]:${at}/`,
    `https://[::ffff:127.0.0.1]:${at}/`,
    `https://[::ffff:7f00:1]:${at}/`,
    `https://[64:ff9b::7f00:1]:${at}/`,
    `https://localhost:${at}/`,
    `https://LOCALHOST:${at}/`,
    `https://127。0。0。1:${at}/`,
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/latest/meta-data/',
    'https://10.0.0.1/',
    'https://192.168.0.1/',
    `http://93.184.215.14:${at}/`,
    `ftp://93.184.215.14:${at}/`,
    'file:///etc/passwd',
    `https://user:password@93.184.215.14:${at}/`,
    'no url',
  ];
  test.each(urls(9).map((_, index) => index))('hostile URL %i', async (index) => {
    const url = urls(port)[index] ?? '';
    const outbound = createOutbound({ allowsPrivate: false });
    expect([url, await failureOf(outbound.post(url, '{}', {}))]).toEqual([url, 'private']);
    expect([url, await failureOf(outbound.check(url))]).toEqual([url, 'private']);
    expect(received).toEqual([]);
  });

  test('a name that resolves to a public and a private address', async () => {
    const lookup = lookupOf([v4('93.184.215.14'), v4('127.0.0.1')]);
    const outbound = createOutbound({ allowsPrivate: false, lookup });
    expect(await failureOf(outbound.post(`https://two.example:${port}/`, '{}', {}))).toBe('private');
  });

  test('a name that is public when it is checked and private when it is called (DNS rebinding)', async () => {
    const lookup = lookupOf([v4('93.184.215.14')], [v4('127.0.0.1')]);
    const outbound = createOutbound({ allowsPrivate: false, lookup });
    const url = `https://rebinding.example:${port}/`;
    expect(await failureOf(outbound.check(url))).toBe('none');
    expect(await failureOf(outbound.post(url, '{}', {}))).toBe('private');
    expect(received).toEqual([]);
  });
});

describe('post', () => {
  test('sends the body and resolves with the status', async () => {
    expect(await open.post(`http://127.0.0.1:${port}/hook`, '{"a":1}', {})).toBe(204);
    expect(received).toEqual(['POST /hook']);
  });

  test.each([301, 302, 307, 308])('does not follow a redirect (%i)', async (status) => {
    respond = (response) => response.writeHead(status, { location: `http://127.0.0.1:${port}/inside` }).end();
    expect(await open.post(`http://127.0.0.1:${port}/hook`, '{}', {})).toBe(status);
    expect(received).toEqual(['POST /hook']);
  });

  test('reads no body, however long it is', async () => {
    let closed: (() => void) | undefined;
    const isClosed = new Promise<void>((done) => {
      closed = done;
    });
    respond = (response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', write);
      response.on('close', () => closed?.());
      response.on('error', () => undefined);
      write();
    };
    expect(await open.post(`http://127.0.0.1:${port}/endless`, '{}', {})).toBe(200);
    await isClosed;
  });

  test('a server that does not respond: times out', async () => {
    respond = () => undefined;
    const hasty = createOutbound({ allowsPrivate: true, timeoutMs: 50 });
    expect(await failureOf(hasty.post(`http://127.0.0.1:${port}/`, '{}', {}))).toBe('timeout');
  });

  test('a port at which nothing listens: connection refused', async () => {
    const unused = http.createServer().listen(0, '127.0.0.1');
    await new Promise((done) => unused.once('listening', done));
    const { port: free } = unused.address() as AddressInfo;
    await new Promise((done) => unused.close(done));
    expect(await failureOf(open.post(`http://127.0.0.1:${free}/`, '{}', {}))).toBe('refused');
  });
});
