import { hash, verify } from '@node-rs/argon2';
import { createSemaphore } from '../lib/async/semaphore.ts';
import { DomainError } from '../lib/domain-error.ts';

/** OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane; argon2id is the library's own choice. */
export const ARGON2_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing runs in libuv's four threads, as reading files and looking up names of hosts do: one is left to these. */
const HASHES_AT_ONCE = 3;
/** Some seconds of work: a client would not wait longer. */
const MAX_QUEUE = 300;
const BUSY_RETRY_SECONDS = 5;

/** The queue of every hash. @throws {DomainError} SERVICE_UNAVAILABLE when too many wait already */
export const hashing = createSemaphore({
  concurrency: HASHES_AT_ONCE,
  maxQueue: MAX_QUEUE,
  full: () => new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS }),
});

/**
 * Hashes a password for storage; the salt and the parameters are in the text. It is composed (NFC) first: the same keys give
 * other code points on other systems (NIST SP 800-63B, 3.1.1.2).
 */
export const hashPassword = (plain: string): Promise<string> =>
  hashing.run(() => hash(plain.normalize('NFC'), ARGON2_PARAMETERS));

let decoy: Promise<string> | undefined;

/** The form of the typed password that a stored hash is of: 'typed' is one from before passwords were composed. */
type MatchedForm = 'composed' | 'typed' | null;

/**
 * Compares a password with a stored hash. Without one the same work is done against a decoy, so that the time taken does not
 * show whether an account exists.
 */
export async function matchPassword(stored: string | null | undefined, plain: string): Promise<MatchedForm> {
  // The decoy does not wait in the queue: were it rejected, it would be so for ever.
  decoy ??= hash('no account has this password', ARGON2_PARAMETERS);
  const against = stored ?? (await decoy);
  const composed = plain.normalize('NFC');
  const isRight = await hashing.run(() => verify(against, composed));
  const isTyped = !isRight && plain !== composed && (await hashing.run(() => verify(against, plain)));
  if (stored == null) return null;
  if (isTyped) return 'typed';
  return isRight ? 'composed' : null;
}

/** Whether `plain` is the password behind `stored`, in either form. */
export const verifyPassword = async (stored: string | null | undefined, plain: string): Promise<boolean> =>
  (await matchPassword(stored, plain)) !== null;
