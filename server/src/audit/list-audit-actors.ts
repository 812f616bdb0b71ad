import type { AuditActor } from '@hai-dang/contract/audit/audit.schema.ts';
import type { DbOrTx } from '../lib/db/database.ts';
import { auditStore } from './audit.store.ts';

const MAX_ADMINISTRATORS = 500;

/** Administrators who have entries, by name; deleted ones too. At most {@link MAX_ADMINISTRATORS}. */
export const listAuditActors = (db: DbOrTx): Promise<AuditActor[]> =>
  auditStore.findAdministrators(db, MAX_ADMINISTRATORS);
