import net from 'node:net';

/** A response, read to its end. */
export interface HttpResponse {
  status: number;
  body: string;
}

const HEAD_END = '\r\n\r\n';

/**
 * A kept-alive connection that sends one request at a time. It only reads responses to their end, so that the server
 * is measured and not Node's HTTP client, which takes about as long as the server does.
 */
export class HttpConnection {
  readonly #address: URL;
  #socket: net.Socket;
  #received: Buffer[] = [];
  #waiting: { resolve: (response: HttpResponse) => void; reject: (error: Error) => void } | null = null;

  /** @param address such as http://127.0.0.1:4000 */
  constructor(address: string) {
    this.#address = new URL(address);
    this.#socket = this.#open();
  }

  #open(): net.Socket {
    const { hostname, port } = this.#address;
    const socket = net.connect(Number(port), hostname).setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#settle(error));
    socket.on('close', () => this.#settle(new Error('the server closed the connection')));
    return socket;
  }

  /** POSTs JSON. @throws {Error} if the connection breaks or the response has no length */
  post(path: string, body: object, token?: string): Promise<HttpResponse> {
    const payload = JSON.stringify(body);
    const lines = [
      `POST ${path} HTTP/1.1`,
      `Host: ${this.#address.host}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(payload)}`,
      ...(token ? [`Authorization: Bearer ${token}`] : []),
    ];
    return this.#send(lines.join('\r\n') + HEAD_END + payload);
  }

  /** @throws {Error} if the connection breaks or the response has no length */
  get(path: string, cookie: string): Promise<HttpResponse> {
    const lines = [
      `GET ${path} HTTP/1.1`,
      `Host: ${this.#address.host}`,
      'Accept: application/json',
      `Cookie: ${cookie}`,
    ];
    return this.#send(lines.join('\r\n') + HEAD_END);
  }

  close(): void {
    this.#socket.destroy();
  }

  #send(request: string): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      if (this.#waiting) throw new Error('one request at a time');
      // A server may close a connection that was idle for some seconds.
      if (this.#socket.destroyed) this.#socket = this.#open();
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    this.#received = [all];
    const headLength = all.indexOf(HEAD_END);
    if (headLength < 0) return;
    const head = all.toString('latin1', 0, headLength);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#settle(new Error(`an answer without a length: ${head}`));
      return;
    }
    const start = headLength + HEAD_END.length;
    if (all.length < start + Number(length)) return;
    this.#received = [];
    this.#settle({ status: Number(head.slice(9, 12)), body: all.toString('utf8', start) });
  }

  #settle(outcome: HttpResponse | Error): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (outcome instanceof Error) waiting?.reject(outcome);
    else waiting?.resolve(outcome);
  }
}
