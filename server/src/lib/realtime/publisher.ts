import type { EventInput, ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import type * as z from 'zod/mini';

type AccountEvent = ToClientEvent<z.ZodMiniType, 'account' | 'any'>;
type AdminsEvent = ToClientEvent<z.ZodMiniType, 'admins' | 'any'>;
type RoomEvent = ToClientEvent<z.ZodMiniType, 'room'>;

/** The sessions whose sockets end: one session, or every session of an account. */
export type EndedSessions = { readonly sessionId: string } | { readonly accountId: string };

interface EmitOptions {
  /** True for an event that is useless later: it is dropped where it cannot be sent at once. */
  isVolatile?: boolean;
}

/**
 * How a service publishes changes to open sockets. Call it after the commit
 * (`afterCommit(tx, () => publisher.toAdmins(…))`): clients fetch at once what has changed. It never throws and does not
 * wait; a socket that is away fetches the state again when it is back.
 */
export interface Publisher {
  /** Sends an event to all sockets of one account. */
  toAccount<E extends AccountEvent>(accountId: string, event: E, payload: EventInput<E>, options?: EmitOptions): void;
  /** Sends an event to the sockets of all administrators, or all but one. */
  toAdmins<E extends AdminsEvent>(
    event: E,
    payload: EventInput<E>,
    options?: EmitOptions & { exceptAccountId?: string },
  ): void;
  /** Sends an event to this server's sockets that have joined a room (`socket.join`); each server emits to its own. */
  toRoom<E extends RoomEvent>(room: string, event: E, payload: EventInput<E>): void;
  /** Closes the sockets of sessions that have ended. */
  disconnectSessions(ended: EndedSessions): void;
}

/** The publisher of a process that has no sockets: the command line, the seeds. */
export const noopPublisher: Publisher = {
  toAccount: () => undefined,
  toAdmins: () => undefined,
  toRoom: () => undefined,
  disconnectSessions: () => undefined,
};
