import type { EventAck, EventPayload, ToServerEvent } from '@hai-dang/contract/lib/event.ts';
import { DomainError } from '../domain-error.ts';
import type { Account } from '../http/call.ts';
import type { Log } from '../logger.ts';
import { isFailure, SocketRefusal, toErrorAck } from './refusal.ts';

/** What a handler may do with the socket an event came from. */
export interface Rooms {
  join(room: string): void;
  leave(room: string): void;
}

interface EventCall<Payload> {
  readonly payload: Payload;
  /** Whose token the socket was opened with: the only truth about who is speaking. */
  readonly account: Account;
  readonly rooms: Rooms;
}

/** @returns what is acknowledged; a DomainError is acknowledged as the refusal it is */
export type EventHandler<E extends ToServerEvent> = (
  call: EventCall<EventPayload<E>>,
) => EventAck<E> | Promise<EventAck<E>>;

type AnyHandler = (call: EventCall<unknown>) => unknown;

/** The handlers of all events, and the one guarded way to them. */
export function createDispatcher(log: Log) {
  const handled = new Map<string, { event: ToServerEvent; handler: AnyHandler }>();

  /** @throws {DomainError | SocketRefusal} and whatever the handler throws */
  async function answer(name: string, raw: unknown, account: Account, rooms: Rooms): Promise<unknown> {
    const known = handled.get(name);
    if (!known) throw new SocketRefusal('UNKNOWN_EVENT');
    const { event, handler } = known;
    if (account.role !== event.access) throw new DomainError(event.access === 'admin' ? 'ADMIN_ONLY' : 'USERS_ONLY');
    const payload = event.payload.safeParse(raw);
    if (!payload.success) throw new DomainError('VALIDATION_FAILED');
    return event.ack.parse(await handler({ payload: payload.data, account, rooms }));
  }

  return {
    /** Gives an event of the wire contract its handler. */
    handle<E extends ToServerEvent>(event: E, handler: EventHandler<E>): void {
      // The payload is parsed with the event's own schema before the handler sees it.
      handled.set(event.name, { event, handler: handler as AnyHandler });
    },

    /** The names of the events that have a handler. */
    handledNames: (): ReadonlySet<string> => new Set(handled.keys()),

    /**
     * Handles one event whatever it holds; never rejects.
     * @param args as the client sent them: a payload, perhaps more, perhaps a function to acknowledge with
     */
    async dispatch(name: string, args: readonly unknown[], account: Account, rooms: Rooms): Promise<void> {
      const acknowledge = acknowledgementOf(args);
      const raw = typeof args[0] === 'function' ? undefined : args[0];
      try {
        const answered = await answer(name, raw, account, rooms);
        acknowledge?.(answered);
      } catch (error) {
        if (isFailure(error)) log.error({ err: error, event: name }, 'an event failed');
        acknowledge?.(toErrorAck(error));
      }
    },
  };
}
export type Dispatcher = ReturnType<typeof createDispatcher>;

/** The client's acknowledgement, if it wants one. */
export function acknowledgementOf(args: readonly unknown[]): ((answer: unknown) => void) | undefined {
  const last = args.at(-1);
  return typeof last === 'function' ? (answer) => void last(answer) : undefined;
}
