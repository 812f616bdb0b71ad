import { createServer, type Server as HttpServer } from 'node:http';
import { setImmediate as immediately } from 'node:timers/promises';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { PanelSocket } from '../lib/socket.ts';

export const ADMIN = { id: '019f', username: 'admin', email: 'admin@example.com' };
/** Pauses that are as short as a real server allows. */
export const PAUSES = {
  attemptMs: 20,
  roundMs: 60,
  longestMs: 200,
  closedMs: 10,
  unavailableMs: 10,
  joinMs: 200,
  openMs: 2_000,
};
/** The pause between rounds is so long that no test sees the next. */
export const PATIENT = { ...PAUSES, attemptMs: 5, roundMs: 60_000, longestMs: 60_000 };

type ServerSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap>;

interface Backend {
  origin: string;
  port: number;
  io: Server;
  /** Every handshake received. */
  handshakes: unknown[];
  /** The events received over the sockets. */
  received: unknown[];
  /** The error code that the next handshakes are rejected with. */
  rejectWith: string | undefined;
  /** Whether it acknowledges `admin_connected`, unlike a legacy backend. */
  answers: boolean;
  stop(): Promise<void>;
}

const cleanUps: Array<() => unknown> = [];

/** A server with sockets; `answers` is false for a legacy one, which acknowledges nothing. */
export async function startBackend({ port = 0, answers = true } = {}): Promise<Backend> {
  const http: HttpServer = createServer((_request, response) => response.writeHead(404).end());
  const io = new Server(http, { transports: ['websocket'] });
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const backend: Backend = {
    origin: `http://127.0.0.1:${address.port}`,
    port: address.port,
    io,
    handshakes: [],
    received: [],
    rejectWith: undefined,
    answers,
    stop: () => io.close(),
  };
  io.use((socket, next) => {
    backend.handshakes.push(socket.handshake.auth);
    if (backend.rejectWith === undefined) next();
    else next(Object.assign(new Error('rejected'), { data: { code: backend.rejectWith } }));
  });
  io.on('connection', (socket: ServerSocket) => {
    socket.onAny((name: string, payload: unknown, acknowledge?: (answer: unknown) => void) => {
      backend.received.push([name, payload]);
      if (backend.answers) acknowledge?.({ success: true });
    });
  });
  cleanUps.push(() => backend.stop());
  return backend;
}

/** A substitute for a browser window's event listeners. */
function stubWindow(href: string): EventTarget {
  const target = new EventTarget();
  vi.stubGlobal('location', { href });
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  vi.stubGlobal('fetch', async () => Response.json({ apiBase: '', socketBase: '' }));
  return target;
}

/** The socket of a page at `origin`, with a signed-in administrator. */
export async function panelAt(origin: string, pauses = PAUSES) {
  const target = stubWindow(`${origin}/admin`);
  vi.resetModules();
  const [{ createPanelSocket }, { session }, { setUpRequirement }] = await Promise.all([
    import('../lib/socket.ts'),
    import('../lib/session.ts'),
    import('../lib/set-up-requirement.ts'),
  ]);
  session.save({ token: 'abc', admin: ADMIN });
  const socket = createPanelSocket(pauses);
  const states: string[] = [];
  socket.state.subscribe(() => states.push(socket.state.get()));
  const open = () => {
    const close = socket.open();
    cleanUps.unshift(close);
    return close;
  };
  return { socket, session, setUpRequirement, states, open, window: target };
}

/** Waits until `check` no longer throws. */
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 5_000, interval: 5 });
export const connected = (socket: Pick<PanelSocket, 'state'>) =>
  until(() => expect(socket.state.get()).toBe('connected'));

/**
 * A server that rejects every socket with `answer`, or with an empty response.
 * @returns when, by the clock of the test
 */
export async function startRejecting(answer = ''): Promise<{ origin: string; attempts: number[] }> {
  const http = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => http.close());
  const attempts: number[] = [];
  http.on('upgrade', (_request, socket) => {
    attempts.push(Date.now());
    socket.end(answer);
  });
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return { origin: `http://127.0.0.1:${address.port}`, attempts };
}

/**
 * Advances the clock only while no attempt is in flight, however long that takes: until there were so many attempts.
 */
export async function attemptUntil(socket: Pick<PanelSocket, 'state'>, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    vi.advanceTimersToNextTimer();
    while (socket.state.get() === 'connecting') await immediately();
    expect(socket.state.get()).toBe('disconnected');
  }
}

/** Stops the clock, and makes random numbers constant. */
export function stopClock(random: number): void {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
}

/** Closes after each test of a file what it has opened. */
export function closeAfterEach(): void {
  beforeEach(() => {
    vi.stubGlobal('localStorage', undefined);
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
