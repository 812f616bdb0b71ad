import { createSemaphore } from '../lib/async/semaphore.ts';
import { DomainError } from '../lib/domain-error.ts';

/** Look-ups in flight of tokens that this server has not seen valid: a part of the pool, so that the others get the rest. */
const UNKNOWN_CONCURRENCY = 4;
const UNKNOWN_MAX_QUEUE = 5_000;
const RETRY_SECONDS = 1;
/** A token that is not valid never becomes valid, since tokens are random; the limit is for the memory alone. */
const INVALID_MS = 60_000;
const INVALID_MAX = 20_000;
const VALID_MAX = 50_000;

export interface SessionLookups<Session> {
  /**
   * The session of a token. One that was invalid a moment ago is not queried again.
   * @throws {DomainError} SERVICE_UNAVAILABLE where too many unknown tokens are waiting
   */
  find(tokenHash: Buffer): Promise<Session | undefined>;
  /** The account of a token, if it was valid at the last lookup. It is no permission: only {@link find} gives that. */
  recognize(tokenHash: Buffer): string | undefined;
}

/**
 * Looks sessions up so that a flood of invalid tokens costs few queries and leaves connections to clients that are signed
 * in. Calls and sockets share it.
 * @param now milliseconds of a monotonic clock
 */
export function createSessionLookups<Session extends { /** The account's. */ id: string }>(
  findSession: (tokenHash: Buffer) => Promise<Session | undefined>,
  now: () => number = () => performance.now(),
): SessionLookups<Session> {
  /** The times of invalid tokens by their hash; the oldest first. */
  const invalid = new Map<string, number>();
  /** Account ids by token hash; the oldest first. */
  const valid = new Map<string, string>();
  const lookups = createSemaphore({
    concurrency: UNKNOWN_CONCURRENCY,
    maxQueue: UNKNOWN_MAX_QUEUE,
    full: () => new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS }),
  });

  const isInvalid = (key: string): boolean => {
    const since = invalid.get(key);
    return since !== undefined && now() - since < INVALID_MS;
  };

  function note(key: string, session: Session | undefined): void {
    valid.delete(key);
    invalid.delete(key);
    if (session) valid.set(key, session.id);
    else invalid.set(key, now());
    evictOldest(valid, VALID_MAX);
    evictOldest(invalid, INVALID_MAX);
  }

  async function look(key: string, tokenHash: Buffer): Promise<Session | undefined> {
    const session = await findSession(tokenHash);
    note(key, session);
    return session;
  }

  return {
    async find(tokenHash) {
      const key = tokenHash.toString('base64');
      if (isInvalid(key)) return undefined;
      if (valid.has(key)) return look(key, tokenHash);
      // While it waited another look-up may have found it invalid.
      return lookups.run(async () => (isInvalid(key) ? undefined : look(key, tokenHash)));
    },

    recognize: (tokenHash) => valid.get(tokenHash.toString('base64')),
  };
}

function evictOldest(keys: Map<string, unknown>, max: number): void {
  if (keys.size <= max) return;
  const [oldest] = keys.keys();
  if (oldest !== undefined) keys.delete(oldest);
}
