import type { RedisClient } from '../../server/src/lib/cluster/redis-client.ts';

/** The commands of presence, its scripts included; what a script runs itself is part of its own time. */
const PRESENCE_COMMANDS = ['eval', 'exec', 'multi', 'hmget', 'zrange'];
const LINE = /^cmdstat_(?<name>[^:]+):calls=(?<calls>\d+),usec=(?<usec>\d+)/gm;

/** How often Redis ran some commands, and its own time for them. */
export interface RedisCost {
  calls: number;
  microseconds: number;
}

/** Redis' own time for the commands of presence while `work` runs, by its `INFO commandstats`. */
export async function redisCostOf(
  client: RedisClient,
  work: () => Promise<void>,
  names: readonly string[] = PRESENCE_COMMANDS,
): Promise<RedisCost> {
  await client.configResetStat();
  await work();
  const cost = { calls: 0, microseconds: 0 };
  for (const { groups } of (await client.info('commandstats')).matchAll(LINE)) {
    if (!names.includes(groups?.['name'] ?? '')) continue;
    cost.calls += Number(groups?.['calls']);
    cost.microseconds += Number(groups?.['usec']);
  }
  return cost;
}
