import type { AuditAction } from '@hai-dang/contract/audit/audit-labels.ts';
import type { DbOrTx } from '../lib/db/database.ts';
import type { Caller } from '../lib/http/call.ts';
import { auditStore } from './audit.store.ts';
import type { AuditEvent } from './record-audit.ts';

interface AuditedActor {
  readonly actor: Pick<Caller, 'id' | 'username'>;
  readonly context: AuditEvent['context'];
}

/** The actor of the last such action on a target, and its call; null where none is recorded. */
export async function findDoer(db: DbOrTx, action: AuditAction, targetId: string): Promise<AuditedActor | null> {
  const row = await auditStore.findNewest(db, action, targetId);
  if (!row || row.actor_id === null) return null;
  return {
    actor: { id: row.actor_id, username: row.actor_name ?? row.actor_id },
    context: { requestId: row.request_id, address: row.ip },
  };
}
