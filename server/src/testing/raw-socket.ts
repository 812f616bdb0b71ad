import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

const TEXT = 0x81;
const PING = 0x89;
const MASK = 0x80;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;
const LENGTH_MAX_IN_2_BYTES = 0xffff;
/** The payload, unmasked. */
const MASKING_KEY = Buffer.alloc(4);

/** A frame as a client sends it. */
function frame(kind: number, text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([kind]), lengthBytes(payload.length), MASKING_KEY, payload]);
}
function lengthBytes(length: number): Buffer {
  if (length < LENGTH_IN_2_BYTES) return Buffer.from([MASK | length]);
  if (length <= LENGTH_MAX_IN_2_BYTES) {
    const bytes = Buffer.from([MASK | LENGTH_IN_2_BYTES, 0, 0]);
    bytes.writeUInt16BE(length, 1);
    return bytes;
  }
  const bytes = Buffer.alloc(9, MASK | LENGTH_IN_8_BYTES);
  bytes.writeBigUInt64BE(BigInt(length), 1);
  return bytes;
}
export const textFrame = (text: string): Buffer => frame(TEXT, text);
export const pingFrame = (text = ''): Buffer => frame(PING, text);
/** Socket.IO's connect packet. */
export const connectFrame = (token: string): Buffer => textFrame(`40${JSON.stringify({ token })}`);

/** A WebSocket without protocol logic: it sends bytes and answers nothing. */
export interface RawSocket {
  socket: net.Socket;
  /** Everything received, as text. */
  received(): string;
  isClosed(): boolean;
  /** Sends bytes, unless it is closed. @returns whether all were sent */
  send(bytes: Buffer): Promise<boolean>;
  /** Resolves when the server has closed it. */
  closed: Promise<unknown>;
  destroy(): void;
}

/** Opens one. @throws if the server rejects it */
export async function openRawSocket(url: string): Promise<RawSocket> {
  const { port, hostname } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const lines = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${hostname}:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  while (!received.includes('"sid"') && !socket.destroyed) {
    await Promise.race([once(socket, 'data').catch(() => undefined), closed]);
  }
  if (!received.startsWith('HTTP/1.1 101')) throw new Error(`no socket: ${received.split('\r\n', 1)[0]}`);
  return {
    socket,
    received: () => received,
    isClosed: () => socket.destroyed,
    closed,
    send: (bytes) =>
      new Promise((resolve) => {
        if (socket.destroyed) resolve(false);
        else socket.write(bytes, (error) => resolve(!error));
      }),
    destroy: () => socket.destroy(),
  };
}
