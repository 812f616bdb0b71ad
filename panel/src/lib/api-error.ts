/** What a call that failed is thrown as; screens read `message` and `status`, never the transport. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer came at all. */
  readonly status: number;
  /** The envelope's stable machine word, or one of the client's own: NETWORK, MALFORMED_ANSWER, HTTP_ERROR, CANCELLED. */
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** What the server tells beside the code; whoever reads it parses it with the contract. */
  readonly details: unknown;

  /** @param init `message` is '' when the server sent none, so that a screen can fall back to its own words */
  constructor(init: {
    status: number;
    code: string;
    message?: string;
    requestId?: string;
    retryAfterSeconds?: number;
    details?: unknown;
  }) {
    super(init.message ?? '');
    this.status = init.status;
    this.code = init.code;
    this.requestId = init.requestId;
    this.retryAfterSeconds = init.retryAfterSeconds;
    this.details = init.details;
  }
}

/** True if the server, or the client itself, gave this code as the reason. */
export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/** The server's own words about a failure, or `fallback` when it sent none (also for any other throw). */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** True if there is no such thing, or the backend knows no such call. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** What a call ends with that needs the password again, when it was not given: there is nothing to tell about it. */
export const cancelledError = (): ApiError => new ApiError({ status: 403, code: 'CANCELLED' });

/** True if the person has put the call aside: nothing has been done, and nothing is shown. */
export function isCancelled(error: unknown): boolean {
  return hasCode(error, 'CANCELLED');
}

/** True if the call failed because nobody is signed in any more: the guard is already leading to /login. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Waits for a call. @returns null where the server has no such thing, or knows no such call */
export async function orNull<Found>(call: Promise<Found>): Promise<Found | null> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
