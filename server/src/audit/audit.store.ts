import type { DbOrTx } from '../lib/db/database.ts';

export interface AuditRow {
  id: string;
  created_at: Date;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  before: string | null;
  after: string | null;
  reason: string | null;
  address: string;
  request_id: string;
}

export const auditStore = {
  /** Appends one entry. */
  async insert(db: DbOrTx, row: AuditRow): Promise<void> {
    await db.insertInto('audit_entries').values(row).execute();
  },
};
export type AuditStore = typeof auditStore;
