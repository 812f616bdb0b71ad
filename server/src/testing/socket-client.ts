import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { io, type Socket } from 'socket.io-client';

const ACK_TIMEOUT_MS = 3_000;

export interface SocketCall {
  auth?: Record<string, unknown>;
  origin?: string;
  transports?: Array<'websocket' | 'polling'>;
}

/** The result of a connection attempt: an open socket, or the reason of the rejection. */
export type ConnectAttempt = { socket: Socket; rejection?: never } | { socket?: never; rejection: string };

/** Lets `app` listen on a free port. @returns its URL */
export const listen = (app: FastifyInstance): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' });

/** Opens sockets with socket.io-client, and closes the remaining ones. */
export function createSocketOpener(url: () => string) {
  const opened: Socket[] = [];

  /** The error is the server's code, or the transport's message. */
  async function attemptConnect({
    auth = {},
    origin,
    transports = ['websocket'],
  }: SocketCall): Promise<ConnectAttempt> {
    const socket = io(url(), {
      transports,
      forceNew: true,
      reconnection: false,
      auth,
      ...(origin === undefined ? {} : { extraHeaders: { origin } }),
    });
    opened.push(socket);
    const failed = new Promise<ConnectAttempt>((resolve) => {
      socket.once('connect_error', (error: Error & { data?: { code?: string } }) => {
        resolve({ rejection: error.data?.code ?? error.message });
      });
    });
    return Promise.race([
      failed,
      new Promise<ConnectAttempt>((resolve) => socket.once('connect', () => resolve({ socket }))),
    ]);
  }

  return {
    attemptConnect,

    /** @throws {Error} if it is rejected */
    async open(token: string, call: SocketCall = {}): Promise<Socket> {
      const { socket, rejection } = await attemptConnect({ ...call, auth: { token, ...call.auth } });
      if (!socket) throw new Error(`the socket was rejected: ${rejection}`);
      return socket;
    },

    closeAll(): void {
      for (const socket of opened.splice(0)) socket.disconnect();
    },
  };
}

/** Emits an event. @returns its acknowledgement */
export const ask = (socket: Socket, name: string, ...args: unknown[]): Promise<unknown> =>
  socket.timeout(ACK_TIMEOUT_MS).emitWithAck(name, ...args);

/** Waits until the server closes a socket. @returns the elapsed milliseconds and the client's reason */
export async function untilClosed(socket: Socket): Promise<{ afterMs: number; reason: string }> {
  const startedAt = performance.now();
  if (!socket.connected) return { afterMs: 0, reason: 'before' };
  const [reason] = await once(socket as never, 'disconnect');
  return { afterMs: performance.now() - startedAt, reason: String(reason) };
}
