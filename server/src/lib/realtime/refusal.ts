import { type ErrorCode, errorMessages } from '@hai-dang/contract/errors.ts';
import { type ErrorAck, socketErrors } from '@hai-dang/contract/lib/socket.errors.ts';
import { isDatabaseUnavailable, isUnstorableText } from '../db/postgres-errors.ts';
import { DomainError } from '../domain-error.ts';

/** A refusal that only sockets know. */
export class SocketRefusal extends Error {
  override readonly name = 'SocketRefusal';
  readonly code: keyof typeof socketErrors;

  constructor(code: keyof typeof socketErrors) {
    super(socketErrors[code]);
    this.code = code;
  }
}

/** What the other end is told of an error: a refusal's own code and words, of anything else nothing internal. */
export function toErrorAck(error: unknown): ErrorAck {
  if (error instanceof DomainError || error instanceof SocketRefusal) return { error: error.message, code: error.code };
  const code = codeOf(error);
  return { error: errorMessages[code], code };
}

function codeOf(error: unknown): ErrorCode {
  if (isDatabaseUnavailable(error)) return 'SERVICE_UNAVAILABLE';
  return isUnstorableText(error) ? 'VALIDATION_FAILED' : 'INTERNAL_ERROR';
}

/** Whether an error is the server's own, and belongs in the log. */
export const isFailure = (error: unknown): boolean =>
  ['SERVICE_UNAVAILABLE', 'INTERNAL_ERROR'].includes(toErrorAck(error).code);
