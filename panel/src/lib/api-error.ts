/** The error of a failed call; screens read `message` and `status`, never the transport. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The envelope's stable code, or one of the client's own: NETWORK, MALFORMED_RESPONSE, HTTP_ERROR, CANCELLED. */
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The error's details; the reader parses them with the contract. */
  readonly details: unknown;

  /** @param init `message` is '' when the server sent none, so that a screen can show its own text */
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

/** True if the error has this code, from the server or from the client itself. */
export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/** The server's message of an error, or `fallback` when it sent none (also for any other error). */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** True for status 404: the resource does not exist, or the backend does not have the endpoint. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The error of a call whose re-authentication was cancelled: no message is shown for it. */
export const cancelledError = (): ApiError => new ApiError({ status: 403, code: 'CANCELLED' });

/** True if the user cancelled the call: nothing was changed, and no message is shown. */
export function isCancelled(error: unknown): boolean {
  return hasCode(error, 'CANCELLED');
}

/** True for a 401: the session has ended, and the guard already redirects to /login. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/**
 * Awaits a call.
 * @returns null for a 404: the resource does not exist, or the backend does not have the endpoint
 */
export async function orNull<Found>(call: Promise<Found>): Promise<Found | null> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
