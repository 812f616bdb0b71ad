import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { socketErrors } from '@hai-dang/contract/lib/socket.errors.ts';
import type { Server as Engine } from 'engine.io';
import { type AnswerHeaders, headerLines } from '../http/answer-headers.ts';
import type { ClientNetwork } from '../http/client-network.ts';
import { rawError } from '../http/raw-error.ts';

const SOCKET_PATH = /^\/socket\.io\/?(?:\?|$)/;
/** How long a client has to say goodbye before its connection is cut. */
const GOODBYE_MS = 1_000;
const RETRY_AFTER_SECONDS = 30;

/** How many sockets clients of one network may have open at this server. */
export interface NetworkLimit {
  most: number;
  networkOf: ClientNetwork;
}

/** Whether a request asks for a socket; any other request for an upgrade is answered as if it had not asked. */
export const isSocketUpgrade = ({ url = '', headers }: IncomingMessage): boolean =>
  SOCKET_PATH.test(url) && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Hands the upgrades among `server`'s requests to `engine`. Only upgrades: a request for another transport stays the
 * application's, which answers it as it answers every address it does not have.
 * @param headers those of every answer, for refusals
 * @param limit keeps one address from taking what all share
 * @returns `refuse`: no further upgrades; `cut`: after a moment for goodbyes what is left
 */
export function takeUpgrades(
  server: HttpServer,
  engine: Engine,
  headers: AnswerHeaders,
  limit: NetworkLimit,
): { refuse: () => void; cut: () => void } {
  const lines = headerLines(headers);
  const open = new Set<Duplex>();
  const openByNetwork = new Map<string, number>();
  let isClosing = false;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until the engine listens itself, and after it has let go, a broken connection is nothing to end a process for.
    socket.on('error', () => socket.destroy());
    const network = limit.networkOf(request);
    const others = openByNetwork.get(network) ?? 0;
    if (others >= limit.most) {
      const code = 'TOO_MANY_CONNECTIONS';
      const retry = { ...headers, 'retry-after': String(RETRY_AFTER_SECONDS) };
      socket.end(rawError(429, code, socketErrors[code], retry), () => socket.destroy());
      return;
    }
    addToRefusal(socket, lines);
    if (isClosing || !isSocketUpgrade(request)) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
      return;
    }
    open.add(socket);
    openByNetwork.set(network, others + 1);
    socket.once('close', () => {
      open.delete(socket);
      const left = (openByNetwork.get(network) ?? 0) - 1;
      if (left > 0) openByNetwork.set(network, left);
      else openByNetwork.delete(network);
    });
    // The engine takes its own kind of request, which this becomes in its hands.
    engine.handleUpgrade(request as Parameters<Engine['handleUpgrade']>[0], socket, head);
  });
  return {
    refuse: () => {
      isClosing = true;
    },
    cut: () => {
      setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, GOODBYE_MS).unref();
    },
  };
}

const REFUSAL = /^(HTTP\/1\.1 [45]\d\d [^\r\n]*\r\n)/;

/** The libraries that refuse upgrades write their answer as one text, and offer no way to add a header. */
function addToRefusal(socket: Duplex, lines: string): void {
  const { write, end } = socket;
  const withLines =
    (original: typeof write | typeof end) =>
    (...[chunk, ...rest]: unknown[]): unknown => {
      Object.assign(socket, { write, end });
      const text = typeof chunk === 'string' ? chunk.replace(REFUSAL, (start) => start + lines) : chunk;
      return Reflect.apply(original, socket, [text, ...rest]);
    };
  Object.assign(socket, { write: withLines(write), end: withLines(end) });
}
