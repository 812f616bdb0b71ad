import type { ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { Report, SetReportStatusBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { administrator, appendEvent, ownCaseMark } from '../subjects/append-event.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { auditTargetOf, describeReport, type LockedReport, lockReport, updateReport } from './lock-report.ts';
import { toStatus } from './reports.mapper.ts';
import { countChanges } from './reports.policy.ts';

/**
 * Sets a report's status; one that it has already changes nothing and leaves no line.
 * @throws {DomainError} REPORT_NOT_FOUND; REPORT_CHANGED, with the report, if `version` is given and not its own
 */
export const setReportStatus = (
  call: Ctx,
  id: string,
  { status, version, note }: SetReportStatusBody,
): Promise<Report> =>
  inTransaction(call, async (ctx) => {
    const locked = await lockReport(ctx, id, version);
    return locked.row.status === status ? describeReport(locked) : setStatus(ctx, locked, { status, note });
  });

/**
 * Gives a report the status back that an event of its subject has changed.
 * @throws {DomainError} REPORT_NOT_FOUND; REPORT_CHANGED, with the report, if something has changed its status since
 */
export const undoReportStatus = (
  call: Ctx,
  id: string,
  { from, to, version, note }: { from: ReportStatus; to: ReportStatus; version: number; note: string | undefined },
): Promise<Report> =>
  inTransaction(call, async (ctx) => {
    const locked = await lockReport(ctx, id, undefined);
    const { status, decision_id } = locked.row;
    const isLast = (await subjectEventsStore.findLastStatusVersion(ctx.tx, id)) === version;
    if (status !== to || decision_id !== null || !isLast) {
      throw new DomainError('REPORT_CHANGED', { report: describeReport(locked) });
    }
    return setStatus(ctx, locked, { status: from, note });
  });

/** Sets the status of a locked report, whose own is another. */
async function setStatus(
  ctx: TxCtx,
  { row, subject }: LockedReport,
  { status, note }: Pick<SetReportStatusBody, 'status' | 'note'>,
): Promise<Report> {
  const { caller } = ctx;
  const from = toStatus(row.status);
  await appendEvent(subject, {
    kind: 'status_set',
    actor: administrator(caller),
    reportId: row.id,
    fromStatus: from,
    toStatus: status,
    note,
    changes: countChanges([{ from, to: status, count: 1 }]),
  });
  const report = await updateReport(ctx, { row, subject }, status);
  await recordAudit(ctx, {
    action: 'report.status',
    target: auditTargetOf(row),
    before: { status: row.status },
    after: { status, ...(note ? { note } : {}), ...ownCaseMark(subject, caller) },
  });
  return report;
}
