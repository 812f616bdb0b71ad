import { createServer, type Server as HttpServer } from 'node:http';
import { setImmediate as immediately, setTimeout as sleep } from 'node:timers/promises';
import { reportChanged, reportRemoved } from '@hai-dang/contract/reports/reports.events.ts';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const ADMIN = { id: '019f', username: 'admin', email: 'admin@example.com' };
const PAUSES = { attemptMs: 20, roundMs: 60, longestMs: 200, closedMs: 10, unavailableMs: 10, joinMs: 200 };
/** Waits so long between rounds that no test sees the next. */
const PATIENT = { ...PAUSES, attemptMs: 5, roundMs: 60_000, longestMs: 60_000 };
const REMOVED = { reportId: 'r1', itemType: 'Post', itemId: 'p1' };

type ServerSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap>;

interface Backend {
  origin: string;
  port: number;
  io: Server;
  /** Every handshake it has seen. */
  handshakes: unknown[];
  /** What came over the sockets. */
  heard: unknown[];
  /** What the next handshakes are refused with. */
  refuseWith: string | undefined;
  /** Answers `admin_connected`, unlike a legacy backend. */
  answers: boolean;
  stop(): Promise<void>;
}

const cleanUps: Array<() => unknown> = [];

async function startBackend({ port = 0, answers = true } = {}): Promise<Backend> {
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
    heard: [],
    refuseWith: undefined,
    answers,
    stop: () => io.close(),
  };
  io.use((socket, next) => {
    backend.handshakes.push(socket.handshake.auth);
    if (backend.refuseWith === undefined) next();
    else next(Object.assign(new Error('refused'), { data: { code: backend.refuseWith } }));
  });
  io.on('connection', (socket: ServerSocket) => {
    socket.onAny((name: string, payload: unknown, acknowledge?: (answer: unknown) => void) => {
      backend.heard.push([name, payload]);
      if (backend.answers) acknowledge?.({ success: true });
    });
  });
  cleanUps.push(() => backend.stop());
  return backend;
}

/** What a browser's window does with its listeners. */
function stubWindow(href: string): EventTarget {
  const target = new EventTarget();
  vi.stubGlobal('location', { href });
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  vi.stubGlobal('fetch', async () => Response.json({ apiBase: '', socketBase: '' }));
  return target;
}

/** The socket as a page at `origin` has it, with an administrator who is signed in. */
async function panelAt(origin: string, pauses = PAUSES) {
  const target = stubWindow(`${origin}/admin`);
  vi.resetModules();
  const [{ createPanelSocket }, { session }, { setUpRequirement }] = await Promise.all([
    import('./socket.ts'),
    import('./session.ts'),
    import('./set-up-requirement.ts'),
  ]);
  session.save({ token: 'abc', admin: ADMIN });
  const socket = createPanelSocket(pauses);
  const states: string[] = [];
  socket.subscribe(() => states.push(socket.state()));
  const open = () => {
    const close = socket.open();
    cleanUps.unshift(close);
    return close;
  };
  return { socket, session, setUpRequirement, states, open, window: target };
}

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 5_000, interval: 5 });
const connected = (socket: { state(): string }) => until(() => expect(socket.state()).toBe('connected'));

