import { adminConnected, adminDisconnect } from '@hai-dang/contract/auth/auth.events.ts';
import { SOCKET_RECONNECTION_ATTEMPTS, SOCKET_RECONNECTION_DELAY_MS } from '@hai-dang/contract/constants.ts';
import type { EventAck, EventInput, ToServerEvent } from '@hai-dang/contract/lib/event.ts';
import { refusalSchema } from '@hai-dang/contract/lib/socket.errors.ts';
import type { Socket as Client } from 'socket.io-client';
import { createStore, type Store, useStore } from './create-store.ts';
import { type Session, session } from './session.ts';
import { requireSetUp } from './set-up-requirement.ts';
import { loadSettings } from './settings.ts';
import { socketAddress } from './socket-address.ts';
import { askOver } from './socket-ask.ts';
import { createEventHandlers } from './socket-events.ts';

export type ConnectionState = 'connecting' | 'connected' | 'disconnected';

interface Pauses {
  /** Between the attempts of one round (specification, section 9). */
  attemptMs: number;
  /** Between rounds; each may be up to half as long again, so that not all browsers come back at once. */
  roundMs: number;
  /** The longest between rounds, for a backend that has never answered: it may have no sockets at all. */
  longestMs: number;
  /** After the server has closed a socket by itself. */
  closedMs: number;
  /** After the server has said that its database is away: it is there, and will let one in soon. */
  unavailableMs: number;
  /** How long the server may take to say that one has joined. */
  joinMs: number;
}
const PAUSES: Pauses = {
  attemptMs: SOCKET_RECONNECTION_DELAY_MS,
  roundMs: 30_000,
  longestMs: 300_000,
  closedMs: 1_000,
  unavailableMs: 3_000,
  joinMs: 5_000,
};
const JITTER = 0.5;

const SESSION_IS_OVER = ['NOT_SIGNED_IN', 'SESSION_EXPIRED'];
const NEVER_LET_IN = ['ACCOUNT_DISABLED', 'ADMIN_ONLY', 'IDENTITY_MISMATCH'];

/** Only `io`, said here, so that the build leaves out the rest. */
async function loadClient() {
  const { io } = await import('socket.io-client');
  return io;
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work);
  else setTimeout(work);
}

/**
 * The panel's one socket (the wire contract, Socket; specification, sections 4, 5, 7 and 9).
 * @param pauses other than the specification's, for tests
 */
export function createPanelSocket(pauses: Pauses = PAUSES) {
  const handlers = createEventHandlers();
  const connectedCallbacks = new Set<() => void>();
  const state = createStore<ConnectionState>('disconnected');
  /** The one that is open, or was last. */
  let current: Client | undefined;
  let hurry: (() => void) | undefined;

  /**
   * Opens the socket once the browser has nothing better to do, and keeps it open until it is closed or refused.
   * Without a token or an administrator's id it logs an error and opens nothing.
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
    /** From a wish to connect until its round of attempts has ended, and as long as it is connected. */
    let isTrying = false;
    let hasConnected = false;
    let emptyRounds = 0;

    /** One that has been left shows nothing any more: another may be open. */
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
      // A browser complains, in its console, of a socket that is closed before it was open.
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
    /** Instead of waiting for the next attempt, or for the next round. */
    function tryAtOnce(): void {
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
        // A late refusal of an older token must not end a session that has begun since.
        if (session.get()?.token === token) session.end();
      } else if (code === 'SECOND_FACTOR_SETUP_REQUIRED') {
        stop();
        requireSetUp(token);
      } else if (code !== undefined && NEVER_LET_IN.includes(code)) {
        stop();
      } else if (code === 'SERVICE_UNAVAILABLE') {
        tryAgainIn(pauses.unavailableMs);
      } else {
        endRound();
      }
    }

    async function join(opened: Client): Promise<void> {
      // A legacy backend joins without saying so.
      await opened
        .timeout(pauses.joinMs)
        .emitWithAck(adminConnected.name, adminId)
        .catch(() => undefined);
      if (!opened.connected) return;
      for (const callback of connectedCallbacks) callback();
    }

    async function start(): Promise<void> {
      try {
        const [io, settings] = await Promise.all([loadClient(), loadSettings()]);
        if (isOver) return;
        const { origin, path } = socketAddress(settings, location.href);
        client = listenTo(
          io(origin, {
            path,
            transports: ['websocket'],
            withCredentials: true,
            forceNew: true,
            auth: { token, adminId },
            reconnectionAttempts: SOCKET_RECONNECTION_ATTEMPTS,
            reconnectionDelay: pauses.attemptMs,
            // By default each pause is longer than the one before, and random.
            reconnectionDelayMax: pauses.attemptMs,
            randomizationFactor: 0,
          }),
        );
      } catch {
        // The chunk or the settings did not come: a network that is away.
        endRound();
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
        // Most likely the session has ended. Whether it has, the next attempt is told; a server that lets one in
        // only to close again is not asked so soon a second time.
        if (Date.now() - connectedAt > pauses.roundMs) closings = 0;
        tryAgainIn(closings === 0 ? pauses.closedMs : pauses.roundMs);
        closings += 1;
      });
      opened.on('connect_error', (error) => {
        // An attempt that failed on the way is followed by the client's next.
        if (opened.active) show('disconnected');
        else onRejected(refusalSchema.safeParse((error as { data?: unknown }).data).data?.code);
      });
      opened.io.on('reconnect_attempt', () => show('connecting'));
      opened.io.on('reconnect_failed', endRound);
      opened.onAny(handlers.deliver);
      return opened;
    }

    state.set('connecting');
    hurry = tryAtOnce;
    globalThis.addEventListener?.('online', tryNow);
    globalThis.document?.addEventListener('visibilitychange', tryIfVisible);
    whenIdle(tryNow);
    return stop;
  }

  return {
    open,

    /** Hands on each event of this kind, parsed. @returns ends that */
    on: handlers.on,

    /**
     * Runs `callback` each time the socket is there and has joined, the first time included: whatever was read over
     * HTTP before may have changed unheard, so this is the moment to read it again.
     * @returns ends that
     */
    onConnected(callback: () => void): () => void {
      connectedCallbacks.add(callback);
      return () => connectedCallbacks.delete(callback);
    },

    /** Connects again at once, if a socket is wanted and there is none. */
    reconnect: (): void => hurry?.(),

    /**
     * Sends an event and waits for its acknowledgement; nothing is kept back for later.
     * @returns the acknowledgement, parsed
     * @throws AskError
     */
    ask: <E extends ToServerEvent>(event: E, payload: EventInput<E>, timeoutMs: number): Promise<EventAck<E>> =>
      askOver(current, event, payload, timeoutMs),

    /** Sends an event of which nobody needs to know whether it arrived; without a connection it is dropped. */
    send<E extends ToServerEvent>(event: E, payload: EventInput<E>): void {
      if (current?.connected) current.emit(event.name, payload);
    },

    /** Whether it is connected. */
    state: state as Store<ConnectionState>,
  };
}
export type PanelSocket = ReturnType<typeof createPanelSocket>;

export const panelSocket = createPanelSocket();

/** Whether the socket is connected, as React state. */
export function useConnectionState(): ConnectionState {
  return useStore(panelSocket.state);
}
