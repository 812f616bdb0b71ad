import { reportRemoved } from '@hai-dang/contract/moderation/reports.events.ts';
import type { DeleteReportBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { type Ctx, inTransaction } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { markReportsRead } from '../../notifications/mark-notifications-read.ts';
import { administrator, appendEvent, ownCaseMark } from '../subjects/append-event.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { auditTargetOf, lockReport } from './lock-report.ts';
import { toReport, toStatus } from './reports.mapper.ts';
import { countsIn } from './reports.policy.ts';
import { reportsStore } from './reports.store.ts';

/**
 * Deletes a report for good; the audit log keeps what it was. A repeat by the same administrator changes nothing.
 * @throws {DomainError} REPORT_NOT_FOUND; REPORT_CHANGED, with the report, if `version` is given and not its own
 */
export const deleteReport = (call: Ctx, id: string, { version }: DeleteReportBody): Promise<void> =>
  inTransaction(call, async (ctx) => {
    const { tx, caller, clock, publisher } = ctx;
    const isThere = (await reportsStore.findSubject(tx, id)) !== undefined;
    if (!isThere && (await subjectEventsStore.wasReportDeletedBy(tx, id, caller.id))) return;
    const { row, subject } = await lockReport(ctx, id, version);
    await markReportsRead(subject, [id], null);
    await reportsStore.delete(tx, id, row.snapshot_id, clock.now());
    const isReporter = await reportsStore.hasReported(tx, { reporterId: row.reporter_id, ...subject.ref });
    const { openReports, pendingReports } = countsIn(toStatus(row.status));
    await appendEvent(subject, {
      kind: 'report_deleted',
      actor: administrator(caller),
      reportId: id,
      changes: {
        reports: -1,
        openReports: -openReports,
        pendingReports: -pendingReports,
        reporters: isReporter ? 0 : -1,
      },
    });
    await recordAudit(ctx, {
      action: 'report.delete',
      target: auditTargetOf(row),
      before: toReport(row),
      ...(subject.ownerId === caller.id ? { after: ownCaseMark(subject, caller) } : {}),
    });
    afterCommit(tx, () => publisher.toAdmins(reportRemoved, { reportId: id, ...subject.ref }));
  });
