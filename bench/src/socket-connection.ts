import { randomBytes } from 'node:crypto';
import net from 'node:net';

const HEAD_END = '\r\n\r\n';
const TEXT = 0x81;
const CLOSE = 0x8;
const MASKED = 0x80;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;
/** Allowed, and the cheapest: masking with zeros changes nothing. */
const MASK = Buffer.alloc(4);

export interface Handlers {
  /** The content of a Socket.IO packet after its type: an event (`["name",…`), or an acknowledgement (`17[…`). */
  onEvent: (packet: string) => void;
  onAck: (packet: string) => void;
}

/** Settles the connection attempt; later, `fail` receives the close. */
interface Settle {
  open: () => void;
  fail: (error: Error) => void;
}

/**
 * A minimal Socket.IO connection over TCP: it only connects, answers pings, sends texts and passes on what it receives,
 * so that the server is measured and not the client.
 */
export class SocketConnection {
  readonly #socket: net.Socket;
  readonly #token: string;
  readonly #handlers: Handlers;
  #rest: Buffer = Buffer.alloc(0);
  #isUpgraded = false;
  #settle: Settle;

  private constructor(address: string, token: string, handlers: Handlers, settle: Settle) {
    const { hostname, port, host } = new URL(address);
    this.#token = token;
    this.#handlers = handlers;
    this.#settle = settle;
    this.#socket = net.connect(Number(port), hostname).setNoDelay(true);
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#socket.on('error', (error) => this.#settle.fail(error));
    this.#socket.on('close', () => this.#settle.fail(new Error('the server closed the connection')));
    const lines = [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: ${host}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ];
    this.#socket.write(lines.join('\r\n') + HEAD_END);
  }

  /**
   * @param address such as http://127.0.0.1:4000
   * @returns when the server has accepted it
   * @throws {Error} if it is rejected
   */
  static async open(address: string, token: string, handlers: Handlers): Promise<SocketConnection> {
    let connection: SocketConnection | undefined;
    await new Promise<void>((open, fail) => {
      connection = new SocketConnection(address, token, handlers, { open, fail });
    });
    if (!connection) throw new Error('no connection');
    return connection;
  }

  /** Sends an Engine.IO packet. */
  send(packet: string): void {
    const length = Buffer.byteLength(packet);
    const isLong = length >= TWO_BYTES;
    const start = (isLong ? 4 : 2) + MASK.length;
    const frame = Buffer.allocUnsafe(start + length);
    frame[0] = TEXT;
    frame[1] = MASKED | (isLong ? TWO_BYTES : length);
    if (isLong) frame.writeUInt16BE(length, 2);
    MASK.copy(frame, start - MASK.length);
    frame.write(packet, start);
    this.#socket.write(frame);
  }

  close(): void {
    this.#settle = { open: () => undefined, fail: () => undefined };
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    let data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (!this.#isUpgraded) {
      const headLength = data.indexOf(HEAD_END);
      this.#rest = data;
      if (headLength < 0) return;
      const status = data.toString('latin1', 0, headLength).split('\r\n', 1)[0] ?? '';
      if (!status.includes(' 101 ')) {
        this.#settle.fail(new Error(`rejected: ${status}`));
        return;
      }
      this.#isUpgraded = true;
      data = data.subarray(headLength + HEAD_END.length);
    }
    let at = 0;
    for (let frame = frameAt(data, at); frame; frame = frameAt(data, at)) {
      at = frame.end;
      if (frame.opcode === CLOSE) {
        this.#settle.fail(new Error('the server closed the socket'));
        return;
      }
      // Only the ASCII parts of the received data are parsed.
      this.#take(data.toString('latin1', frame.start, frame.end));
    }
    this.#rest = data.subarray(at);
  }

  #take(packet: string): void {
    const type = packet[0];
    if (type === '4') {
      const kind = packet[1];
      if (kind === '2') this.#handlers.onEvent(packet.slice(2));
      else if (kind === '3') this.#handlers.onAck(packet.slice(2));
      else if (kind === '0') this.#settle.open();
      else this.#settle.fail(new Error(`rejected: ${packet}`));
    } else if (type === '2') this.send('3');
    else if (type === '0') this.send(`40${JSON.stringify({ token: this.#token })}`);
  }
}

/** Start and end of the payload of the frame at `at`, if it is complete. A server's frames are not masked. */
function frameAt(data: Buffer, at: number): { opcode: number; start: number; end: number } | undefined {
  if (data.length < at + 2) return undefined;
  const opcode = data.readUInt8(at) & 0xf;
  const short = data.readUInt8(at + 1);
  const start = at + (short === TWO_BYTES ? 4 : short === EIGHT_BYTES ? 10 : 2);
  if (data.length < start) return undefined;
  const length =
    short === TWO_BYTES
      ? data.readUInt16BE(at + 2)
      : short === EIGHT_BYTES
        ? Number(data.readBigUInt64BE(at + 2))
        : short;
  return data.length < start + length ? undefined : { opcode, start, end: start + length };
}
