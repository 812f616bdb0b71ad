import type { AuditAction, AuditTargetType } from '@hai-dang/contract/audit/audit-labels.ts';
import type { Ctx, TxCtx } from '../lib/context.ts';
import type { DbOrTx } from '../lib/db/database.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { newId } from '../lib/ids.ts';
import { auditStore } from './audit.store.ts';

export type AuditState = Readonly<Record<string, unknown>>;

export interface AuditEvent {
  action: AuditAction;
  /** null without a signed-in account: a failed sign-in, or the command line. */
  actor: Pick<Caller, 'id' | 'username'> | null;
  target?: { type: AuditTargetType; id: string; name: string };
  before?: AuditState;
  after?: AuditState;
  /** The error code of a denied change. An entry without one is of a change that was made. */
  reason?: string;
  context: Pick<CallContext, 'requestId' | 'address'>;
}

type CallersEvent = Omit<AuditEvent, 'actor' | 'context'>;

/** Writes the entry of what the caller changes, in the transaction of the change, so neither exists alone. */
export const recordAudit = (ctx: TxCtx, event: CallersEvent): Promise<void> => insertOf(ctx.tx, ctx, event);

/** Writes the entry of what the caller reads. */
export const recordReading = (ctx: Ctx, event: CallersEvent): Promise<void> => insertOf(ctx.db, ctx, event);

const insertOf = (on: DbOrTx, { clock, caller, request }: Ctx, event: CallersEvent): Promise<void> =>
  insertAuditEntry(on, { ...event, actor: caller, context: request }, clock.now());

/** Writes one entry; `on` is the transaction of the change, or the database for a denied change. */
export const insertAuditEntry = (on: DbOrTx, event: AuditEvent, at: Date): Promise<void> =>
  auditStore.insert(on, {
    id: newId(),
    created_at: at,
    actor_id: event.actor?.id ?? null,
    actor_name: event.actor?.username ?? null,
    action: event.action,
    target_type: event.target?.type ?? null,
    target_id: event.target?.id ?? null,
    target_name: event.target?.name ?? null,
    before: event.before ? toJson(event.before) : null,
    after: event.after ? toJson(event.after) : null,
    reason: event.reason ?? null,
    ip: event.context.address,
    request_id: event.context.requestId,
  });

/** Returns a state as the database takes it: without halves of characters. */
const toJson = (state: AuditState): string =>
  JSON.stringify(state, (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
