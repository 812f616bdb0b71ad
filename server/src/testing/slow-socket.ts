import { once } from 'node:events';
import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { WebSocket } from 'ws';

/** Says that one is there, unasked, so that the server does not close the socket for silence. */
const PONG_EVERY_MS = 10_000;
/** Of Socket.IO: connect, an event that wants an acknowledgement, and the answer to a ping. */
const CONNECT = '40';
const EVENT_WITH_ACK = '420';
const PONG = '3';

/** An administrator's socket that reads nothing any more. */
export interface SlowSocket {
  /** Whether the server has closed it; it is read again from here on, so that it can be seen. */
  isClosed(): Promise<boolean>;
  close(): void;
}

/** Opens a socket that is told of everything, reads nothing of it, and goes on saying that it is there. */
export async function openSlowSocket(url: string, { id, token }: { id: string; token: string }): Promise<SlowSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  socket.on('error', () => undefined);
  await once(socket, 'message');
  socket.send(`${CONNECT}${JSON.stringify({ token })}`);
  await once(socket, 'message');
  socket.send(`${EVENT_WITH_ACK}${JSON.stringify([adminConnected.name, id])}`);
  await once(socket, 'message');
  socket.pause();
  const timer = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.send(PONG);
  }, PONG_EVERY_MS);
  return {
    async isClosed() {
      socket.resume();
      // What has been sent to it comes before its end.
      const answered = once(socket, 'pong').then(() => false);
      const closed = once(socket, 'close').then(() => true);
      if (socket.readyState !== WebSocket.OPEN) return true;
      socket.ping();
      return Promise.race([answered, closed]);
    },
    close() {
      clearInterval(timer);
      socket.terminate();
    },
  };
}