beforeEach(() => {
  vi.stubGlobal('localStorage', undefined);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the socket', () => {
  it('opens with the token and the administrator’s id, joins, and says so', async () => {
    const backend = await startBackend();
    const { socket, states, open } = await panelAt(backend.origin);
    const joined = vi.fn();
    socket.onConnected(joined);
    open();
    expect(socket.state()).toBe('connecting');
    await until(() => expect(joined).toHaveBeenCalledTimes(1));
    expect(states).toEqual(['connecting', 'connected']);
    expect(backend.handshakes).toEqual([{ token: 'Bearer abc', adminId: ADMIN.id }]);
    expect(backend.heard).toEqual([['admin_connected', ADMIN.id]]);
  });

  it('is there for a legacy backend that acknowledges nothing', async () => {
    const backend = await startBackend({ answers: false });
    const { socket, open } = await panelAt(backend.origin);
    const joined = vi.fn();
    socket.onConnected(joined);
    open();
    await until(() => expect(joined).toHaveBeenCalledTimes(1));
    expect(socket.state()).toBe('connected');
  });

  it('takes leave when it is closed, and does not come back', async () => {
    const backend = await startBackend();
    const { socket, open, window } = await panelAt(backend.origin);
    const close = open();
    await connected(socket);
    await until(() => expect(backend.heard).toHaveLength(1));
    close();
    expect(socket.state()).toBe('disconnected');
    await until(() => expect(backend.heard.at(-1)).toEqual(['admin_disconnect', ADMIN.id]));
    await until(() => expect(backend.io.engine.clientsCount).toBe(0));
    window.dispatchEvent(new Event('online'));
    await sleep(4 * PAUSES.roundMs);
    expect(backend.handshakes).toHaveLength(1);
  });

  it('that is no longer wanted before it is open is closed once it is, and shows nothing', async () => {
    const backend = await startBackend();
    const { socket, open, states } = await panelAt(backend.origin);
    let decide: () => void = () => undefined;
    backend.io.engine.opts.allowRequest = (_request, decided) => {
      decide = () => decided(null, true);
    };
    const asked = vi.spyOn(backend.io.engine.opts, 'allowRequest');
    const close = open();
    await until(() => expect(asked).toHaveBeenCalledTimes(1));
    close();
    expect(socket.state()).toBe('disconnected');
    decide();
    await until(() => expect(backend.io.engine.clientsCount).toBe(0));
    await sleep(4 * PAUSES.roundMs);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(states).toEqual(['connecting', 'disconnected']);
  });

  it.each(['token', 'adminId'])('is not opened without %s in storage, and an error is logged', async (missing) => {
    const backend = await startBackend();
    const { socket, session, open } = await panelAt(backend.origin);
    if (missing === 'token') session.clear();
    else session.save({ token: 'abc' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    open();
    expect(logged).toHaveBeenCalledTimes(1);
    await sleep(50);
    expect(socket.state()).toBe('disconnected');
    expect(backend.handshakes).toEqual([]);
  });
});

describe('an event', () => {
  it('is handed, parsed, to whoever wants it, until they no longer do', async () => {
    const backend = await startBackend();
    const { socket, open } = await panelAt(backend.origin);
    const heard = vi.fn();
    const alsoHeard = vi.fn();
    const end = socket.on(reportRemoved, heard);
    socket.on(reportRemoved, alsoHeard);
    open();
    await connected(socket);
    backend.io.emit(reportRemoved.name, { ...REMOVED, more: 1 });
    await until(() => expect(heard).toHaveBeenCalledWith(REMOVED));
    end();
    backend.io.emit(reportRemoved.name, { ...REMOVED, reportId: 'r2' });
    await until(() => expect(alsoHeard).toHaveBeenCalledTimes(2));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('that does not fit the contract is dropped and logged once', async () => {
    const backend = await startBackend();
    const { socket, open } = await panelAt(backend.origin);
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const changed = vi.fn();
    const removed = vi.fn();
    socket.on(reportChanged, changed);
    socket.on(reportRemoved, removed);
    open();
    await connected(socket);
    for (const junk of [null, 'r1', { reportId: 'r1' }]) backend.io.emit(reportChanged.name, junk);
    backend.io.emit('unheard_of', 1);
    backend.io.emit(reportRemoved.name, REMOVED);
    await until(() => expect(removed).toHaveBeenCalledTimes(1));
    expect(changed).not.toHaveBeenCalled();
    expect(logged).toHaveBeenCalledTimes(1);
  });
});

describe('a connection that breaks', () => {
  it('is made again, and what was missed can be read again', async () => {
    const backend = await startBackend();
    const { socket, open } = await panelAt(backend.origin);
    const joined = vi.fn();
    socket.onConnected(joined);
    open();
    await until(() => expect(joined).toHaveBeenCalledTimes(1));
    for (const { conn } of backend.io.sockets.sockets.values()) conn.close();
    await until(() => expect(joined).toHaveBeenCalledTimes(2));
    expect(socket.state()).toBe('connected');
  });

  it('is made again after more attempts than one round has', async () => {
    const first = await startBackend();
    const { socket, open, states } = await panelAt(first.origin);
    open();
    await connected(socket);
    await first.stop();
    await until(() => expect(states.filter((state) => state === 'connecting').length).toBeGreaterThan(8));
    await startBackend({ port: first.port });
    await connected(socket);
  });

  it('pauses equally long between the five attempts of a round', async () => {
    const http = createServer();
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => http.close());
    const attempts: number[] = [];
    http.on('upgrade', (_request, socket) => {
      attempts.push(performance.now());
      socket.destroy();
    });
    const address = http.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
    const { socket, open } = await panelAt(`http://127.0.0.1:${address.port}`, { ...PATIENT, attemptMs: 150 });
    open();
    await until(() => expect(attempts).toHaveLength(6));
    await until(() => expect(socket.state()).toBe('disconnected'));
    const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? at));
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(149);
    // Doubled, as by default, they would be 150, 300, 600, 1 200 and 2 400 ms; a random one could be as short as 75 ms.
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(2 * 5 * 150);
  });

  it('is made at once when the network is back', async () => {
    const first = await startBackend();
    const { port } = first;
    await first.stop();
    const { socket, states, open, window } = await panelAt(first.origin, PATIENT);
    open();
    await until(() => expect(states.filter((state) => state === 'connecting')).toHaveLength(6));
    await sleep(100);
    expect(socket.state()).toBe('disconnected');
    await startBackend({ port });
    await sleep(100);
    expect(socket.state()).toBe('disconnected');
    window.dispatchEvent(new Event('online'));
    await connected(socket);
  });

  it.each([
    ['between two rounds', PATIENT, 6],
    ['between two attempts', { ...PATIENT, attemptMs: 60_000 }, 1],
  ])('is made at once when somebody asks for it %s', async (_, pauses, attempts) => {
    const first = await startBackend();
    const { port } = first;
    await first.stop();
    const { socket, states, open } = await panelAt(first.origin, pauses);
    open();
    socket.reconnect();
    await until(() => expect(states.filter((state) => state === 'connecting')).toHaveLength(attempts));
    await until(() => expect(socket.state()).toBe('disconnected'));
    const second = await startBackend({ port });
    await sleep(100);
    expect(socket.state()).toBe('disconnected');
    socket.reconnect();
    await connected(socket);
    socket.reconnect();
    await sleep(50);
    expect(second.handshakes).toHaveLength(1);
  });

  it('is asked for again soon when the server closed it: a session that has ended goes the way of a 401', async () => {
    const backend = await startBackend();
    const { socket, session, open } = await panelAt(backend.origin, PATIENT);
    open();
    await connected(socket);
    backend.refuseWith = 'SESSION_EXPIRED';
    backend.io.disconnectSockets(true);
    await until(() => expect(session.get()).toBeUndefined());
    expect(session.ending()).toEqual({ kind: 'ended', reason: undefined });
    expect(socket.state()).toBe('disconnected');
  });

  it('is asked for again later when the server lets one in only to close it', async () => {
    const backend = await startBackend();
    const { socket, open } = await panelAt(backend.origin, PATIENT);
    backend.io.on('connection', (connection) => connection.disconnect(true));
    open();
    await until(() => expect(backend.handshakes).toHaveLength(2));
    await sleep(200);
    expect(backend.handshakes).toHaveLength(2);
    expect(socket.state()).toBe('disconnected');
  });
});

describe('a refusal', () => {
  it.each(['ACCOUNT_DISABLED', 'ADMIN_ONLY', 'IDENTITY_MISMATCH'])('%s ends all attempts', async (code) => {
    const backend = await startBackend();
    backend.refuseWith = code;
    const { socket, session, open } = await panelAt(backend.origin);
    open();
    await until(() => expect(backend.handshakes).toHaveLength(1));
    await sleep(4 * PAUSES.roundMs);
    expect(backend.handshakes).toHaveLength(1);
    expect(socket.state()).toBe('disconnected');
    expect(session.get()).toBeDefined();
  });

  it('before a second factor is set up ends all attempts, and says so', async () => {
    const backend = await startBackend();
    backend.refuseWith = 'SECOND_FACTOR_SETUP_REQUIRED';
    const { socket, session, setUpRequirement, open } = await panelAt(backend.origin);
    open();
    await until(() => expect(setUpRequirement()?.token).toBe('Bearer abc'));
    await sleep(4 * PAUSES.roundMs);
    expect(backend.handshakes).toHaveLength(1);
    expect(socket.state()).toBe('disconnected');
    expect(session.get()).toBeDefined();
  });

  it('of an older token does not end the session that has begun since', async () => {
    const backend = await startBackend();
    backend.refuseWith = 'SESSION_EXPIRED';
    const { session, open } = await panelAt(backend.origin);
    open();
    session.save({ token: 'def', admin: ADMIN });
    await until(() => expect(backend.handshakes).toHaveLength(1));
    await sleep(PAUSES.roundMs);
    expect(session.get()?.token).toBe('Bearer def');
  });

  it('because the database is away passes without a round of attempts to wait for', async () => {
    const backend = await startBackend();
    backend.refuseWith = 'SERVICE_UNAVAILABLE';
    const { socket, open } = await panelAt(backend.origin, PATIENT);
    open();
    await until(() => expect(backend.handshakes.length).toBeGreaterThanOrEqual(2));
    backend.refuseWith = undefined;
    await connected(socket);
  });

  it.each(['SERVICE_UNAVAILABLE', 'INTERNAL_ERROR', 'SOMETHING_ELSE'])('%s passes', async (code) => {
    const backend = await startBackend();
    backend.refuseWith = code;
    const { socket, open } = await panelAt(backend.origin);
    open();
    await until(() => expect(backend.handshakes.length).toBeGreaterThanOrEqual(2));
    backend.refuseWith = undefined;
    await connected(socket);
  });
});

it('a backend without sockets is asked less and less often, in silence', async () => {
  const http = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => http.close());
  const upgrades: number[] = [];
  http.on('upgrade', (_request, socket) => {
    upgrades.push(Date.now());
    socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
  });
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const logged = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  const { socket, open } = await panelAt(`http://127.0.0.1:${address.port}`, {
    ...PAUSES,
    attemptMs: 1,
    roundMs: 100,
    longestMs: 60_000,
  });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  // The clock stands still while an attempt is under way, however long that takes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  open();
  // Attempts of one round follow one another within milliseconds.
  const pauses = () =>
    upgrades.slice(1).flatMap((at, n) => (at - (upgrades[n] ?? at) > 80 ? [at - (upgrades[n] ?? at)] : []));
  while (pauses().length < 3) {
    vi.advanceTimersToNextTimer();
    while (socket.state() === 'connecting') await immediately();
    expect(socket.state()).toBe('disconnected');
  }
  expect(pauses()).toEqual([100, 200, 400]);
  for (const log of logged) expect(log).not.toHaveBeenCalled();
});
