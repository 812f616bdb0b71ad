const UNAVAILABLE_CLASSES = ['08', '53', '57P'];
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const DRIVER_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether `error` says that the database is away, overloaded or shutting down, not that a statement is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if ('severity' in error) return UNAVAILABLE_CLASSES.some((start) => code.startsWith(start));
  if ('syscall' in error && NETWORK_CODES.has(code)) return true;
  return DRIVER_MESSAGES.test(error.message);
}

/** Whether `error` says that a text holds the NUL character, which PostgreSQL cannot store or compare. */
export const isUnstorableText = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && 'code' in error && error.code === '22021';

/** The name of the constraint that refused a statement, or undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  const isViolation = typeof error.code === 'string' && error.code.startsWith('23');
  return isViolation && typeof error.constraint === 'string' ? error.constraint : undefined;
}
