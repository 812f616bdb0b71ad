import type { AuditTargetType } from '@hai-dang/contract/audit/audit.schema.ts';
import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { casesChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { AuditEvent } from '../../audit/record-audit.ts';
import type { App } from '../../lib/context.ts';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import { countChanges, sealedReason } from '../reports/reports.policy.ts';
import type { StatusMove } from '../reports/reports.store.ts';
import { administrator, appendEvent, ownCaseMark } from '../subjects/append-event.ts';
import type { ModerationEvent } from '../subjects/apply-event.ts';
import { hasChangedSince, type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { reportsCasesStore } from './cases.store.ts';
import type { DecidedReports } from './decided-reports.service.ts';

/** How the audit log calls a subject. */
export const AUDIT_TARGET_TYPES = {
  User: 'user',
  Post: 'post',
  TravelPost: 'travel_post',
  Comment: 'comment',
} as const satisfies Record<ReportItemType, AuditTargetType>;

/** A subject's reports, as a decision on it needs them. */
export interface SubjectReports {
  newestReportId: string | null;
  /** Other reports of its reporters that were closed, and of them those that were right. */
  closed: number;
  right: number;
}

interface ReportCasesNeeds {
  app: App;
  decidedReports: Pick<DecidedReports, 'setStatus' | 'restoreStatus' | 'settle'>;
  notifications: Pick<NotificationsService, 'markReportsRead'>;
  audit: Pick<AuditService, 'record'>;
}

/** A change of reports of a locked subject, and the event of it. */
interface CaseChange {
  readonly subject: LockedSubject;
  readonly moves: readonly StatusMove[];
  readonly event: Omit<ModerationEvent, 'at'>;
}

/** Closing all open reports of one subject at once. */
export function createReportCases(needs: ReportCasesNeeds) {
  const { app, decidedReports, notifications, audit } = needs;
  const { publisher, clock } = app;

  /** What a locked subject is called: the name of an account, else as the newest report's evidence has it; its id without either. */
  const titleOf = async ({ tx, ref }: Pick<LockedSubject, 'tx' | 'ref'>): Promise<string> =>
    (await reportsCasesStore.findTitle(tx, ref)) ?? ref.itemId;

  /** Appends the one event of a change of reports of a locked subject, and publishes it. @returns how many were changed */
  async function append({ subject, moves, event }: CaseChange): Promise<number> {
    const changed = moves.reduce((sum, { count }) => sum + count, 0);
    if (changed === 0) return 0;
    await appendEvent(subject, { ...event, changes: countChanges(moves) });
    afterCommit(subject.tx, () => publisher.toAdmins(casesChanged, subject.ref));
    return changed;
  }

  /**
   * Records a change of reports of a locked subject, with one event and one audit entry for all, and publishes it to the other
   * administrators.
   * @returns how many were changed
   */
  async function record(
    change: CaseChange,
    actor: Pick<Caller, 'id' | 'username'>,
    context: AuditEvent['context'],
  ): Promise<number> {
    const { subject, event } = change;
    const { tx, ref } = subject;
    const changed = await append(change);
    if (changed === 0) return 0;
    await audit.record(tx, {
      action: 'report.status_all',
      actor,
      target: {
        type: AUDIT_TARGET_TYPES[ref.itemType],
        id: ref.itemId,
        name: await titleOf(subject),
      },
      after: {
        reports: changed,
        decisionId: event.decisionId,
        ...(event.toStatus ? { status: event.toStatus } : {}),
        ...(event.note ? { note: event.note } : {}),
        ...ownCaseMark(subject, actor),
      },
      context,
    });
    return changed;
  }

  /** Gives the reports of a change their former status, but for those changed since. */
  async function restore(
    tx: Tx,
    ref: SubjectRef,
    formerDecisionId: string,
    actor: Pick<Caller, 'id' | 'username'>,
  ): Promise<CaseChange> {
    const decisionId = newId();
    const subject = await lockSubject({ ...app, tx }, ref, null);
    const moves = await decidedReports.restoreStatus(subject, formerDecisionId, decisionId);
    const event = { kind: 'decision_undone' as const, actor: administrator(actor), decisionId };
    return { subject, moves, event };
  }

  return {
    titleOf,
    findNewestReports: reportsCasesStore.findNewestReports,
    findNewestOpen: reportsCasesStore.findNewestOpen,
    findNewestEvidence: reportsCasesStore.findNewestEvidence,

    /** Which report of a subject has the newest evidence, and how often its reporters were right. */
    async describeReports(db: DbOrTx, ref: SubjectRef): Promise<SubjectReports> {
      const [[newest], counts] = await Promise.all([
        reportsCasesStore.findNewestReports(db, [ref]),
        reportsCasesStore.countOthersOfReporters(db, ref),
      ]);
      return { ...counts, newestReportId: newest?.reportId ?? null };
    },

    /** The newest report of a subject; null where there is none. */
    findNewestReportId: async (db: DbOrTx, ref: SubjectRef): Promise<string | null> =>
      (await reportsCasesStore.findNewestReports(db, [ref]))[0]?.reportId ?? null,

    /** What the open reports of a locked subject show: the evidence of the newest one, and the reasons of all. */
    async findOpenEvidence({ tx, ref }: LockedSubject): Promise<{ evidenceId: string | null; reasons: string[] }> {
      const open = await reportsCasesStore.findOpenEvidence(tx, ref);
      return { evidenceId: open[0]?.evidenceId ?? null, reasons: [...new Set(open.map(sealedReason))] };
    },

    /** The name of somebody whose report of a subject is open; '' where there is none. */
    findReporterName: async (on: DbOrTx, ref: SubjectRef): Promise<string> =>
      (await reportsCasesStore.findReporterName(on, ref)) ?? '',

    /**
     * Closes open reports of a locked subject that is being deleted, `most` at the most.
     * @returns how many
     */
    async closeReports(
      subject: LockedSubject,
      { most, note }: { most: number; note: string },
      actor: Pick<Caller, 'id' | 'username'>,
      context: AuditEvent['context'],
    ): Promise<number> {
      const { tx } = subject;
      const decisionId = newId();
      const ids = await reportsCasesStore.findOpenReports(tx, subject.ref, most);
      await decidedReports.settle(subject, ids);
      await notifications.markReportsRead(tx, ids, null);
      const stamp = { decisionId, subjectVersion: subject.state.version, at: clock.now() };
      const moves = await reportsCasesStore.setStatus(tx, ids, { status: 'resolved', ...stamp });
      const event = {
        kind: 'auto_closed' as const,
        actor: administrator(actor),
        decisionId,
        toStatus: 'resolved' as const,
        note,
      };
      return record({ subject, moves, event }, actor, context);
    },

    /**
     * Takes a change of all open reports of a subject back, also such an undo; a report changed since keeps its status.
     * @throws {DomainError} ACTION_CHANGED where none is left
     */
    async undoStatus(
      tx: Tx,
      ref: SubjectRef,
      formerDecisionId: string,
      caller: Caller,
      context: CallContext,
    ): Promise<void> {
      const change = await restore(tx, ref, formerDecisionId, caller);
      if ((await record(change, caller, context)) === 0) throw new DomainError('ACTION_CHANGED');
    },

    /**
     * Closes all open reports of one of many subjects, in a given transaction, without an audit entry.
     * @param version of the subject that this rests on
     * @returns what undoes it
     * @throws {DomainError} SUBJECT_CHANGED; BULK_NO_EFFECT where no report is open any more
     */
    async closeInBulk(
      tx: Tx,
      ref: SubjectRef,
      { version, status, note }: { version: number; status: 'resolved' | 'rejected'; note: string | undefined },
      actor: Pick<Caller, 'id' | 'username'>,
    ): Promise<string> {
      const decisionId = newId();
      const subject = await lockSubject({ ...app, tx }, ref, null);
      if (await hasChangedSince(subject, version)) throw new DomainError('SUBJECT_CHANGED');
      const moves = await decidedReports.setStatus(subject, { status, decisionId });
      const event = { kind: 'status_set' as const, actor: administrator(actor), decisionId, toStatus: status, note };
      if ((await append({ subject, moves, event })) === 0) throw new DomainError('BULK_NO_EFFECT');
      return decisionId;
    },

    /**
     * Gives the reports that were closed so their former status, but for those changed since.
     * @throws {DomainError} BULK_ALREADY_UNDONE where none is left
     */
    async reopenInBulk(
      tx: Tx,
      ref: SubjectRef,
      formerDecisionId: string,
      actor: Pick<Caller, 'id' | 'username'>,
    ): Promise<void> {
      const change = await restore(tx, ref, formerDecisionId, actor);
      if ((await append(change)) === 0) throw new DomainError('BULK_ALREADY_UNDONE');
    },
  };
}
export type ReportCases = ReturnType<typeof createReportCases>;
