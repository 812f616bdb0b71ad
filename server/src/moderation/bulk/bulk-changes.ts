import type { AuditAction } from '@hai-dang/contract/audit/audit-labels.ts';
import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { type AuditState, recordAudit } from '../../audit/record-audit.ts';
import type { TxCtx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { bulkName, toBulk } from './bulk.mapper.ts';
import { type BulkRow, bulkStore } from './bulk.store.ts';
import { publishBulk } from './run-bulk.ts';

// Starting, stopping and undoing an action on many subjects have this in common (docs/decisions/005).

/** @throws {DomainError} BULK_NOT_FOUND */
export async function requireBulk(found: Promise<BulkRow | undefined>): Promise<BulkRow> {
  const row = await found;
  if (!row) throw new DomainError('BULK_NOT_FOUND');
  return row;
}

/** @throws {DomainError} SESSION_EXPIRED where the caller is not an administrator any more */
export async function requireActive({ tx, caller }: TxCtx): Promise<void> {
  if (!(await subjectsStore.findAdministrator(tx, caller.id))) throw new DomainError('SESSION_EXPIRED');
}

/** The columns of an action that an administrator stops. */
export const stoppedAt = (now: Date) => ({ state: 'stopped', stop_reason: 'administrator', ended_at: now });

/** Records a change of an action and publishes it. @returns the action as it is now */
export async function finishChange(ctx: TxCtx, action: AuditAction, bulk: BulkRow, after: AuditState): Promise<Bulk> {
  const { tx, clock } = ctx;
  await recordAudit(ctx, { action, target: { type: 'bulk', id: bulk.id, name: bulkName(bulk) }, after });
  await publishBulk(ctx, bulk.id);
  return toBulk(await requireBulk(bulkStore.find(tx, bulk.id)), clock.now());
}
