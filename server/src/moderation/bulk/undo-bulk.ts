import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { type Ctx, inTransaction } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { toBulk, undoableUntil } from './bulk.mapper.ts';
import { bulkStore } from './bulk.store.ts';
import { finishChange, requireActive, requireBulk, stoppedAt } from './bulk-changes.ts';
import { enqueueBulk } from './run-bulk.ts';

/**
 * Undoes all that an action did, also another administrator's, in a job; one that runs is stopped first. Idempotent.
 * @throws {DomainError} BULK_NOT_FOUND; UNDO_REASON_REQUIRED for a colleague's; BULK_NOT_UNDOABLE after 24 hours, and where nothing is done; SESSION_EXPIRED
 */
export const undoBulk = (call: Ctx, id: string, reason?: string | null): Promise<Bulk> =>
  inTransaction(call, async (ctx) => {
    const { tx, clock, caller } = ctx;
    const bulk = await requireBulk(bulkStore.lock(tx, id));
    if (bulk.undo_state !== null) return toBulk(bulk, clock.now());
    if (bulk.started_by !== caller.id && !reason) throw new DomainError('UNDO_REASON_REQUIRED');
    await requireActive(ctx);
    const isRunning = bulk.state === 'running';
    if (!isRunning && !undoableUntil(bulk, clock.now())) throw new DomainError('BULK_NOT_UNDOABLE');
    await bulkStore.update(tx, id, {
      ...(isRunning ? stoppedAt(clock.now()) : {}),
      undo_state: 'running',
      undo_reason: reason || null,
      undone_by: caller.id,
      undone_by_name: caller.username,
    });
    await enqueueBulk(ctx, id, { isUndo: true });
    return finishChange(ctx, 'bulk.undo', bulk, { done: bulk.done, ...(reason ? { reason } : {}) });
  });
