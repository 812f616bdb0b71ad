import { casesChanged } from '@hai-dang/contract/reports/reports.events.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import { reportsCasesStore } from '../cases/cases.store.ts';
import { type OpenReportRow, reportsClosingStore } from './closing.store.ts';

/** A transaction's share: each report has an event, an audit entry and a notification for each administrator. */
const CLOSED_PER_STEP = 50;
const NOTE = 'Tự động đóng: tài khoản hoặc nội dung bị báo cáo đã bị xóa';

/** Who deleted the account, by which request. */
export interface ClosedBy {
  readonly actor: Pick<Caller, 'id' | 'username'>;
  readonly context: Pick<CallContext, 'requestId' | 'address'>;
}

interface ReportClosingNeeds {
  notifications: Pick<NotificationsService, 'markReportsRead'>;
  audit: Pick<AuditService, 'recordMany'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

/** Closes open reports about what is deleted with an account; their history says why. */
export function createReportClosing(needs: ReportClosingNeeds) {
  const { notifications, audit, publisher, clock } = needs;

  async function close(tx: Tx, rows: readonly OpenReportRow[], { actor, context }: ClosedBy): Promise<number> {
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    const batchId = newId();
    await notifications.markReportsRead(tx, ids, null);
    await reportsCasesStore.setStatus(tx, ids, { status: 'resolved', batchId, actor, at: clock.now(), note: NOTE });
    const event = { action: 'report.status' as const, actor, targetType: 'report' as const, context };
    await audit.recordMany(tx, event, reportsCasesStore.auditTargets(batchId, ids));
    const subjects = new Map(rows.map(({ itemType, itemId }) => [`${itemType} ${itemId}`, { itemType, itemId }]));
    afterCommit(tx, () => {
      for (const subject of subjects.values()) publisher.toAdmins(casesChanged, subject);
    });
    return ids.length;
  }

  return {
    /**
     * Closes some open reports about an account and what it published.
     * @param tx either has the account locked and does not wait for reports (`skipsLocked`), or has not locked it: who
     *   decides a report locks the report before the account
     * @returns how many; 0 where none was left
     */
    closeSomeOfAccount: async (tx: Tx, accountId: string, by: ClosedBy, skipsLocked = false): Promise<number> =>
      close(tx, await reportsClosingStore.lockOfAccount(tx, accountId, CLOSED_PER_STEP, skipsLocked), by),

    /** As {@link closeSomeOfAccount} for comments, without their locks. @returns whether none is left */
    closeSomeOfComments: async (tx: Tx, ids: readonly string[], by: ClosedBy): Promise<boolean> =>
      (await close(tx, await reportsClosingStore.lockOfComments(tx, ids, CLOSED_PER_STEP), by)) < CLOSED_PER_STEP,
  };
}
export type ReportClosing = ReturnType<typeof createReportClosing>;
