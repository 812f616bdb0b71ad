import { adminConnected, adminDisconnect } from '@hai-dang/contract/auth/auth.events.ts';
import { SOCKET_RECONNECTION_ATTEMPTS, SOCKET_RECONNECTION_DELAY_MS } from '@hai-dang/contract/constants.ts';
import type { EventAck, EventInput, ToServerEvent } from '@hai-dang/contract/lib/event.ts';
import { connectErrorSchema } from '@hai-dang/contract/lib/socket.errors.ts';
import type { PanelSettings } from '@hai-dang/contract/panel-settings.ts';
import type { Socket as Client } from 'socket.io-client';
import { createStore, type Store, useStore } from './create-store.ts';
import { type Session, session } from './session.ts';
import { requireSetUp } from './set-up-requirement.ts';
import { loadSettings } from './settings.ts';
import { askOver } from './socket-ask.ts';
import { createEventHandlers, orReport } from './socket-events.ts';
import { untilLoaded } from './until-loaded.ts';

export type ConnectionState = 'connecting' | 'connected' | 'disconnected';

interface Pauses {
  /** The pause between the attempts of one round (specification, section 9). */
  attemptMs: number;
  /** The pause between rounds; up to 50 % random jitter is added, so that not all browsers reconnect at once. */
  roundMs: number;
  /**
   * The longest pause between rounds, for a backend that has never accepted a connection: it may have no sockets at
   * all.
   */
  longestMs: number;
  /** The pause after the server has closed a socket. */
  closedMs: number;
  /** The pause after the server has reported its database as unavailable: the server is up, and will accept soon. */
  unavailableMs: number;
  /** Timeout for the acknowledgement of the join. */
  joinMs: number;
  /** Timeout for opening a connection: the client does not notice that one ends before it is open. */
  openMs: number;
}
const PAUSES: Pauses = {
  attemptMs: SOCKET_RECONNECTION_DELAY_MS,
  roundMs: 30_000,
  longestMs: 300_000,
  closedMs: 1_000,
  unavailableMs: 3_000,
  joinMs: 5_000,
  openMs: 8_000,
};
const JITTER = 0.5;

const SESSION_IS_OVER = ['NOT_SIGNED_IN', 'SESSION_EXPIRED'];
const FATAL_CODES = ['ACCOUNT_DISABLED', 'ADMIN_ONLY', 'IDENTITY_MISMATCH'];

const DEFAULT_SOCKET_PATH = '/socket.io';

/**
 * The URL of the sockets. The specification has one host for both, so the API's base is used where no socket base is
 * set.
 * @param page the page's URL, for settings that name no host at all
 * @returns an origin without a path, which Socket.IO would take for a namespace, and the path as its own option
 */
export function socketUrl({ apiBase, socketBase }: PanelSettings, page: string): { origin: string; path: string } {
  if (socketBase === '') return { origin: new URL(apiBase || page, page).origin, path: DEFAULT_SOCKET_PATH };
  const { origin, pathname } = new URL(socketBase, page);
  return { origin, path: pathname.replace(/\/+$/, '') + DEFAULT_SOCKET_PATH };
}

/** Loads only `io`, in a separate function, so that the build removes the rest. */
async function loadClient() {
  const { io } = await import('socket.io-client');
  return io;
}

/**
 * The panel's one socket (the wire contract, Socket; specification, sections 4, 5, 7 and 9).
 * @param pauses override the specification's, for tests
 */
