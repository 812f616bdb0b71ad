import type { NodeRegistry } from '../../lib/cluster/node-registry.ts';
import { COMPARING_KEY, COUNTS_KEY, SEEN_KEY } from './shared-presence.scripts.ts';

/** Users that are compared at once. */
const BATCH_SIZE = 500;
/** One server compares in this time. */
const TURN_MS = 1_500;

/**
 * Finds users who are only in one of the two layouts in Redis, the hash of who is online and the sorted set of who is
 * listed: a server of the release before writes the hash alone. In batches, and only if there may be any.
 * @param isMixed whether there is such a server
 * @param onDifference is called with users whom the sorted set has too much or too little
 */
export async function compareLayouts(
  registry: Pick<NodeRegistry, 'query'>,
  isMixed: boolean,
  onDifference: (userIds: readonly string[]) => void,
): Promise<void> {
  const [online, listed] = await registry.query((redis) => redis.multi().hLen(COUNTS_KEY).zCard(SEEN_KEY).execTyped());
  if (online === listed && !isMixed) return;
  const isOurTurn = await registry.query((redis) =>
    redis.set(COMPARING_KEY, '1', { condition: 'NX', expiration: { type: 'PX', value: TURN_MS } }),
  );
  if (!isOurTurn) return;

  for (let cursor = '0', isFirst = true; isFirst || cursor !== '0'; isFirst = false) {
    const found = await registry.query((redis) => redis.hScan(COUNTS_KEY, cursor, { COUNT: BATCH_SIZE }));
    cursor = found.cursor;
    const ids = found.entries.map(({ field }) => field);
    if (ids.length === 0) continue;
    const scores = await registry.query((redis) => redis.zmScore(SEEN_KEY, ids));
    onDifference(ids.filter((_, index) => scores[index] === null));
  }
  for (let cursor = '0', isFirst = true; isFirst || cursor !== '0'; isFirst = false) {
    const found = await registry.query((redis) => redis.zScan(SEEN_KEY, cursor, { COUNT: BATCH_SIZE }));
    cursor = found.cursor;
    const ids = found.members.map(({ value }) => value);
    if (ids.length === 0) continue;
    const counts = await registry.query((redis) => redis.hmGet(COUNTS_KEY, ids));
    onDifference(ids.filter((_, index) => typeof counts[index] !== 'string'));
  }
}
