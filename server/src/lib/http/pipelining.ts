import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Requests of one connection without a response yet. Browsers and proxies send one at a time. */
const PIPELINED_MAX = 32;
/** The statuses of what Node's parser rejects for another reason than that it is no HTTP. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Requests without a response yet, by connection. */
const pending = new WeakMap<Duplex, number>();

/**
 * Destroys a connection that sends more and more requests without waiting for responses. Node hands over all that one read
 * of 64 KB holds before anything else can run, so this is settled before any of them costs more than being counted.
 * @param server with the handler that it was made with
 */
export function limitPipelining(server: Server): void {
  const [handle] = server.listeners('request');
  if (!handle) throw new Error('the server has no handler');
  server.off('request', handle as () => void);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (pending.get(socket) ?? 0) + 1;
    if (count > PIPELINED_MAX) {
      socket.destroy();
      return;
    }
    pending.set(socket, count);
    response.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1));
    handle.call(server, request, response);
  });
  // An unknown expectation is ignored (RFC 9110, 10.1.1): Node's own 417 would not be counted.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Node's own response to malformed bytes, but never while the response to an earlier request is pending. */
export function rejectUnparsable(error: Error & { code?: string }, socket: Duplex): void {
  const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
  if (socket.writable && !pending.get(socket)) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  }
  socket.destroy(error);
}
