import type { Server as HttpServer } from 'node:http';
import type { KeyedEvent, ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import { type Socket as Connection, Server as Engine } from 'engine.io';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { z } from 'zod';
import type { Cluster } from '../cluster/cluster.ts';
import { type Account, userAgentOf } from '../http/call.ts';
import type { ClientIp } from '../http/client-network.ts';
import type { RequestBase } from '../http/request-base.ts';
import { createLimitedLog } from '../limited-log.ts';
import type { Log } from '../logger.ts';
import type { MediaUrls } from '../media/media-urls.ts';
import { createAccountLimits } from './account-limits.ts';
import { closeInBatches } from './close-in-batches.ts';
import { createClusterAdapter } from './cluster-adapter.ts';
import { createDelivery, createLocalAdapter } from './deliver-media.ts';
import type { ClientSocket, Dispatcher } from './dispatch.ts';
import { createGuardedWebSockets } from './guarded-websocket.ts';
import { PAYLOAD_MAX_BYTES } from './payload-limits.ts';
import type { Publisher } from './publisher.ts';
import { disconnectSlowConsumer } from './slow-consumers.ts';
import { isServerError, SocketError, toErrorAck } from './socket-error.ts';
import { createUpgrades, type UpgradeOptions } from './socket-upgrade.ts';

/** The time for a connection that never authenticates. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
const SESSION_CHECK_INTERVAL_MS = 30_000;

export const ADMINS_ROOM = 'admins';
const accountRoom = (id: string) => `account:${id}`;
const sessionRoom = (id: string) => `session:${id}`;

/** Knows which tokens open a socket, and which sessions keep it open. */
export interface Authenticator {
  /** @throws {DomainError} for a token that opens nothing */
  authenticate(token: string | undefined): Promise<Account>;
  /** Returns the sessions that have not ended, with the role of their account. */
  findValidSessions(sessionIds: readonly string[]): Promise<Map<string, Account['role']>>;
}

/** Called when the socket of an account opens and closes. */
export interface ConnectionListener {
  opened(account: Account): void;
  closed(account: Account): void;
}

export interface SocketServerOptions extends UpgradeOptions {
  dispatcher: Dispatcher;
  /** The events that are sent. */
  events: readonly ToClientEvent[];
  /** The most bytes that a packet may have, of whichever event. */
  largestPayloadBytes: number;
  media: MediaUrls;
  requestBase: RequestBase;
  clientIp: ClientIp;
  log: Log;
  /** The other servers; without it there is only this one. */
  cluster?: Pick<Cluster, 'client' | 'registry' | 'stream'> | undefined;
  /** How often the sessions of open sockets are checked; 30 s, except in tests. */
  sessionCheckIntervalMs?: number;
}

interface SocketData {
  account?: Account;
  /** How its client has reached this server. */
  base?: string;
}
type RealtimeSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;

const handshakeSchema = z.object({ token: z.string().optional(), adminId: z.string().nullish() });

/** Socket.IO beside an HTTP server (the wire contract, Socket). It accepts no connection until it is attached. */
export function createSocketServer(options: SocketServerOptions) {
  const { dispatcher, media, log, cluster } = options;
  const { sessionCheckIntervalMs = SESSION_CHECK_INTERVAL_MS } = options;
  const accounts = createAccountLimits(cluster);
  const clientLog = createLimitedLog(log);
  const webSockets = createGuardedWebSockets(options.largestPayloadBytes, (excess, { socket }) =>
    clientLog.warn({ excess, address: socket.remoteAddress }, 'a socket that sends far too much is closed'),
  );
  const engine = new Engine({
    wsEngine: webSockets.Server,
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: PAYLOAD_MAX_BYTES,
  });
  engine.on('connection', (connection: Connection) => {
    disconnectSlowConsumer(connection, () =>
      clientLog.warn({}, 'a socket that does not read what it is sent is closed'),
    );
  });
  engine.on('connection_error', ({ code, message }: { code: number; message: string }) =>
    log.debug({ code, reason: message }, 'socket connection rejected'),
  );
  // Connection state recovery stays off: it would let a client reconnect without a token.
  const io = new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>({
    serveClient: false,
    connectTimeout: HANDSHAKE_TIMEOUT_MS,
  });
  const deliver = createDelivery({
    events: options.events,
    media,
    baseOf: (id) => io.sockets.sockets.get(id)?.data.base ?? '',
  });
  io.adapter(cluster ? createClusterAdapter(cluster.stream, deliver) : createLocalAdapter(deliver));
  io.bind(engine);
  const upgrades = createUpgrades(engine, options);
  const openSockets = (): RealtimeSocket[] => [...io.sockets.sockets.values()];
  const openConnections = () => openSockets().map(({ conn }) => conn);
  cluster?.stream.onGap(() => void closeInBatches(openConnections()));

  async function authenticate(socket: RealtimeSocket, authenticator: Authenticator): Promise<void> {
    const { token, adminId } = handshakeSchema.safeParse(socket.handshake.auth).data ?? {};
    try {
      const account = await authenticator.authenticate(token);
      if (adminId && adminId !== account.id) throw new SocketError('IDENTITY_MISMATCH');
      await countSocket(socket, account.id);
      socket.data.account = account;
      socket.data.base = options.requestBase(socket.request);
    } finally {
      webSockets.of(socket.conn).connectEnded();
    }
  }

  /** @throws {SocketError} where the account has as many as it may: the newest is rejected, so that none pushes another out */
  async function countSocket(socket: RealtimeSocket, accountId: string): Promise<void> {
    const release = await accounts.tryOpen(accountId);
    if (!release) throw new SocketError('TOO_MANY_SOCKETS');
    socket.once('disconnect', release);
    // A socket that closes before it has joined the namespace emits no 'disconnect'.
    socket.conn.once('close', release);
    if (socket.conn.readyState !== 'open') release();
  }

  /** Closes those of `sockets` whose session has ended or whose account has another role now. */
  async function checkSessions(sockets: readonly RealtimeSocket[], authenticator: Authenticator): Promise<void> {
    if (sockets.length === 0) return;
    const sessionIds = sockets.flatMap(({ data }) => data.account?.sessionId ?? []);
    try {
      const valid = await authenticator.findValidSessions([...new Set(sessionIds)]);
      for (const socket of sockets) {
        const { account } = socket.data;
        if (!account || valid.get(account.sessionId) !== account.role) socket.disconnect(true);
      }
    } catch (error) {
      log.warn({ err: error }, 'session check of open sockets failed; retrying');
    }
  }

  function onConnection(socket: RealtimeSocket, authenticator: Authenticator, listener: ConnectionListener): void {
    const { account } = socket.data;
    if (!account) {
      socket.disconnect(true);
      return;
    }
    const guard = webSockets.of(socket.conn);
    guard.authenticated(dispatcher.largeEvents(account.role));
    void socket.join([accountRoom(account.id), sessionRoom(account.sessionId)]);
    // The session may have ended after its token was checked, when this socket was in no room yet.
    void checkSessions([socket], authenticator);
    listener.opened(account);
    socket.once('disconnect', () => listener.closed(account));
    const clientSocket: ClientSocket = {
      id: socket.id,
      address: options.clientIp(socket.request),
      userAgent: userAgentOf(socket.request.headers),
      onClosed: (work) => void socket.once('disconnect', work),
      join: (room) => void socket.join(room),
      leave: (room) => void socket.leave(room),
      send: (event, payload) => emit(socket, event, media.withUrls(event.payload, payload, socket.data.base ?? '')),
      sendKeyed: (event, key, payload) => emitKeyed(socket, event, key, payload),
      withUrls: (schema, value) => media.withUrls(schema, value, socket.data.base ?? ''),
    };
    socket.onAny((name: string, ...args: unknown[]) => {
      const outcome = guard.events.tryConsume(() => accounts.tryHandle(account.id));
      if (outcome === 'allowed') {
        void dispatcher.dispatch(name, args, account, clientSocket);
        return;
      }
      dispatcher.reject(new SocketError('TOO_MANY_EVENTS'), name, args, clientSocket);
      if (outcome === 'rejected') return;
      clientLog.warn(
        { excess: 'events', accountId: account.id, sessionId: account.sessionId },
        'a socket that sends far too much is closed',
      );
      guard.cut();
    });
  }

  /** Emits through the contract's schema, so that nothing leaves that it does not name. */
  function emit(
    to: Pick<RealtimeSocket, 'emit'>,
    { name, payload: schema }: Pick<ToClientEvent, 'name' | 'payload'>,
    payload: unknown,
  ): void {
    const parsed = schema.safeParse(payload);
    if (parsed.success) to.emit(name, parsed.data);
    else log.error({ event: name, err: parsed.error }, 'outgoing event failed schema validation');
  }

  function emitKeyed(to: Pick<RealtimeSocket, 'emit'>, event: KeyedEvent, key: unknown, payload: unknown): void {
    const parsed = event.key.safeParse(key);
    if (parsed.success) emit(to, { ...event, name: event.name + parsed.data }, payload);
  }

  const publisher: Publisher = {
    toAccount(accountId, event, payload, { isVolatile = false } = {}) {
      const room = io.to(accountRoom(accountId));
      emit(isVolatile ? room.volatile : room, event, payload);
    },
    toAdmins(event, payload, { isVolatile = false, exceptAccountId } = {}) {
      const room = io.to(ADMINS_ROOM);
      const others = exceptAccountId === undefined ? room : room.except(accountRoom(exceptAccountId));
      emit(isVolatile ? others.volatile : others, event, payload);
    },
    toRoom: (room, event, payload) => emit(io.local.to(room), event, payload),
    disconnectSessions: (ended) =>
      io.in('sessionId' in ended ? sessionRoom(ended.sessionId) : accountRoom(ended.accountId)).disconnectSockets(true),
  };

  return {
    publisher,
    acceptsUpgrade: upgrades.accepts,
    upgradeErrorOf: upgrades.errorOf,

    /** How many sockets of each role are open here. */
    countOpen(): Record<Account['role'], number> {
      const counts = { admin: 0, user: 0 };
      for (const { data } of io.sockets.sockets.values()) if (data.account) counts[data.account.role] += 1;
      return counts;
    },

    /** Accepts no socket any more, and closes the open ones over some seconds; their clients reconnect elsewhere. */
    async drain(): Promise<void> {
      upgrades.stopAccepting();
      await closeInBatches(openConnections());
    },

    /**
     * Accepts sockets at `server`, and checks their sessions while they are open.
     * @param listener called for each that opens and each that closes
     * @returns closes all of them, without the packet that forbids a client to reconnect by itself
     */
    attach(server: HttpServer, authenticator: Authenticator, listener: ConnectionListener): () => Promise<void> {
      io.use((socket, next) => {
        authenticate(socket, authenticator).then(
          () => next(),
          (error: unknown) => {
            const { code, error: message } = toErrorAck(error);
            if (code === 'SERVICE_UNAVAILABLE') clientLog.warn({ code }, 'a socket could not be opened');
            else if (isServerError(error)) clientLog.error({ err: error }, 'a socket could not be opened');
            next(Object.assign(new Error(message), { data: { code } }));
          },
        );
      });
      io.on('connection', (socket) => onConnection(socket, authenticator, listener));
      upgrades.attach(server);
      const timer = setInterval(() => void checkSessions(openSockets(), authenticator), sessionCheckIntervalMs);
      timer.unref();
      return async () => {
        clearInterval(timer);
        upgrades.stopAccepting();
        upgrades.destroyAll();
        await io.close();
      };
    },
  };
}
