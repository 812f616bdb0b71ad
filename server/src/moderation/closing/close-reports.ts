import { casesChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type AuditEvent, insertAuditEntry } from '../../audit/record-audit.ts';
import type { AppTx, TxCtx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import { markReportsRead } from '../../notifications/mark-notifications-read.ts';
import { countChanges } from '../reports/reports.policy.ts';
import type { StatusMove } from '../reports/reports.store.ts';
import { administrator, appendEvent, ownCaseMark } from '../subjects/append-event.ts';
import type { ModerationEvent } from '../subjects/apply-event.ts';
import { hasChangedSince, type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { applyChangesTo, closeOpenReports, restoreReports } from './decided-reports.ts';
import { subjectReportsStore } from './subject-reports.store.ts';
import { auditTargetOf } from './subject-reports.ts';

/** Who changes reports, by which request. */
export interface ChangedBy {
  readonly actor: Pick<Caller, 'id' | 'username'>;
  readonly context: Pick<CallContext, 'requestId' | 'address'>;
}

/** A change of reports of a locked subject, and the event of it. */
interface ReportsChange {
  readonly subject: LockedSubject;
  readonly moves: readonly StatusMove[];
  readonly event: Omit<ModerationEvent, 'at'>;
}

/** Appends the one event of a change of reports of a locked subject, and publishes it. @returns how many were changed */
async function append({ subject, moves, event }: ReportsChange): Promise<number> {
  const changed = moves.reduce((sum, { count }) => sum + count, 0);
  if (changed === 0) return 0;
  const { tx, publisher, ref } = subject;
  await appendEvent(subject, { ...event, changes: countChanges(moves) });
  afterCommit(tx, () => publisher.toAdmins(casesChanged, ref));
  return changed;
}

/** The same, with one audit entry for all. @returns how many were changed */
async function appendAudited(change: ReportsChange, { actor, context }: ChangedBy): Promise<number> {
  const { subject, event } = change;
  const changed = await append(change);
  if (changed === 0) return 0;
  const entry: AuditEvent = {
    action: 'report.status_all',
    actor,
    target: await auditTargetOf(subject),
    after: {
      reports: changed,
      decisionId: event.decisionId,
      ...(event.toStatus ? { status: event.toStatus } : {}),
      ...(event.note ? { note: event.note } : {}),
      ...ownCaseMark(subject, actor),
    },
    context,
  };
  await insertAuditEntry(subject.tx, entry, subject.clock.now());
  return changed;
}

/** The change of reports that is undone, and the reason where one was asked for. */
interface UndoneChange {
  readonly formerDecisionId: string;
  readonly note: string | undefined;
}

/** Gives the reports of a change their former status, but for those changed since. */
async function restore(
  ctx: AppTx,
  ref: SubjectRef,
  { formerDecisionId, note }: UndoneChange,
  actor: ChangedBy['actor'],
): Promise<ReportsChange & { decisionId: string }> {
  const decisionId = newId();
  const subject = await lockSubject(ctx, ref, null);
  const moves = await restoreReports(subject, formerDecisionId, decisionId);
  const event = { kind: 'decision_undone' as const, actor: administrator(actor), decisionId, note };
  return { subject, moves, event, decisionId };
}

/**
 * Closes open reports of a locked subject that is being deleted, `most` at the most.
 * @returns how many
 */
export async function closeReports(
  subject: LockedSubject,
  { most, note }: { most: number; note: string },
  by: ChangedBy,
): Promise<number> {
  const { tx, clock } = subject;
  const decisionId = newId();
  const ids = await subjectReportsStore.findOpenReports(tx, subject.ref, most);
  await applyChangesTo(subject, ids);
  await markReportsRead(subject, ids, null);
  const stamp = { decisionId, subjectVersion: subject.state.version, at: clock.now() };
  const moves = await subjectReportsStore.setStatus(tx, ids, { status: 'resolved', ...stamp });
  const actor = administrator(by.actor);
  return appendAudited(
    { subject, moves, event: { kind: 'auto_closed', actor, decisionId, toStatus: 'resolved', note } },
    by,
  );
}

/**
 * Takes a change of all open reports of a subject back, also such an undo; a report changed since keeps its status.
 * @throws {DomainError} ACTION_CHANGED where none is left
 */
export async function undoReportsChange(ctx: TxCtx, ref: SubjectRef, undone: UndoneChange): Promise<void> {
  const { caller: actor, request: context } = ctx;
  const change = await restore(ctx, ref, undone, actor);
  if ((await appendAudited(change, { actor, context })) === 0) throw new DomainError('ACTION_CHANGED');
}

/**
 * Closes all open reports of one of many subjects, without an audit entry.
 * @param version of the subject that this rests on
 * @returns what undoes it
 * @throws {DomainError} SUBJECT_CHANGED; BULK_NO_EFFECT where no report is open any more
 */
export async function closeInBulk(
  ctx: AppTx,
  ref: SubjectRef,
  { version, status, note }: { version: number; status: 'resolved' | 'rejected'; note: string | undefined },
  actor: ChangedBy['actor'],
): Promise<string> {
  const decisionId = newId();
  const subject = await lockSubject(ctx, ref, null);
  if (await hasChangedSince(subject, version)) throw new DomainError('SUBJECT_CHANGED');
  const moves = await closeOpenReports(subject, { status, decisionId });
  const event = { kind: 'status_set' as const, actor: administrator(actor), decisionId, toStatus: status, note };
  if ((await append({ subject, moves, event })) === 0) throw new DomainError('BULK_NO_EFFECT');
  return decisionId;
}

/**
 * Gives the reports that were closed so their former status, but for those changed since.
 * @returns the id of that change
 * @throws {DomainError} BULK_ALREADY_UNDONE where none is left
 */
export async function reopenInBulk(
  ctx: AppTx,
  ref: SubjectRef,
  undone: UndoneChange,
  actor: ChangedBy['actor'],
): Promise<string> {
  const change = await restore(ctx, ref, undone, actor);
  if ((await append(change)) === 0) throw new DomainError('BULK_ALREADY_UNDONE');
  return change.decisionId;
}
