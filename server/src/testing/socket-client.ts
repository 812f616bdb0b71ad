import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { io, type Socket } from 'socket.io-client';

const ACK_TIMEOUT_MS = 3_000;

export interface SocketCall {
  auth?: Record<string, unknown>;
  origin?: string;
  transports?: Array<'websocket' | 'polling'>;
}

/** What came of knocking: an open socket, or why there is none. */
export type Knock = { socket: Socket; rejection?: never } | { socket?: never; rejection: string };

/** Lets `app` listen on a free port. @returns where */
export const listen = (app: FastifyInstance): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' });

/** Opens sockets with the client of the specification, and closes what is left of them. */
export function createSocketOpener(url: () => string) {
  const opened: Socket[] = [];

  /** The refusal is the server's code, or the transport's own words. */
  async function knock({ auth = {}, origin, transports = ['websocket'] }: SocketCall): Promise<Knock> {
    const socket = io(url(), {
      transports,
      forceNew: true,
      reconnection: false,
      auth,
      ...(origin === undefined ? {} : { extraHeaders: { origin } }),
    });
    opened.push(socket);
    const failed = new Promise<Knock>((resolve) => {
      socket.once('connect_error', (error: Error & { data?: { code?: string } }) => {
        resolve({ rejection: error.data?.code ?? error.message });
      });
    });
    return Promise.race([failed, new Promise<Knock>((resolve) => socket.once('connect', () => resolve({ socket })))]);
  }

  return {
    knock,

    /** @throws {Error} when it is rejected */
    async open(token: string, call: SocketCall = {}): Promise<Socket> {
      const { socket, rejection } = await knock({ ...call, auth: { token, ...call.auth } });
      if (!socket) throw new Error(`the socket was rejected: ${rejection}`);
      return socket;
    },

    closeAll(): void {
      for (const socket of opened.splice(0)) socket.disconnect();
    },
  };
}

/** Sends an event. @returns its acknowledgement */
export const ask = (socket: Socket, name: string, ...args: unknown[]): Promise<unknown> =>
  socket.timeout(ACK_TIMEOUT_MS).emitWithAck(name, ...args);

/** Waits until the server closes a socket. @returns after how many milliseconds, and the client's reason */
export async function untilClosed(socket: Socket): Promise<{ afterMs: number; reason: string }> {
  const begun = performance.now();
  if (!socket.connected) return { afterMs: 0, reason: 'before' };
  const [reason] = await once(socket as never, 'disconnect');
  return { afterMs: performance.now() - begun, reason: String(reason) };
}
