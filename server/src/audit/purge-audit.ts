import type { App } from '../lib/context.ts';
import { auditRetentionStore } from './audit.retention.store.ts';
import type { AuditPosition } from './audit.store.ts';
import { insertAuditEntry } from './record-audit.ts';

/** The database itself rejects the deletion of entries younger than 23 months (migration 0007). */
const AUDIT_RETENTION_MONTHS = 24;
const PURGE_BATCH_SIZE = 2_000;

/**
 * Purges entries older than {@link AUDIT_RETENTION_MONTHS}, but for those about reports that are still open. The
 * deletion records an entry of its own, in the same transaction.
 * @param signal aborts it between two batches
 * @returns how many were purged
 */
export async function purgeExpiredAudit({ transact, clock }: App, signal: AbortSignal): Promise<number> {
  const before = clock.now();
  before.setUTCMonth(before.getUTCMonth() - AUDIT_RETENTION_MONTHS);
  let total = 0;
  let position: AuditPosition | null = null;
  do {
    const { seen, removed, last } = await transact(async (tx) => {
      const batch = await auditRetentionStore.purgeBefore(tx, before, position, PURGE_BATCH_SIZE);
      const expired = {
        action: 'audit.expire',
        actor: null,
        after: { count: batch.removed, until: before.toISOString() },
        context: { requestId: 'retention', address: 'local' },
      } as const;
      if (batch.removed > 0) await insertAuditEntry(tx, expired, clock.now());
      return batch;
    });
    total += removed;
    position = seen === PURGE_BATCH_SIZE ? last : null;
  } while (position && !signal.aborted);
  return total;
}
