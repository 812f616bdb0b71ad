import { adminConnected, adminDisconnect } from '@hai-dang/contract/auth/auth.events.ts';
import { onlineUsers } from '@hai-dang/contract/chat/chat.events.ts';
import { events } from '@hai-dang/contract/events.ts';
import type { FastifyInstance } from 'fastify';
import { listOnlineUsers } from '../../chat/list/list-chat-users.ts';
import { createDispatcher, type Dispatcher, type EventObserver } from '../../lib/realtime/dispatch.ts';
import { SocketError } from '../../lib/realtime/socket-error.ts';
import { ADMINS_ROOM, createSocketServer, type SocketServerOptions } from '../../lib/realtime/socket-server.ts';
import type { WithSpan } from '../../lib/with-span.ts';
import { registerSockets } from '../features.ts';
import type { Services } from '../services.ts';

export interface RealtimeOptions extends Omit<SocketServerOptions, 'dispatcher' | 'events' | 'largestPayloadBytes'> {
  /** Called with the outcome of each event. */
  onEvent?: EventObserver | undefined;
  /** Runs the handler of each event. */
  runEvent?: WithSpan | undefined;
}

const LARGEST_PAYLOAD_BYTES = Math.max(
  ...events.map((event) => (event.direction === 'toServer' ? event.maxPayloadBytes : undefined) ?? 0),
);
const SENT_EVENTS = events.flatMap((event) => (event.direction === 'toClient' ? [event] : []));

/**
 * The sockets, created before the services because they publish through it; it accepts no connection until
 * {@link attachRealtime}.
 */
export function createRealtime(options: RealtimeOptions) {
  const dispatcher = createDispatcher(options.log, options.onEvent, options.runEvent);
  const socketOptions = { ...options, dispatcher, events: SENT_EVENTS, largestPayloadBytes: LARGEST_PAYLOAD_BYTES };
  return { ...createSocketServer(socketOptions), dispatcher };
}
export type Realtime = ReturnType<typeof createRealtime>;

/**
 * Opens the sockets beside `app`, and closes them with it.
 * @throws if an event of the wire contract has no handler
 */
export function attachRealtime(app: FastifyInstance, realtime: Realtime, services: Services): void {
  registerAdmins(realtime.dispatcher, services);
  registerSockets(realtime.dispatcher, services);
  const handled = realtime.dispatcher.handledNames();
  const missing = events.filter(({ direction, name }) => direction === 'toServer' && !handled.has(name));
  if (missing.length > 0) throw new Error(`no handler for the events: ${missing.map(({ name }) => name).join(', ')}`);
  const watcher = services.presence.watch(app.log);
  const close = realtime.attach(app.server, services.authenticator, watcher);
  // Sockets close before the server waits for its connections to end, which an open one never does by itself.
  app.addHook('preClose', async () => {
    await close();
    await watcher.stop();
  });
}

/** Joining the administrators' room, which sends at once who is online, and leaving it. */
function registerAdmins({ handle }: Pick<Dispatcher, 'handle'>, { app }: Services): void {
  handle(adminConnected, async ({ payload, account, socket }) => {
    if (idOf(payload) !== account.id) throw new SocketError('IDENTITY_MISMATCH');
    socket.join(ADMINS_ROOM);
    socket.send(onlineUsers, await listOnlineUsers(app));
    return { success: true };
  });
  handle(adminDisconnect, ({ payload, account, socket }) => {
    if ((idOf(payload) ?? account.id) !== account.id) throw new SocketError('IDENTITY_MISMATCH');
    socket.leave(ADMINS_ROOM);
    return { success: true };
  });
}

const idOf = (payload: string | { adminId: string } | null | undefined): string | undefined =>
  typeof payload === 'string' ? payload : payload?.adminId;
