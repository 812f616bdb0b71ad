import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '@hai-dang/contract/audit/audit-labels.ts';
import type { ErrorCode } from '@hai-dang/contract/errors.ts';
import { type Ctx, inTransaction, type TxCtx } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { violatedConstraint } from '../lib/db/postgres-errors.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { ChangedError, DomainError } from '../lib/domain-error.ts';
import { type AuditEvent, type AuditState, recordAudit } from './record-audit.ts';

interface Versioned {
  readonly version: number;
}

/** A record before and after a change; none before it was added, and after it was deleted. */
type Change<Row> =
  | { readonly before?: Row; readonly after: Row }
  | { readonly before: Row; readonly after?: undefined };

/**
 * A kind of record that all administrators may change, each from the version that they see: a stale one changes
 * nothing, what is the same already stays as it is, and every change has its audit entry and its event.
 */
export interface VersionedKind<Row extends Versioned, Wire> {
  /** The name of the record in the message of a stale version: 'Quy tắc này'. */
  readonly named: string;
  /** Its name in the audit log. */
  readonly targetOf: (row: Row) => NonNullable<AuditEvent['target']>;
  readonly actionOf: (change: Change<Row>) => AuditAction;
  /** The fields that an administrator sets, as the audit log keeps them. */
  readonly stateOf: (row: Row) => AuditState;
  /** The record as it crosses the wire. */
  readonly toWire: (row: Row) => Wire;
  /** Publishes a change once it is committed. */
  readonly publish: (ctx: Ctx, change: Change<Row>) => void;
  /** The index that lets no two have the same name, and the error that says so. */
  readonly unique?: { readonly constraint: string; readonly code: Extract<ErrorCode, `${string}_EXISTS`> };
}

async function transactNamed<Row extends Versioned, Wire, Result>(
  ctx: Ctx,
  { unique }: VersionedKind<Row, Wire>,
  work: (ctx: TxCtx) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(ctx, work);
  } catch (error) {
    if (unique && violatedConstraint(error) === unique.constraint) throw new DomainError(unique.code);
    throw error;
  }
}

/** Writes the audit entry of a change, and publishes its event once it is committed. */
export async function recordChange<Row extends Versioned, Wire>(
  ctx: TxCtx,
  { targetOf, actionOf, stateOf, publish }: VersionedKind<Row, Wire>,
  change: Change<Row>,
): Promise<void> {
  const { before, after } = change;
  const named = after ?? before;
  await recordAudit(ctx, {
    action: actionOf(change),
    ...(named && { target: targetOf(named) }),
    ...(before && { before: stateOf(before) }),
    ...(after && { after: stateOf(after) }),
  });
  afterCommit(ctx.tx, () => publish(ctx, change));
}

/**
 * Adds a record.
 * @param insert stores it in its first version
 * @throws {DomainError} the code of `unique`, and what `insert` throws
 */
export const insertVersioned = <Row extends Versioned, Wire>(
  ctx: Ctx,
  kind: VersionedKind<Row, Wire>,
  insert: (ctx: TxCtx) => Promise<Row>,
): Promise<Wire> =>
  transactNamed(ctx, kind, async (inTx) => {
    const after = await insert(inTx);
    await recordChange(inTx, kind, { after });
    return kind.toWire(after);
  });

interface VersionedUpdate<Row> {
  /** Finds the record, and keeps others from changing it until the transaction ends. */
  readonly lock: (tx: Tx) => Promise<Row>;
  /** The version that the change rests on; undefined where any will do. */
  readonly version?: number;
  /** The record with the change. */
  readonly change: (before: Row) => Row;
  /** Stores it in its next version. @returns the record as it is then */
  readonly store: (ctx: TxCtx, after: Row, before: Row) => Promise<Row>;
}

/**
 * Changes a record.
 * @throws {DomainError} CHANGED with the present record, for a stale version; the code of `unique`; what `lock` and `store` throw
 */
export const updateVersioned = <Row extends Versioned, Wire>(
  ctx: Ctx,
  kind: VersionedKind<Row, Wire>,
  { lock, version, change, store }: VersionedUpdate<Row>,
): Promise<Wire> =>
  transactNamed(ctx, kind, async (inTx) => {
    const before = await lock(inTx.tx);
    if (version !== undefined && before.version !== version) throw new ChangedError(kind.named, kind.toWire(before));
    const changed = change(before);
    if (isDeepStrictEqual(kind.stateOf(before), kind.stateOf(changed))) return kind.toWire(before);
    const after = await store(inTx, { ...changed, version: before.version + 1 }, before);
    await recordChange(inTx, kind, { before, after });
    return kind.toWire(after);
  });

/**
 * Deletes a record in whatever version it is.
 * @throws {DomainError} what `lock` throws
 */
export const deleteVersioned = <Row extends Versioned, Wire>(
  ctx: Ctx,
  kind: VersionedKind<Row, Wire>,
  { lock, remove }: Pick<VersionedUpdate<Row>, 'lock'> & { readonly remove: (tx: Tx) => Promise<void> },
): Promise<void> =>
  inTransaction(ctx, async (inTx) => {
    const before = await lock(inTx.tx);
    await remove(inTx.tx);
    await recordChange(inTx, kind, { before });
  });
