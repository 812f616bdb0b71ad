import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Server as Engine } from 'engine.io';
import { createKeyedCount } from '../async/keyed-count.ts';
import { DomainError } from '../domain-error.ts';
import type { ClientNetwork } from '../http/client-network.ts';
import { isOriginAllowed } from './allowed-origin.ts';

const SOCKET_PATH = /^\/socket\.io\/?(?:\?|$)/;
/** 16 bytes in base64 (RFC 6455, 4.1). */
const WEBSOCKET_KEY = /^[+/\da-z]{22}==$/i;
/** How long a client has for the closing handshake before its connection is destroyed. */
const CLOSE_GRACE_MS = 1_000;
const CLOSING_RETRY_SECONDS = 5;
const LIMIT_RETRY_SECONDS = 30;

/** How many sockets clients of one network may have open at this server. */
export interface NetworkLimit {
  most: number;
  networkOf: ClientNetwork;
}

export interface UpgradeOptions {
  allowedOrigins: readonly string[];
  /** Keeps one network from taking what all share. */
  networkLimit: NetworkLimit;
}

/** Decides which requests become sockets. All others stay ordinary requests, which the application responds to. */
export function createUpgrades(engine: Engine, { allowedOrigins, networkLimit: { most, networkOf } }: UpgradeOptions) {
  const open = new Set<Duplex>();
  const openByNetwork = createKeyedCount();
  const errors = new WeakMap<IncomingMessage, DomainError>();
  let isClosing = false;

  function findError(request: IncomingMessage): DomainError | null {
    if (isClosing) return new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: CLOSING_RETRY_SECONDS });
    if (openByNetwork.of(networkOf(request)) >= most) {
      return new DomainError('TOO_MANY_CONNECTIONS', { retryAfterSeconds: LIMIT_RETRY_SECONDS });
    }
    const { origin, host } = request.headers;
    const isAcceptable = isHandshake(request) && isOriginAllowed(origin, host, allowedOrigins);
    return isAcceptable ? null : new DomainError('MALFORMED_REQUEST');
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    open.add(socket);
    const release = openByNetwork.add(networkOf(request));
    socket.once('close', () => {
      open.delete(socket);
      release();
    });
    // Without a listener, before the engine adds its own and after it has removed it, an error would end the process.
    socket.on('error', () => socket.destroy());
    // The engine's type of request has fields that the engine itself sets.
    engine.handleUpgrade(request as Parameters<Engine['handleUpgrade']>[0], socket, head);
  }

  return {
    /** Whether a request becomes a socket: for Node's `shouldUpgradeCallback`. */
    accepts(request: IncomingMessage): boolean {
      if (!isSocketRequest(request)) return false;
      const error = findError(request);
      if (error) errors.set(request, error);
      return error === null;
    },
    /** Why a request for a socket gets none. */
    errorOf: (request: IncomingMessage): DomainError | undefined => errors.get(request),
    /** Hands what was accepted to the engine. */
    attach: (server: HttpServer): void => void server.on('upgrade', upgrade),
    /** No further upgrades. */
    stopAccepting(): void {
      isClosing = true;
    },
    /** Destroys what is left, after a moment for closing handshakes. */
    destroyAll: (): void => {
      setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, CLOSE_GRACE_MS).unref();
    },
  };
}

/** Whether a request asks for a socket; any other request for an upgrade is handled as an ordinary one. */
const isSocketRequest = ({ url = '', headers }: IncomingMessage): boolean =>
  SOCKET_PATH.test(url) && headers.upgrade?.toLowerCase() === 'websocket';

/** Whether the engine takes a request: it would reject any other by a response without the headers of all others. */
function isHandshake({ method, url = '', headers }: IncomingMessage): boolean {
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  return (
    method === 'GET' &&
    query.get('EIO') === '4' &&
    query.get('transport') === 'websocket' &&
    !query.get('sid') &&
    ['8', '13'].includes(headers['sec-websocket-version'] ?? '') &&
    WEBSOCKET_KEY.test(headers['sec-websocket-key'] ?? '')
  );
}
