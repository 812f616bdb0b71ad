import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { createEventLimiter, type EventLimiter } from './event-limiter.ts';
import { createFrameLimits, type FrameExcess, type FrameKind, type FrameLimits } from './frame-limits.ts';
import { BUFFERED_MAX_BYTES } from './slow-consumers.ts';

/** The wire contract, limits. They are the connection's, so that leaving and joining again does not renew them. */
const EVENT_LIMITS = { perSecond: 20, toleratedRejections: 500 };
/** The bytes that Node reads from a connection at once; a frame may end in one such piece and the next begin in it. */
const READ_BYTES = 64 * 1024;
const FRAGMENTS_MAX = 1_024;
/** How long a client has to reply to a closing frame before its connection is destroyed. */
const CLOSE_TIMEOUT_MS = 5_000;
const KINDS: readonly unknown[] = ['message', 'ping', 'pong'] satisfies FrameKind[];

/** One connection under its limits. */
export interface ConnectionGuard extends Pick<FrameLimits, 'connectEnded' | 'authenticated'> {
  readonly events: EventLimiter;
  /** Destroys it: reads nothing more and does not wait for the closing handshake. */
  cut(): void;
}

/** A WebSocket whose frames pass `accepts` before they are parsed. */
class GuardedWebSocket extends WebSocket {
  accepts: (kind: FrameKind, data: Buffer, isBinary: boolean) => boolean = () => false;

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (!KINDS.includes(event)) return super.emit(event, ...args);
    const [data, isBinary] = args as [Buffer, boolean?];
    return this.accepts(event as FrameKind, data, isBinary === true) && super.emit(event, ...args);
  }
}

/**
 * The WebSockets of a server, each under the limits of {@link createFrameLimits}.
 * @param maxFrameBytes the most that any connection may be allowed
 * @param onCut called once before one is closed, with the reason
 */
export function createGuardedWebSockets(
  maxFrameBytes: number,
  onCut: (excess: FrameExcess, request: IncomingMessage) => void,
) {
  const guards = new WeakMap<IncomingMessage, ConnectionGuard>();

  function guard(webSocket: GuardedWebSocket, connection: Duplex, request: IncomingMessage): void {
    const limits = createFrameLimits();
    let isCut = false;
    /** Bytes received since the last complete frame. */
    let unfinishedBytes = 0;

    function cut(excess?: FrameExcess): void {
      if (isCut) return;
      isCut = true;
      if (excess) onCut(excess, request);
      webSocket.terminate();
    }

    webSocket.accepts = (kind, data, isBinary) => {
      unfinishedBytes = 0;
      // Frames that had already been read of the connection are still emitted.
      if (isCut) return false;
      const excess = limits.excessOf(kind, data, isBinary);
      if (excess) cut(excess);
      return excess === null;
    };
    // This listener runs before the library adds the chunk to what it holds of an unfinished frame.
    connection.prependListener('data', (chunk: Buffer) => {
      unfinishedBytes += chunk.length;
      if (unfinishedBytes > limits.maxFrameBytes() + 2 * READ_BYTES) cut('packet');
    });
    // The library itself would send pongs to a client that reads none.
    webSocket.on('ping', (data) => {
      if (connection.writableLength > BUFFERED_MAX_BYTES) cut('pings');
      else webSocket.pong(data);
    });
    // A frame that violates the protocol: the rest is ignored.
    webSocket.on('error', () => cut());
    guards.set(request, {
      connectEnded: limits.connectEnded,
      authenticated: limits.authenticated,
      events: createEventLimiter(EVENT_LIMITS),
      cut,
    });
  }

  class GuardedServer extends WebSocketServer<typeof GuardedWebSocket> {
    constructor(options: ServerOptions<typeof GuardedWebSocket>) {
      const limits = {
        autoPong: false,
        maxPayload: maxFrameBytes,
        maxFragments: FRAGMENTS_MAX,
        closeTimeout: CLOSE_TIMEOUT_MS,
      };
      super({ ...options, ...limits, WebSocket: GuardedWebSocket });
    }

    override handleUpgrade(
      request: IncomingMessage,
      connection: Duplex,
      head: Buffer,
      done: (webSocket: GuardedWebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, connection, head, (webSocket) => {
        guard(webSocket, connection, request);
        done(webSocket, request);
      });
    }
  }

  return {
    /** The server for the option `wsEngine` of an Engine.IO server. */
    Server: GuardedServer,
    /** The guard of the connection that began with `request`. */
    of({ request }: { request: IncomingMessage }): ConnectionGuard {
      const found = guards.get(request);
      if (!found) throw new Error('a connection that is no WebSocket of this server');
      return found;
    },
  };
}
