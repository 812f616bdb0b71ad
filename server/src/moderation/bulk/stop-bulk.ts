import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { type Ctx, inTransaction } from '../../lib/context.ts';
import { toBulk } from './bulk.mapper.ts';
import { bulkStore } from './bulk.store.ts';
import { finishChange, requireBulk, stoppedAt } from './bulk-changes.ts';

/**
 * Stops an action between two steps; what is done stays done. Idempotent.
 * @throws {DomainError} BULK_NOT_FOUND
 */
export const stopBulk = (call: Ctx, id: string): Promise<Bulk> =>
  inTransaction(call, async (ctx) => {
    const { tx, clock } = ctx;
    const bulk = await requireBulk(bulkStore.lock(tx, id));
    if (bulk.state !== 'running') return toBulk(bulk, clock.now());
    const { total, done, skipped, failed } = bulk;
    await bulkStore.update(tx, id, stoppedAt(clock.now()));
    return finishChange(ctx, 'bulk.stop', bulk, { total, done, skipped, failed });
  });
