import type { ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { reportChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import type { Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { TxCtx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { markReportsRead } from '../../notifications/mark-notifications-read.ts';
import { applyChangesTo } from '../closing/decided-reports.ts';
import { type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { toDue, toSubjectRef } from '../subjects/subjects.mapper.ts';
import { toReport, toStatus } from './reports.mapper.ts';
import { isClosed } from './reports.policy.ts';
import { type ReportWithTitle, reportsStore } from './reports.store.ts';

/** A report that nobody else changes until the transaction ends, with its subject. */
export interface LockedReport {
  row: ReportWithTitle;
  subject: LockedSubject;
}

/**
 * Locks a report and what it is of, unless it is another than the one that the decision rests on.
 * @throws {DomainError} REPORT_NOT_FOUND; REPORT_CHANGED, with the report, if `version` is given and not its own
 */
export async function lockReport(ctx: TxCtx, id: string, version: number | undefined): Promise<LockedReport> {
  const { tx } = ctx;
  const found = await reportsStore.findSubject(tx, id);
  if (!found) throw new DomainError('REPORT_NOT_FOUND');
  const subject = await lockSubject(ctx, toSubjectRef(found), found.subject_owner_id);
  await applyChangesTo(subject, [id]);
  const row = await reportsStore.findForUpdate(tx, id);
  if (!row) throw new DomainError('REPORT_NOT_FOUND');
  if (version !== undefined && version !== row.version) {
    throw new DomainError('REPORT_CHANGED', { report: describeReport({ row, subject }) });
  }
  return { row, subject };
}

/** A report, with when its subject is due while it is open. */
export const describeReport = ({ row, subject }: LockedReport): Report => ({
  ...toReport(row),
  ...(isClosed(toStatus(row.status)) ? {} : toDue(subject.state)),
});

/** Gives a locked report its next version and publishes it to the other administrators. */
export async function updateReport(
  { tx, clock, publisher, caller }: TxCtx,
  { row, subject }: LockedReport,
  status: ReportStatus,
): Promise<Report> {
  const version = row.version + 1;
  const subjectVersion = subject.state.version;
  await reportsStore.update(tx, row.id, { status, version, subjectVersion, at: clock.now() });
  await markReportsRead(subject, [row.id], isClosed(status) ? null : caller.id);
  afterCommit(tx, () => {
    publisher.toAdmins(reportChanged, { reportId: row.id, version, status, ...toSubjectRef(row) });
  });
  return describeReport({ row: { ...row, status, version }, subject });
}

/** A report in the audit log: named by what is reported. */
export const auditTargetOf = ({ id, title, subject_id }: ReportWithTitle) => ({
  type: 'report' as const,
  id,
  name: title ?? subject_id,
});
