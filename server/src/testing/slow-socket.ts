import { once } from 'node:events';
import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { WebSocket } from 'ws';

/** Unsolicited pong frames prevent the server's idle timeout. */
const PONG_EVERY_MS = 10_000;
/** Socket.IO packets: connect, an event with acknowledgement, and the pong. */
const CONNECT = '40';
const EVENT_WITH_ACK = '420';
const PONG = '3';

/** An administrator's socket that stops reading. */
export interface SlowSocket {
  /** Whether the server has closed it; resumes reading, or the close would not be noticed. */
  isClosed(): Promise<boolean>;
  close(): void;
}

/** Opens a socket that subscribes to all events, reads none, and keeps sending pongs. */
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
      // The sent data precedes the end of the stream.
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
