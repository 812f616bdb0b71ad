import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { keysOf, type Query, querySchema, read, select, type Tree, treeSchema } from './tree.ts';

const PROTOCOL_VERSION = '5';
const FRAME_COUNT = /^\d{1,6}$/;
const KEEP_ALIVE = '0';
const POLICY_VIOLATION = 1008;

const requestSchema = z.object({
  r: z.number(),
  /** The action. */
  a: z.string(),
  b: z.object({
    p: z.string().default(''),
    d: treeSchema.optional(),
    q: querySchema.optional(),
    t: z.number().optional(),
    cred: z.string().default(''),
  }),
});
const messageSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('c'), d: z.object({ t: z.string() }) }),
  z.object({ t: z.literal('d'), d: requestSchema }),
]);
type Body = z.infer<typeof requestSchema>['b'];

/** The parts of the database that a connection uses. */
export interface ConnectionHost {
  contents(): Tree;
  /** @returns null for an invalid credential */
  callerOf(credential: string): string | null;
  mayRead(caller: string | null, path: readonly string[]): boolean;
  /** @throws if it is denied; the client receives the message */
  change(caller: string | null, changes: ReadonlyMap<string, Tree>): void;
}

interface Listener {
  readonly path: string;
  readonly query: Query | undefined;
  readonly tag: number | undefined;
}

/** One client connection of the realtime database, protocol version 5 over WebSocket. */
export class Connection {
  readonly #host: ConnectionHost;
  readonly #socket: WebSocket;
  readonly #listeners = new Map<string, Listener>();
  #caller: string | null = null;
  /** A long message is split into frames, after a frame with their number. */
  #framesLeft = 0;
  #frames = '';

  constructor(host: ConnectionHost, socket: WebSocket, address: string) {
    this.#host = host;
    this.#socket = socket;
    socket.on('message', (data) => {
      try {
        this.#receive(String(data));
      } catch (error) {
        socket.close(POLICY_VIOLATION, String(error).slice(0, 100));
      }
    });
    const session = randomBytes(16).toString('hex');
    this.#send({ t: 'c', d: { t: 'h', d: { ts: Date.now(), v: PROTOCOL_VERSION, h: address, s: session } } });
  }

  /** Notifies each listener whose path is at, below or above `path`. */
  notifyOf(path: string): void {
    const changed = keysOf(path);
    for (const listener of this.#listeners.values()) {
      const received = keysOf(listener.path);
      const common = Math.min(changed.length, received.length);
      if (changed.slice(0, common).join('/') === received.slice(0, common).join('/')) this.#notify(listener);
    }
  }

  /** Cancels the listeners that may not read any more. */
  recheck(): void {
    for (const [key, { path, query }] of this.#listeners) {
      if (this.#host.mayRead(this.#caller, keysOf(path))) continue;
      this.#listeners.delete(key);
      this.#push('c', { p: path, ...(query && { q: [query] }) });
    }
  }

  end(): void {
    this.#socket.terminate();
  }

  #send(message: unknown): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #push(action: 'd' | 'c', body: unknown): void {
    this.#send({ t: 'd', d: { a: action, b: body } });
  }

  #notify({ path, query, tag }: Listener): void {
    const content = select(read(this.#host.contents(), keysOf(path)), query);
    this.#push('d', { p: path, d: content, ...(tag !== undefined && { t: tag }) });
  }

  #receive(frame: string): void {
    if (this.#framesLeft > 0) {
      this.#frames += frame;
      this.#framesLeft -= 1;
      if (this.#framesLeft > 0) return;
      const whole = this.#frames;
      this.#frames = '';
      this.#handle(whole);
    } else if (frame !== KEEP_ALIVE) {
      if (FRAME_COUNT.test(frame)) this.#framesLeft = Number(frame);
      else this.#handle(frame);
    }
  }

  #handle(text: string): void {
    const message = messageSchema.parse(JSON.parse(text));
    if (message.t === 'c') {
      this.#send({ t: 'c', d: { t: 'o', d: {} } });
      return;
    }
    const { r, a, b } = message.d;
    const response = (status: string, data: unknown) => this.#send({ t: 'd', d: { r, b: { s: status, d: data } } });
    try {
      response('ok', this.#perform(a, b) ?? {});
    } catch (error) {
      const status = error instanceof Rejection ? error.status : 'failure';
      response(status, String(error));
    }
  }

  #perform(action: string, body: Body): unknown {
    const path = keysOf(body.p).join('/');
    switch (action) {
      case 'auth':
      case 'gauth':
        this.#caller = this.#host.callerOf(body.cred);
        if (this.#caller === null) throw new Rejection('invalid_token');
        return { auth: { uid: this.#caller } };
      case 'unauth':
        this.#caller = null;
        return this.recheck();
      case 'q': {
        if (!this.#host.mayRead(this.#caller, keysOf(path))) throw new Rejection('permission_denied');
        const listener = { path, query: body.q, tag: body.t };
        this.#notify(listener);
        this.#listeners.set(keyOf(path, body.t), listener);
        return undefined;
      }
      case 'n':
        this.#listeners.delete(keyOf(path, body.t));
        return undefined;
      case 'p':
        return this.#host.change(this.#caller, new Map([[path, body.d ?? null]]));
      case 'm':
        return this.#host.change(this.#caller, changesBelow(path, body.d ?? null));
      case 's':
        // Client statistics, unused.
        return undefined;
      default:
        throw new Rejection(`unknown_action_${action}`);
    }
  }
}

/** The status of a failed request, in place of 'ok'. */
export class Rejection extends Error {
  readonly status: string;

  constructor(status: string) {
    super(status);
    this.status = status;
  }
}

const keyOf = (path: string, tag: number | undefined): string => `${path}|${tag ?? ''}`;

function changesBelow(path: string, changes: Tree): Map<string, Tree> {
  if (typeof changes !== 'object' || changes === null) throw new Rejection('invalid_data');
  return new Map(Object.entries(changes).map(([below, value]) => [`${path}/${below}`, value]));
}
