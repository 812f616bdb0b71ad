import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection without a response yet. Browsers and proxies send one at a time. */
const PIPELINED_MAX = 32;

/**
 * Destroys a connection that sends more and more requests without waiting for responses. Node hands over all that one read
 * of 64 KB holds before anything else can run, so this is settled before any of them costs more than being counted.
 * @param server with the handler that it was made with
 */
export function limitPipelining(server: Server): void {
  const [handle] = server.listeners('request');
  if (!handle) throw new Error('the server has no handler');
  const unanswered = new WeakMap<Socket, number>();
  server.off('request', handle as () => void);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > PIPELINED_MAX) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    handle.call(server, request, response);
  });
}
