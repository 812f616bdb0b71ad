import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ErrorEnvelope } from '@hai-dang/contract/lib/envelope.ts';
import { type AnswerHeaders, headerLines } from './answer-headers.ts';

/**
 * An error as bytes, for a connection that no request of the application's stands for; it is to be closed after it.
 * @param headers those of every answer, and what belongs to this one
 */
export function rawError(status: number, code: string, message: string, headers: AnswerHeaders): string {
  const requestId = randomUUID();
  const envelope: ErrorEnvelope = { success: false, message, code, requestId };
  const body = JSON.stringify(envelope);
  const head = {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headerLines(head)}\r\n${body}`;
}
