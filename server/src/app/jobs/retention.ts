import { purgeExpiredAudit } from '../../audit/purge-audit.ts';
import type { Log } from '../../lib/logger.ts';
import { purgeEndedBulks } from '../../moderation/bulk/purge-bulks.ts';
import { purgeUnusedEvidence } from '../../moderation/evidence/purge-evidence.ts';
import { purgeWithdrawnLetters } from '../../moderation/letters/purge-letters.ts';
import { purgeRemovedNotes } from '../../moderation/notes/purge-notes.ts';
import type { Services } from '../services.ts';

/** The kinds of data that are purged once a day, in this order: evidence before the images that it references. */
const RETENTION_TASKS = ['audit_entries', 'report_snapshots', 'letters', 'notes', 'bulks', 'images'] as const;
type RetentionTask = (typeof RETENTION_TASKS)[number];

interface RetentionOptions {
  services: Pick<Services, 'app' | 'mediaRetention'>;
  log: Log;
}

/** Purges expired records (docs/decisions/024-retention.md). */
export function createRetention({ services, log }: RetentionOptions) {
  const { app, mediaRetention } = services;
  const purgers: Record<RetentionTask, (signal: AbortSignal) => Promise<number>> = {
    audit_entries: (signal) => purgeExpiredAudit(app, signal),
    report_snapshots: (signal) => purgeUnusedEvidence(app, signal),
    letters: (signal) => purgeWithdrawnLetters(app, signal),
    notes: (signal) => purgeRemovedNotes(app, signal),
    bulks: (signal) => purgeEndedBulks(app, signal),
    images: (signal) => mediaRetention.purgeUnusedImages(signal, log),
  };
  const removed: Record<RetentionTask, number> = {
    audit_entries: 0,
    report_snapshots: 0,
    letters: 0,
    notes: 0,
    bulks: 0,
    images: 0,
  };

  return {
    /**
     * Runs every task. A failure does not skip the tasks after it.
     * @param signal aborts it between two batches
     * @throws the first failure, after all tasks have run
     */
    async run(signal: AbortSignal): Promise<void> {
      const failures: unknown[] = [];
      for (const work of RETENTION_TASKS) {
        if (signal.aborted) break;
        try {
          const count = await purgers[work](signal);
          removed[work] += count;
          if (count > 0) log.info({ what: work, count }, 'expired records removed');
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },

    /** Counts of what this process has purged so far. */
    countPurged: (): Readonly<Record<RetentionTask, number>> => ({ ...removed }),
  };
}
export type Retention = ReturnType<typeof createRetention>;
