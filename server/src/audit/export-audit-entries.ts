import type { Readable } from 'node:stream';
import type { AuditFilters } from '@hai-dang/contract/audit/audit.schema.ts';
import type { Ctx } from '../lib/context.ts';
import { EXPORT_BATCH } from '../lib/list-export.ts';
import { AUDIT_COLUMNS } from './audit.csv.ts';
import { activeFilters, toCriteria } from './audit.filter.ts';
import { toPosition } from './audit.mapper.ts';
import { type AuditPosition, auditStore } from './audit.store.ts';
import { recordReading } from './record-audit.ts';

/**
 * The entries that meet the filters as CSV, newest first. The export is recorded before the first line is sent.
 * @throws {DomainError} TOO_MANY_EXPORTS
 */
export function exportAuditEntries(ctx: Ctx, filters: AuditFilters): Promise<Readable> {
  const criteria = toCriteria(filters);
  return ctx.exports.start(ctx.caller.id, {
    columns: AUDIT_COLUMNS,
    fetchPage: async (after: AuditPosition | null) => {
      const rows = await auditStore.findPage(ctx.db, { criteria, after, limit: EXPORT_BATCH });
      return { rows, next: rows.length < EXPORT_BATCH ? null : toPosition(rows.at(-1)) };
    },
    record: () => recordReading(ctx, { action: 'audit.export', after: activeFilters(filters) }),
  });
}
