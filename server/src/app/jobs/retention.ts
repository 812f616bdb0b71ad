import type { Log } from '../../lib/logger.ts';
import type { Services } from '../services.ts';

/** What is removed once a day, in this order: evidence before the pictures that it names. */
const WORKS = ['audit_entries', 'report_snapshots', 'images'] as const;
type Work = (typeof WORKS)[number];

interface RetentionNeeds {
  services: Pick<Services, 'auditRetention' | 'reportsRetention' | 'mediaRetention'>;
  log: Log;
}

/** Removes what has been kept long enough (docs/decisions/024-retention.md). */
export function createRetention({ services, log }: RetentionNeeds) {
  const { auditRetention, reportsRetention, mediaRetention } = services;
  const removers: Record<Work, (signal: AbortSignal) => Promise<number>> = {
    audit_entries: auditRetention.removeExpiredEntries,
    report_snapshots: reportsRetention.removeUnusedEvidence,
    images: (signal) => mediaRetention.removeUnusedImages(signal, log),
  };
  const removed: Record<Work, number> = { audit_entries: 0, report_snapshots: 0, images: 0 };

  return {
    /**
     * Removes all that is due. What fails keeps nothing else from being removed.
     * @param signal ends it between two batches
     * @throws the first failure, when all has been tried
     */
    async run(signal: AbortSignal): Promise<void> {
      const failures: unknown[] = [];
      for (const work of WORKS) {
        if (signal.aborted) break;
        try {
          const count = await removers[work](signal);
          removed[work] += count;
          if (count > 0) log.info({ what: work, count }, 'expired records removed');
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },

    /** What this process has removed so far. */
    countRemoved: (): Readonly<Record<Work, number>> => ({ ...removed }),
  };
}
export type Retention = ReturnType<typeof createRetention>;