export function createPanelSocket(pauses: Pauses = PAUSES) {
  const handlers = createEventHandlers();
  const connectedCallbacks = new Set<() => void>();
  const state = createStore<ConnectionState>('disconnected');
  /** The open socket, or the last one. */
  let current: Client | undefined;
  let reconnectNow: (() => void) | undefined;

  /**
   * Opens the socket and keeps it open until it is closed or rejected. Without a token or an administrator's id it logs
   * an error and opens nothing.
   * @returns closes it
   */
  function open(signedIn: Pick<Session, 'token' | 'adminId'> | undefined = session.get()): () => void {
    if (!signedIn?.adminId) {
      // biome-ignore lint/suspicious/noConsole: specification, section 5
      console.error('No socket is opened: the token or the administrator’s id is not stored.');
      return () => undefined;
    }
    const { token, adminId } = signedIn;
    let client: Client | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    /** True from the start of a connection until its round of attempts has ended, and while it is connected. */
    let isTrying = false;
    let hasConnected = false;
    let emptyRounds = 0;

    /** A closed socket no longer sets the state: another may be open. */
    function show(next: ConnectionState): void {
      if (!isOver) state.set(next);
    }

    function stop(): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', tryNow);
      globalThis.document?.removeEventListener('visibilitychange', tryIfVisible);
      if (client) leave(client);
      state.set('disconnected');
    }

    function leave(opened: Client): void {
      opened.io.reconnection(false);
      if (opened.connected) opened.emit(adminDisconnect.name, adminId);
      // The browser logs a console error for a socket that is closed before it was open.
      if (opened.io.engine?.readyState === 'opening') opened.io.engine.once('open', () => opened.disconnect());
      else opened.disconnect();
    }

    function tryNow(): void {
      if (isOver || isTrying) return;
      isTrying = true;
      clearTimeout(timer);
      show('connecting');
      if (client) client.connect();
      else void start();
    }
    /** Connects without waiting for the next attempt or round. */
    function connectNow(): void {
      if (isOver || client?.connected || client?.io.engine?.readyState === 'opening') return;
      if (client) {
        // Ends the pause between two attempts.
        client.disconnect();
        isTrying = false;
      }
      tryNow();
    }
    const tryIfVisible = (): void => {
      if (document.visibilityState === 'visible') tryNow();
    };

    function tryAgainIn(ms: number): void {
      isTrying = false;
      if (isOver) return;
      clearTimeout(timer);
      timer = setTimeout(tryNow, ms * (1 + Math.random() * JITTER));
    }

    function endRound(): void {
      show('disconnected');
      tryAgainIn(hasConnected ? pauses.roundMs : Math.min(pauses.roundMs * 2 ** emptyRounds, pauses.longestMs));
      emptyRounds += 1;
    }

    function onRejected(code: string | undefined): void {
      show('disconnected');
      if (code !== undefined && SESSION_IS_OVER.includes(code)) {
        stop();
        // A late rejection of an older token must not end a newer session.
        if (session.get()?.token === token) session.end();
      } else if (code === 'SECOND_FACTOR_SETUP_REQUIRED') {
        stop();
        requireSetUp(token);
      } else if (code !== undefined && FATAL_CODES.includes(code)) {
        stop();
      } else if (code === 'SERVICE_UNAVAILABLE') {
        tryAgainIn(pauses.unavailableMs);
      } else {
        endRound();
      }
    }

    async function join(opened: Client): Promise<void> {
      // A legacy backend joins without an acknowledgement.
      await opened
        .timeout(pauses.joinMs)
        .emitWithAck(adminConnected.name, adminId)
        .catch(() => undefined);
      if (!opened.connected) return;
      handlers.unlessHeld(() => {
        for (const callback of connectedCallbacks) orReport(callback);
      });
    }

    async function start(): Promise<void> {
      try {
        const [io, settings] = await Promise.all([untilLoaded(loadClient), loadSettings()]);
        if (isOver) return;
        const { origin, path } = socketUrl(settings, location.href);
        client = listenTo(
          io(origin, {
            path,
            transports: ['websocket'],
            withCredentials: true,
            forceNew: true,
            auth: { token, adminId },
            reconnectionAttempts: SOCKET_RECONNECTION_ATTEMPTS,
            reconnectionDelay: pauses.attemptMs,
            timeout: pauses.openMs,
            // By default each pause is longer than the one before, and random.
            reconnectionDelayMax: pauses.attemptMs,
            randomizationFactor: 0,
          }),
        );
      } catch {
        // The settings failed to load: the network is down, or the server unavailable.
        show('disconnected');
        tryAgainIn(pauses.unavailableMs);
      }
    }

    function listenTo(opened: Client): Client {
      let connectedAt = 0;
      let closings = 0;
      opened.on('connect', () => {
        connectedAt = Date.now();
        hasConnected = true;
        if (!isOver) current = opened;
        show('connected');
        void join(opened);
      });
      opened.on('disconnect', (reason) => {
        show(opened.active ? 'connecting' : 'disconnected');
        if (reason !== 'io server disconnect') return;
        // Most likely the session has ended; the next attempt finds out. A server that accepts only to close again is
        // retried later the second time.
        if (Date.now() - connectedAt > pauses.roundMs) closings = 0;
        tryAgainIn(closings === 0 ? pauses.closedMs : pauses.roundMs);
        closings += 1;
      });
      opened.on('connect_error', (error) => {
        // After a network error the client tries again by itself.
        if (opened.active) show('disconnected');
        else onRejected(connectErrorSchema.safeParse((error as { data?: unknown }).data).data?.code);
      });
      opened.io.on('reconnect_attempt', () => show('connecting'));
      opened.io.on('reconnect_failed', endRound);
      opened.onAny(handlers.deliver);
      return opened;
    }

    reconnectNow = connectNow;
    globalThis.addEventListener?.('online', tryNow);
    globalThis.document?.addEventListener('visibilitychange', tryIfVisible);
    tryNow();
    return stop;
  }

  return {
    open,

    /**
     * Subscribes to an event with its parsed payload.
     * @returns ends the subscription
     */
    on: handlers.on,

    /**
     * Keeps back events and connections, for handlers whose code is being loaded: they miss nothing.
     * @returns passes them on
     */
    hold: handlers.hold,

    /**
     * Runs `callback` each time the socket has connected and joined, the first time included: data fetched over HTTP
     * before may have changed without an event, so this is the time to refetch it.
     * @returns ends the subscription
     */
    onConnected(callback: () => void): () => void {
      connectedCallbacks.add(callback);
      return () => connectedCallbacks.delete(callback);
    },

    /** Connects again at once, if a socket is wanted and none is connected. */
    reconnect: (): void => reconnectNow?.(),

    /**
     * Sends an event and waits for its acknowledgement; nothing is buffered for later.
     * @returns the acknowledgement, parsed
     * @throws AskError
     */
    ask: <E extends ToServerEvent>(event: E, payload: EventInput<E>, timeoutMs: number): Promise<EventAck<E>> =>
      askOver(current, event, payload, timeoutMs),

    /** Sends an event without an acknowledgement; without a connection it is dropped. */
    send<E extends ToServerEvent>(event: E, payload: EventInput<E>): void {
      if (current?.connected) current.emit(event.name, payload);
    },

    /** The connection state. */
    state: state as Store<ConnectionState>,
  };
}
export type PanelSocket = ReturnType<typeof createPanelSocket>;

export const panelSocket = createPanelSocket();

/** The connection state as React state. */
export function useConnectionState(): ConnectionState {
  return useStore(panelSocket.state);
}
