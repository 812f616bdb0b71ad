import { type ErrorCode, errorMessages } from '@hai-dang/contract/errors.ts';
import { type ErrorAck, socketErrors } from '@hai-dang/contract/lib/socket.errors.ts';
import { isDatabaseUnavailable, isUnstorableText } from '../db/postgres-errors.ts';
import { DomainError } from '../domain-error.ts';

type SocketErrorCode = keyof typeof socketErrors | 'VALIDATION_FAILED';

/** An error of an event itself, before a service is called. */
export class SocketError extends Error {
  override readonly name = 'SocketError';
  readonly code: SocketErrorCode;

  /** @param message replaces the code's own, such as that of a schema */
  constructor(code: SocketErrorCode, message?: string) {
    super(message ?? { ...errorMessages, ...socketErrors }[code]);
    this.code = code;
  }
}

/** Returns the acknowledgement of an error: an expected error's own code and message, of any other nothing internal. */
export function toErrorAck(error: unknown): ErrorAck {
  if (error instanceof DomainError || error instanceof SocketError) return { error: error.message, code: error.code };
  const code = codeOf(error);
  return { error: errorMessages[code], code };
}

function codeOf(error: unknown): ErrorCode {
  if (isDatabaseUnavailable(error)) return 'SERVICE_UNAVAILABLE';
  return isUnstorableText(error) ? 'VALIDATION_FAILED' : 'INTERNAL_ERROR';
}

/** Whether an error is the server's own, and belongs in the log. */
export const isServerError = (error: unknown): boolean =>
  ['SERVICE_UNAVAILABLE', 'INTERNAL_ERROR'].includes(toErrorAck(error).code);
