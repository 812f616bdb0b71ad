import type {
  EventAck,
  EventInput,
  EventPayload,
  KeyedEvent,
  ToClientEvent,
  ToServerEvent,
} from '@hai-dang/contract/lib/event.ts';
import type { ErrorAck } from '@hai-dang/contract/lib/socket.errors.ts';
import type * as z from 'zod/mini';
import { isDatabaseUnavailable } from '../db/postgres-errors.ts';
import { DomainError, isExpectedError } from '../domain-error.ts';
import type { Account, CallContext } from '../http/call.ts';
import { newId } from '../ids.ts';
import { createLimitedLog } from '../limited-log.ts';
import type { Log } from '../logger.ts';
import { type WithSpan, withoutSpan } from '../with-span.ts';
import { isServerError, SocketError, toErrorAck } from './socket-error.ts';

/** The socket an event came from, as far as a handler may use it. */
export interface ClientSocket {
  readonly id: string;
  /** The IP of its client. */
  readonly address: string;
  readonly userAgent: string;
  /** Calls `work` when it closes; every call of this adds one. */
  onClosed(work: () => void): void;
  join(room: string): void;
  leave(room: string): void;
  /** Sends it an event, and no other socket. */
  send<E extends ToClientEvent>(event: E, payload: EventInput<E>): void;
  /** Sends it the event of this key, and no other socket; nothing where it is no such key. */
  sendKeyed<E extends KeyedEvent>(event: E, key: unknown, payload: z.input<E['payload']>): void;
  /** Returns a value of an acknowledgement as its client gets it: see MediaUrls. */
  withUrls<T>(schema: ToServerEvent['ack'], value: T): T;
}

/** The events that the sender of an event receives besides its acknowledgement. `raw` is the payload as it was sent. */
export interface SenderEvents<E extends ToServerEvent> {
  /** Is called on an error, where the client has asked for no acknowledgement. */
  onUnacknowledgedError?(error: ErrorAck, raw: unknown, socket: ClientSocket): void;
  /** Is called on every outcome, acknowledged or not. */
  onOutcome?(outcome: EventAck<E> | ErrorAck, raw: unknown, socket: ClientSocket): void;
}

interface EventCall<Payload> {
  readonly payload: Payload;
  /** The account of the token that opened the socket: nothing else identifies the sender. */
  readonly account: Account;
  readonly socket: ClientSocket;
  readonly context: CallContext;
}

/** @returns what is acknowledged; a DomainError is acknowledged with its code and message */
export type EventHandler<E extends ToServerEvent> = (
  call: EventCall<EventPayload<E>>,
) => EventAck<E> | Promise<EventAck<E>>;

type AnyHandler = (call: EventCall<unknown>) => unknown;
type AnySenderEvents = SenderEvents<ToServerEvent>;

/**
 * Called with the outcome of each event.
 * @param name the contract's; 'unknown' for any other, of which there may be without end
 * @param outcome 'failed': by the server's own fault
 */
export type EventObserver = (name: string, outcome: 'handled' | 'rejected' | 'failed') => void;

/** The handlers of all events, and the one guarded way to them. */
export function createDispatcher(log: Log, observe: EventObserver = () => undefined, runAs: WithSpan = withoutSpan) {
  const handled = new Map<string, { event: ToServerEvent; handler: AnyHandler; senderEvents: AnySenderEvents }>();

  const clientLog = createLimitedLog(log);

  const ownName = (name: string) => (handled.has(name) ? name : 'unknown');

  /** @throws {DomainError | SocketError} and whatever the handler throws */
  async function callHandler(name: string, raw: unknown, account: Account, socket: ClientSocket): Promise<unknown> {
    const known = handled.get(name);
    if (!known) throw new SocketError('UNKNOWN_EVENT');
    const { event, handler } = known;
    if (account.role !== event.access) throw new DomainError(event.access === 'admin' ? 'ADMIN_ONLY' : 'USERS_ONLY');
    const payload = event.payload.safeParse(raw);
    // The message of the first field, as HTTP has it.
    if (!payload.success) throw new SocketError('VALIDATION_FAILED', payload.error.issues[0]?.message);
    const context = { requestId: newId(), address: socket.address, userAgent: socket.userAgent };
    const ack = await handler({ payload: payload.data, account, socket, context });
    return socket.withUrls(event.ack, event.ack.parse(ack));
  }

  /** Acknowledges an event with an error, or sends that where the client has asked for no acknowledgement. */
  function reject(error: unknown, name: string, args: readonly unknown[], socket: ClientSocket): void {
    const acknowledge = acknowledgementOf(args);
    const failure = toErrorAck(error);
    observe(ownName(name), isServerError(error) ? 'failed' : 'rejected');
    const senderEvents = handled.get(name)?.senderEvents;
    if (acknowledge) acknowledge(failure);
    else senderEvents?.onUnacknowledgedError?.(failure, payloadOf(args), socket);
    senderEvents?.onOutcome?.(failure, payloadOf(args), socket);
  }

  return {
    reject,

    /** Gives an event of the wire contract its handler. */
    handle<E extends ToServerEvent>(event: E, handler: EventHandler<E>, senderEvents: SenderEvents<E> = {}): void {
      // The payload is parsed with the event's own schema before the handler sees it, the acknowledgement too.
      handled.set(event.name, {
        event,
        handler: handler as AnyHandler,
        senderEvents: senderEvents as AnySenderEvents,
      });
    },

    /** The events that this role may send in larger packets. */
    largeEvents: (role: Account['role']): ToServerEvent[] =>
      [...handled.values()]
        .map(({ event }) => event)
        .filter(({ access, maxPayloadBytes }) => access === role && maxPayloadBytes !== undefined),

    /** The names of the events that have a handler. */
    handledNames: (): ReadonlySet<string> => new Set(handled.keys()),

    /**
     * Handles one event whatever it holds; never rejects.
     * @param args as the client sent them: a payload, perhaps more, perhaps a function to acknowledge with
     */
    async dispatch(name: string, args: readonly unknown[], account: Account, socket: ClientSocket): Promise<void> {
      try {
        const ack = await runAs(ownName(name), () => callHandler(name, payloadOf(args), account, socket));
        observe(name, 'handled');
        acknowledgementOf(args)?.(ack);
        handled.get(name)?.senderEvents.onOutcome?.(ack, payloadOf(args), socket);
      } catch (error) {
        if (isServerError(error)) {
          if (isExpectedError(error)) log.warn({ code: error.code, event: name }, 'event rejected');
          else if (isDatabaseUnavailable(error)) {
            const { message: reason } = error as Error;
            clientLog.error({ event: name, reason }, 'event handler failed: the database is away or overloaded');
          } else log.error({ err: error, event: name }, 'event handler failed');
        }
        reject(error, name, args, socket);
      }
    },
  };
}
export type Dispatcher = ReturnType<typeof createDispatcher>;

const payloadOf = (args: readonly unknown[]): unknown => (typeof args[0] === 'function' ? undefined : args[0]);

/** The client's acknowledgement callback, if it sent one. */
function acknowledgementOf(args: readonly unknown[]): ((ack: unknown) => void) | undefined {
  const last = args.at(-1);
  return typeof last === 'function' ? (ack) => void last(ack) : undefined;
}
