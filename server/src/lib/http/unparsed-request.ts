import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorMessages } from '@hai-dang/contract/errors.ts';
import type { ErrorEnvelope } from '@hai-dang/contract/lib/envelope.ts';
import { type AnswerHeaders, headerLines } from './answer-headers.ts';

/** What Node's parser gives up for another reason than that it is no HTTP. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers bytes that never became a request, which so no hook sees, as every other error is answered.
 * @param headers those of every answer
 */
export function createUnparsedHandler(headers: AnswerHeaders) {
  return (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
    const code = 'MALFORMED_REQUEST';
    const requestId = randomUUID();
    const envelope: ErrorEnvelope = { success: false, message: errorMessages[code], code, requestId };
    const body = JSON.stringify(envelope);
    const head = {
      ...headers,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headerLines(head)}\r\n${body}`);
    socket.destroy(error);
  };
}
