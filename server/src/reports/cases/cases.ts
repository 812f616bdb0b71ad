import { casesChanged } from '@hai-dang/contract/reports/reports.events.ts';
import type { SetCaseStatusBody } from '@hai-dang/contract/reports/reports.schema.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import type { ReportSubject } from '../list/reports-list.store.ts';
import { toItemType } from '../reports.mapper.ts';
import { isClosed } from '../reports.policy.ts';
import { reportsCasesStore } from './cases.store.ts';

/** As long as a deletion can be undone; longer than the panel offers it. */
const UNDOABLE_MS = 10 * 60_000;

/** A subject may have 100 000 reports; one statement for all of them would exceed its timeout. */
const CHANGE_BATCH_SIZE = 5_000;

interface ReportCasesNeeds {
  database: Pick<Database, 'transact'>;
  notifications: Pick<NotificationsService, 'markReportsRead'>;
  audit: Pick<AuditService, 'recordMany'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

/** Deciding all open reports of one subject at once. */
export function createReportCases({ database, notifications, audit, publisher, clock }: ReportCasesNeeds) {
  /** Changes locked reports, each with its history event and audit entry, and publishes it to the other administrators. */
  async function applyInBatches(
    tx: Tx,
    { subject, ids, batchId }: { subject: ReportSubject; ids: readonly string[]; batchId: string },
    change: (some: readonly string[]) => Promise<number>,
    { caller, context }: { caller: Caller; context: CallContext },
  ): Promise<number> {
    const event = { action: 'report.status' as const, actor: caller, targetType: 'report' as const, context };
    let changed = 0;
    for (let start = 0; start < ids.length; start += CHANGE_BATCH_SIZE) {
      const some = ids.slice(start, start + CHANGE_BATCH_SIZE);
      changed += await change(some);
      await audit.recordMany(tx, event, reportsCasesStore.auditTargets(batchId, some));
    }
    if (changed > 0) afterCommit(tx, () => publisher.toAdmins(casesChanged, subject));
    return changed;
  }

  return {
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
        const batchId = newId();
        const subject = { itemType, itemId };
        const { ids, pending, revision } = await reportsCasesStore.lockOpenReports(tx, subject);
        const isAsConfirmed =
          ids.length === expectedOpen &&
          (expectedPending ?? pending) === pending &&
          (expectedRevision ?? revision) === revision;
        if (!isAsConfirmed) throw new DomainError('CASE_CHANGED', { open: ids.length, pending, revision });
        const change = { status, batchId, actor: caller, at: clock.now(), note: note || null };
        const setStatus = async (some: readonly string[]) => {
          await notifications.markReportsRead(tx, some, isClosed(status) ? null : caller.id);
          return reportsCasesStore.setStatus(tx, some, change);
        };
        const changed = await applyInBatches(tx, { subject, ids, batchId }, setStatus, { caller, context });
        return { changed, batchId };
      }),

    /**
     * Undoes such a change, also another administrator's: a report changed since keeps its status, so nothing is lost.
     * Idempotent. The undo is itself such a change and can be undone.
     * @throws {DomainError} BATCH_NOT_UNDOABLE after ten minutes, and for one that never was
     */
    undoCaseStatus: (
      formerBatchId: string,
      caller: Caller,
      context: CallContext,
    ): Promise<{ changed: number; batchId: string }> =>
      database.transact(async (tx) => {
        const former = await reportsCasesStore.findBatch(tx, formerBatchId);
        const now = clock.now();
        if (!former || former.created_at.getTime() + UNDOABLE_MS <= now.getTime()) {
          throw new DomainError('BATCH_NOT_UNDOABLE');
        }
        const batchId = newId();
        const ids = await reportsCasesStore.lockBatch(tx, formerBatchId);
        const change = { formerBatchId, batchId, actor: caller, at: now, note: null };
        const subject = { itemType: toItemType(former.subject_type), itemId: former.subject_id };
        const restoreStatus = (some: readonly string[]) => reportsCasesStore.restoreStatus(tx, some, change);
        const changed = await applyInBatches(tx, { subject, ids, batchId }, restoreStatus, { caller, context });
        return { changed, batchId };
      }),
  };
}
