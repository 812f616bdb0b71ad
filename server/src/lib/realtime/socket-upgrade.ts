import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Server as Engine } from 'engine.io';

const SOCKET_PATH = /^\/socket\.io\/?(?:\?|$)/;
/** How long a client has to say goodbye before its connection is cut. */
const GOODBYE_MS = 1_000;

/** Whether a request asks for a socket; any other request for an upgrade is answered as if it had not asked. */
export const isSocketUpgrade = ({ url = '', headers }: IncomingMessage): boolean =>
  SOCKET_PATH.test(url) && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Hands the upgrades among `server`'s requests to `engine`. Only upgrades: a request for another transport stays the
 * application's, which answers it as it answers every address it does not have.
 * @returns `refuse`: no further upgrades; `cut`: after a moment for goodbyes what is left
 */
export function takeUpgrades(server: HttpServer, engine: Engine): { refuse: () => void; cut: () => void } {
  const open = new Set<Duplex>();
  let isClosing = false;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until the engine listens itself, and after it has let go, a broken connection is nothing to end a process for.
    socket.on('error', () => socket.destroy());
    if (isClosing || !isSocketUpgrade(request)) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
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
