import type { EventAck, EventInput, ToServerEvent } from '@hai-dang/contract/lib/event.ts';
import type { Socket as Client } from 'socket.io-client';

/**
 * Why a request over the socket failed. Rejected: the server has decided, and a retry would change nothing. Unanswered:
 * the server may have processed it. Malformed: processed, but the acknowledgement cannot be parsed.
 */
export type AskFailure = 'rejected' | 'no-response' | 'not-connected' | 'malformed';

/** Transient error codes: the same request may succeed later. */
const PASSING_CODES = ['TOO_MANY_EVENTS', 'SERVICE_UNAVAILABLE', 'INTERNAL_ERROR', 'NOT_SIGNED_IN', 'SESSION_EXPIRED'];

/** The specification's text, section 8. */
const NOT_CONNECTED = 'Socket not connected';

export class AskError extends Error {
  readonly failure: AskFailure;
  readonly code: string | undefined;

  /** @param message can be shown where the server has rejected the request */
  constructor(failure: AskFailure, message: string, code?: string) {
    super(message);
    this.name = 'AskError';
    this.failure = failure;
    this.code = code;
  }
}

function errorIn(response: unknown): AskError | undefined {
  if (typeof response !== 'object' || response === null) return undefined;
  const error: unknown = Reflect.get(response, 'error');
  if (typeof error !== 'string') return undefined;
  // A legacy backend's errors have no code.
  const code: unknown = Reflect.get(response, 'code');
  if (typeof code !== 'string') return new AskError('rejected', error);
  return new AskError(PASSING_CODES.includes(code) ? 'no-response' : 'rejected', error, code);
}

/**
 * Sends an event and waits for its acknowledgement.
 * @param client the socket, if there is one
 * @returns the acknowledgement, parsed
 * @throws AskError
 */
export async function askOver<E extends ToServerEvent>(
  client: Client | undefined,
  event: E,
  payload: EventInput<E>,
  timeoutMs: number,
): Promise<EventAck<E>> {
  if (!client?.connected) throw new AskError('not-connected', NOT_CONNECTED);
  let response: unknown;
  try {
    response = await client.timeout(timeoutMs).emitWithAck(event.name, payload);
  } catch {
    throw new AskError('no-response', `no response to ${event.name}`);
  }
  const rejection = errorIn(response);
  if (rejection) throw rejection;
  const parsed = event.ack.safeParse(response);
  if (parsed.success) return parsed.data as EventAck<E>;
  const { normaliseAck } = await import('../legacy/events.ts').catch(() => {
    throw new AskError('no-response', `no response to ${event.name} that can be read`);
  });
  const normalised = normaliseAck(event.name, payload, response);
  const legacyError = errorIn(normalised);
  if (legacyError) throw legacyError;
  const again = event.ack.safeParse(normalised);
  if (!again.success) throw new AskError('malformed', `the response to ${event.name} does not fit the contract`);
  return again.data as EventAck<E>;
}
