import net from 'node:net';

/** The responses on one connection. */
export interface PipelinedResponses {
  /** The statuses, in the order of the calls. */
  statuses: number[];
  /** Whether the server has closed the connection. */
  isClosed: boolean;
}

const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g;
const CHUNK_CALLS = 500;

/**
 * Pipelines many calls on one connection, and reads until the server closes it or all have a response.
 * @param tokens one per call
 * @param method calls have no body
 */
export async function callPipelined(
  url: string,
  path: string,
  tokens: readonly string[],
  method: 'GET' | 'POST' = 'GET',
): Promise<PipelinedResponses> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  const responses: PipelinedResponses = { statuses: [], isClosed: false };
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  void closed.then(() => {
    responses.isClosed = true;
  });
  const responded = new Promise<void>((resolve) => {
    let rest = '';
    socket.on('data', (bytes) => {
      const text = rest + bytes.toString('latin1');
      const found = [...text.matchAll(STATUS_LINE)];
      responses.statuses.push(...found.map(([, status]) => Number(status)));
      const last = found.at(-1);
      rest = text.slice(last ? last.index + last[0].length : -STATUS_LINE.source.length);
      if (responses.statuses.length >= tokens.length) resolve();
    });
  });
  const toRequest = (token: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0\r\n\r\n`;
  for (let at = 0; at < tokens.length && !socket.destroyed; at += CHUNK_CALLS) {
    const chunk = tokens
      .slice(at, at + CHUNK_CALLS)
      .map(toRequest)
      .join('');
    await Promise.race([new Promise((resolve) => socket.write(chunk, resolve)), closed]);
  }
  await Promise.race([responded, closed]);
  socket.destroy();
  return responses;
}
