import type { Clock } from '../../lib/clock.ts';
import type { Db } from '../../lib/db/database.ts';
import { acquireDueLease, completeLease } from '../../lib/db/job-lease.ts';
import type { Log } from '../../lib/logger.ts';
import type { Services } from '../services.ts';

const INTERVAL_MS = 24 * 3_600_000;

/** What is removed once a day, in this order: evidence before the pictures that it names. */
const WORKS = ['audit_entries', 'report_snapshots', 'images'] as const;
type Work = (typeof WORKS)[number];

interface RetentionNeeds {
  db: Db;
  services: Pick<Services, 'auditRetention' | 'reportsRetention' | 'mediaRetention'>;
  clock: Clock;
  log: Log;
}

/** Removes each day what has been kept long enough (docs/decisions/024-retention.md): of several servers one does it. */
export function createRetention({ db, services, clock, log }: RetentionNeeds) {
  const { auditRetention, reportsRetention, mediaRetention } = services;
  const removers: Record<Work, (signal: AbortSignal) => Promise<number>> = {
    audit_entries: auditRetention.removeExpiredEntries,
    report_snapshots: reportsRetention.removeUnusedEvidence,
    images: (signal) => mediaRetention.removeUnusedImages(signal, log),
  };
  const removed: Record<Work, number> = { audit_entries: 0, report_snapshots: 0, images: 0 };

  return {
    /**
     * Does what is due. What fails or is ended is due again within an hour, and keeps nothing else from being done.
     * @param signal ends it between two batches
     * @throws the first failure, when all has been tried
     */
    async run(signal: AbortSignal): Promise<void> {
      const failures: unknown[] = [];
      for (const work of WORKS) {
        if (signal.aborted) break;
        const begun = clock.now();
        if (!(await acquireDueLease(db, work, begun))) continue;
        try {
          const count = await removers[work](signal);
          removed[work] += count;
          if (count > 0) log.info({ what: work, count }, 'removed what was kept long enough');
          if (!signal.aborted) await completeLease(db, work, new Date(begun.getTime() + INTERVAL_MS));
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
