import net from 'node:net';
import fc from 'fast-check';
import type { Target } from '../target.ts';
import { damagedBytes } from './malformed-calls.ts';
import type { Sent } from './sent.ts';

const RESPONSE_TIMEOUT_MS = 3_000;
const AT_ONCE = 8;
const EXCERPT_MAX_CHARS = 300;

const json = '{"limit":5}';
/** Valid requests, and requests that no client should send. */
const REQUESTS: readonly string[] = [
  `POST /api/admin/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`,
  'GET /admin/users HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n',
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  'POST /api/admin/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nb\r\n{"limit":5}\r\n0\r\n\r\n',
  'POST /api/admin/users HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST /api/admin/users HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1',
  'POST /api/admin/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n{}',
  'POST /api/admin/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n{}',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\n${'X-Many: y\r\n'.repeat(3_000)}\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\nRange: bytes=${'0-,'.repeat(2_000)}\r\n\r\n`,
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n',
  'GET http://169.254.169.254/latest/meta-data HTTP/1.1\r\nHost: 169.254.169.254\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
];

/** Requests byte by byte: no response may be a server error, and each connection is closed after its response. */
export async function sendMalformedBytes({ url }: Target, count: number, seed: number): Promise<Sent> {
  const inputs = fc.sample(
    fc.constantFrom(...REQUESTS).chain((text) => damagedBytes(Buffer.from(text, 'latin1'))),
    { numRuns: count, seed },
  );
  const fell: string[] = [];
  for (let at = 0; at < inputs.length; at += AT_ONCE) {
    await Promise.all(
      inputs.slice(at, at + AT_ONCE).map(async (bytes) => {
        const { response, isClosed } = await exchange(url, bytes);
        const excerpt = JSON.stringify(bytes.toString('latin1').slice(0, EXCERPT_MAX_CHARS));
        if (!isClosed) fell.push(`no end to ${excerpt}`);
        const statuses = [...response.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
        const failed = statuses.filter((status) => status >= 500);
        if (failed.length > 0) fell.push(`${failed} to ${excerpt}`);
      }),
    );
  }
  return { count: inputs.length, fell };
}

/** Sends bytes and ends the stream. @returns everything received, and whether the server closed in time */
function exchange(url: string, bytes: Buffer): Promise<{ response: string; isClosed: boolean }> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve) => {
    let response = '';
    let isClosed = true;
    const socket = net.connect(Number(port), hostname, () => socket.end(bytes));
    const timer = setTimeout(() => {
      isClosed = false;
      socket.destroy();
    }, RESPONSE_TIMEOUT_MS);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      response += chunk;
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve({ response, isClosed });
    });
  });
}
