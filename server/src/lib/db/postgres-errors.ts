/** A statement was cancelled, by its timeout as a rule. */
const CANCELLED = '57014';
/** Classes of SQLSTATE. */
const UNAVAILABLE_CODES = ['08', '53', '57P', CANCELLED];
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** The messages of pg, its pool and Kysely, none of which have a code. */
const DRIVER_MESSAGES = new RegExp(
  [
    'Connection terminated',
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error',
    'Cannot use a pool after calling end',
    'driver has already been destroyed',
  ].join('|'),
);

/** Whether `error` says that the database is away, overloaded or shutting down, not that a statement is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // Node's error for a host name with several IPs, none of which responded.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if ('severity' in error) return UNAVAILABLE_CODES.some((start) => code.startsWith(start));
  if ('syscall' in error && NETWORK_CODES.has(code)) return true;
  return DRIVER_MESSAGES.test(error.message);
}

/** Whether `error` says that a statement was cancelled: it took longer than its timeout. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && 'code' in error && error.code === CANCELLED;

/** Of NUL in a text, and of NUL in JSON. */
const UNSTORABLE = new Set<unknown>(['22021', '22P05']);
/** Whether `error` says that a text, or a text in JSON, holds the NUL character, which PostgreSQL cannot store or compare. */
export const isUnstorableText = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && 'code' in error && UNSTORABLE.has(error.code);

/** The name of the constraint that rejected a statement, or undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  const isViolation = typeof error.code === 'string' && error.code.startsWith('23');
  return isViolation && typeof error.constraint === 'string' ? error.constraint : undefined;
}
