import type { AuditAction, AuditTargetType } from '@hai-dang/contract/audit/audit.schema.ts';
import type { Clock } from '../lib/clock.ts';
import type { DbOrTx } from '../lib/db/database.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { newId } from '../lib/ids.ts';
import type { AuditStore } from './audit.store.ts';

type AuditState = Readonly<Record<string, unknown>>;

export interface AuditEvent {
  action: AuditAction;
  /** null where nobody is signed in: a sign-in that failed, or the command line. */
  actor: Pick<Caller, 'id' | 'username'> | null;
  target?: { type: AuditTargetType; id: string; name: string };
  before?: AuditState;
  after?: AuditState;
  /** Why it was refused: an error code. An entry without one is of something done. */
  reason?: string;
  context: Pick<CallContext, 'requestId' | 'address'>;
}

/** The trail of who did what. Entries are written in the transaction of what they tell, so neither stands alone. */
export function createAuditService({ store, clock }: { store: AuditStore; clock: Clock }) {
  return {
    /** Writes one entry; `db` is the transaction of the change, or the database for a refusal. */
    async record(db: DbOrTx, event: AuditEvent): Promise<void> {
      await store.insert(db, {
        id: newId(),
        created_at: clock.now(),
        actor_id: event.actor?.id ?? null,
        actor_name: event.actor?.username ?? null,
        action: event.action,
        target_type: event.target?.type ?? null,
        target_id: event.target?.id ?? null,
        target_name: event.target?.name ?? null,
        before: event.before ? JSON.stringify(event.before) : null,
        after: event.after ? JSON.stringify(event.after) : null,
        reason: event.reason ?? null,
        address: event.context.address,
        request_id: event.context.requestId,
      });
    },
  };
}
export type AuditService = ReturnType<typeof createAuditService>;
