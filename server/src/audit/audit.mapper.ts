import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import type { AuditPosition, AuditRow } from './audit.store.ts';

/** An entry as it leaves the server. */
export const toAuditEntry = (row: AuditRow): AuditEntry => ({
  _id: row.id,
  createdAt: row.created_at.toISOString(),
  action: row.action,
  actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name },
  target:
    row.target_type === null || row.target_id === null
      ? null
      : { type: row.target_type, id: row.target_id, name: row.target_name },
  before: toState(row.before),
  after: toState(row.after),
  reason: row.reason,
  address: row.ip,
  requestId: row.request_id,
});

/** The position of a row in the list; null without a row. */
export const toPosition = (row: AuditRow | undefined): AuditPosition | null =>
  row ? { createdAt: row.created_at, id: row.id } : null;

/** States are objects; any other JSON value is wrapped in one. */
function toState(state: AuditRow['before']): Record<string, unknown> | null {
  if (state === null) return null;
  return typeof state === 'object' && !Array.isArray(state) ? state : { value: state };
}
