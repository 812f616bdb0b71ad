import type * as z from 'zod/mini';
import type { Access } from './endpoint.ts';

type Schema = z.ZodMiniType;

/** An event that a client sends (the wire contract, Socket). */
export interface ToServerEvent<Payload extends Schema = Schema, Ack extends Schema = Schema> {
  readonly name: string;
  readonly direction: 'toServer';
  /** Who may send it; a socket requires a session. */
  readonly access: Exclude<Access, 'public' | 'authenticated'>;
  readonly summary: string;
  readonly payload: Payload;
  /** Maximum size of its packets, where it exceeds the limit of all other events. */
  readonly maxPayloadBytes?: number;
  /** The acknowledgement of a success, if the sender asks for one. */
  readonly ack: Ack;
}

/** An event that the server sends. */
export interface ToClientEvent<
  Payload extends Schema = Schema,
  Audience extends 'account' | 'admins' | 'room' | 'any' = 'account' | 'admins' | 'room' | 'any',
> {
  readonly name: string;
  readonly direction: 'toClient';
  /**
   * All sockets of one account, those of every administrator who has sent `admin_connected`, or those that joined one
   * room; 'any': sometimes those of an account, sometimes the administrators'.
   */
  readonly audience: Audience;
  readonly summary: string;
  readonly payload: Payload;
}

export type SocketEvent = ToServerEvent | ToClientEvent;

/** An event that the server sends under a name that ends with a key, to the one socket that chose the key. */
export interface KeyedEvent<Payload extends Schema = Schema> {
  /** The name up to the key; no other event's name begins with it. */
  readonly name: `${string}_`;
  /** Bounds the key: a name of any length or with control characters is never sent. */
  readonly key: z.ZodMiniType<string>;
  readonly summary: string;
  readonly payload: Payload;
}

/** The payload as its sender sends it. */
export type EventInput<E extends SocketEvent> = z.input<E['payload']>;
/** The payload as its receiver gets it: parsed, without unknown fields. */
export type EventPayload<E extends SocketEvent> = z.output<E['payload']>;
export type EventAck<E extends ToServerEvent> = z.output<E['ack']>;

/**
 * Defines one socket event for both sides: the server handles or publishes it, the panel sends or receives it.
 * @param event name (fixed by the wire contract), direction, who may send or receive it, payload, acknowledgement
 */
// For the panel's build, which so leaves out what the panel does not use:
/* @__NO_SIDE_EFFECTS__ */
export function defineEvent<const E extends SocketEvent>(event: E): E {
  return event;
}

/** Defines events whose names end with a key that the client chose; see {@link KeyedEvent}. */
/* @__NO_SIDE_EFFECTS__ */
export function defineKeyedEvent<const E extends KeyedEvent>(event: E): E {
  return event;
}
