import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorMessages } from '@hai-dang/contract/errors.ts';
import type { AnswerHeaders } from './answer-headers.ts';
import { rawError } from './raw-error.ts';

/** What Node's parser gives up for another reason than that it is no HTTP. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Responses that have not gone out as a whole, by connection; a client may send its next request before. */
export type OpenResponses = WeakMap<Duplex, Set<ServerResponse>>;

/** Starts to follow which responses of `server` are in flight. */
export function followResponses(server: Server, open: OpenResponses): void {
  server.on('request', ({ socket }, response) => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
}

/** Whether what is written now is taken for the response to what could not be read, and for no other. */
function isNextResponse(responses: ReadonlySet<ServerResponse>): boolean {
  const [first] = responses;
  if (!first) return true;
  return responses.size === 1 && !first.headersSent && !first.req.complete;
}

/**
 * Answers bytes that never became a request, which so no hook sees, as every other error is answered.
 * @param headers those of every answer
 * @param open by {@link followResponses}: nothing is written into a response in flight, or in the place of one
 */
export function createUnparsedHandler(headers: AnswerHeaders, open: OpenResponses) {
  return (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable || !isNextResponse(open.get(socket) ?? new Set())) {
      socket.destroy(error);
      return;
    }
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
    const code = 'MALFORMED_REQUEST';
    socket.write(rawError(status, code, errorMessages[code], headers));
    socket.destroy(error);
  };
}
