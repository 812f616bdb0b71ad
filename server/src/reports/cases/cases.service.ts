import type { AuditTargetType } from '@hai-dang/contract/audit/audit.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { ReportItemType } from '@hai-dang/contract/reports/report-fields.schema.ts';
import { casesChanged } from '@hai-dang/contract/reports/reports.events.ts';
import type { SetCaseStatusBody } from '@hai-dang/contract/reports/reports.schema.ts';
import type { AuditEvent, AuditService } from '../../audit/audit.service.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, DbOrTx, Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import {
  administrator,
  type LockedSubject,
  type ModerationEvent,
  ownCaseMark,
  type SubjectsService,
  toSubjectRef,
} from '../../moderation/subjects/subjects.service.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import { countChanges } from '../reports.policy.ts';
import type { StatusMove } from '../reports.store.ts';
import { reportsCasesStore } from './cases.store.ts';
import type { DecidedReports } from './decided-reports.service.ts';

/** As long as a deletion can be undone; longer than the panel offers it. */
const UNDOABLE_MS = 10 * 60_000;

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
  database: Pick<Database, 'transact'>;
  decidedReports: Pick<DecidedReports, 'setStatus' | 'restoreStatus' | 'settle'>;
  notifications: Pick<NotificationsService, 'markReportsRead'>;
  subjects: Pick<SubjectsService, 'lock' | 'append' | 'hasChangedSince' | 'findOfBulkChange'>;
  audit: Pick<AuditService, 'record'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

/** A change of reports of a locked subject, and the event of it. */
interface CaseChange {
  readonly subject: LockedSubject;
  readonly moves: readonly StatusMove[];
  readonly event: Omit<ModerationEvent, 'at'>;
}

/** Deciding all open reports of one subject at once. */
export function createReportCases(needs: ReportCasesNeeds) {
  const { database, decidedReports, notifications, subjects, audit, publisher, clock } = needs;

  /** What the newest report's evidence calls a locked subject; its id without evidence. */
  const titleOf = async ({ tx, ref }: Pick<LockedSubject, 'tx' | 'ref'>): Promise<string> =>
    (await reportsCasesStore.findTitle(tx, ref)) ?? ref.itemId;

  /** Appends the one event of a change of reports of a locked subject, and publishes it. @returns how many were changed */
  async function append({ subject, moves, event }: CaseChange): Promise<number> {
    const changed = moves.reduce((sum, { count }) => sum + count, 0);
    if (changed === 0) return 0;
    await subjects.append(subject, { ...event, changes: countChanges(moves) });
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

  /** Until when such a change can be undone. */
  const undoDeadline = (at: Date): Date => new Date(at.getTime() + UNDOABLE_MS);

  return {
    titleOf,
    undoDeadline,
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
    findOpenEvidence: ({ tx, ref }: LockedSubject) => reportsCasesStore.findOpenEvidence(tx, ref),

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
     * Sets the status of every open report of a subject that does not have it yet.
     * @returns how many were changed, and what undoes it
     * @throws {DomainError} CASE_CHANGED if other reports are open, or in another state, than were confirmed
     */
    setCaseStatus: (
      { itemType, itemId, status, expectedOpen, expectedPending, expectedRevision, note }: SetCaseStatusBody,
      caller: Caller,
      context: CallContext,
    ): Promise<{ changed: number; batchId: string }> =>
      database.transact(async (tx) => {
        const decisionId = newId();
        const subject = await subjects.lock(tx, { itemType, itemId }, null);
        const { openReports: open, pendingReports: pending } = subject.state;
        const areCountsConfirmed = open === expectedOpen && (expectedPending ?? pending) === pending;
        if (!areCountsConfirmed || expectedRevision != null) {
          const revision = await reportsCasesStore.findOpenRevision(tx, subject.ref, open);
          const isConfirmed = areCountsConfirmed && expectedRevision === revision;
          if (!isConfirmed) throw new DomainError('CASE_CHANGED', { open, pending, revision });
        }
        const event = {
          kind: 'status_set' as const,
          actor: administrator(caller),
          decisionId,
          toStatus: status,
          note,
        };
        const moves = await decidedReports.setStatus(subject, { status, decisionId, reader: caller.id });
        return { changed: await record({ subject, moves, event }, caller, context), batchId: decisionId };
      }),

    /**
     * Undoes such a change, also another administrator's: a report changed since keeps its status, so nothing is lost.
     * Idempotent. The undo is itself such a change and can be undone.
     * @throws {DomainError} BATCH_NOT_UNDOABLE after ten minutes, and for one that never was
     */
    undoCaseStatus: (
      formerDecisionId: string,
      caller: Caller,
      context: CallContext,
    ): Promise<{ changed: number; batchId: string }> =>
      database.transact(async (tx) => {
        const former = await subjects.findOfBulkChange(tx, formerDecisionId);
        if (!former || undoDeadline(former.created_at) <= clock.now()) {
          throw new DomainError('BATCH_NOT_UNDOABLE');
        }
        const decisionId = newId();
        const subject = await subjects.lock(tx, toSubjectRef(former), null);
        const event = { kind: 'decision_undone' as const, actor: administrator(caller), decisionId };
        const moves = await decidedReports.restoreStatus(subject, formerDecisionId, decisionId);
        return { changed: await record({ subject, moves, event }, caller, context), batchId: decisionId };
      }),

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
      const subject = await subjects.lock(tx, ref, null);
      if (await subjects.hasChangedSince(subject, version)) throw new DomainError('SUBJECT_CHANGED');
      const moves = await decidedReports.setStatus(subject, { status, decisionId, reader: actor.id });
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
      const decisionId = newId();
      const subject = await subjects.lock(tx, ref, null);
      const moves = await decidedReports.restoreStatus(subject, formerDecisionId, decisionId);
      const event = { kind: 'decision_undone' as const, actor: administrator(actor), decisionId };
      if ((await append({ subject, moves, event })) === 0) throw new DomainError('BULK_ALREADY_UNDONE');
    },
  };
}
export type ReportCases = ReturnType<typeof createReportCases>;
