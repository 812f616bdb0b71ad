import { DUE_MAX_HOURS } from '@hai-dang/contract/constants.ts';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { OPEN_REPORT_STATUSES, type ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { CountChanges } from '../subjects/apply-event.ts';
import type { OpenReportDue, ReportRow, StatusMove } from './reports.store.ts';

type Subject = Pick<ReportRow, 'subject_type' | 'subject_id' | 'subject_owner_id'>;

/** The account that a report is about: the reported one, or its author's; null where an imported row has none. */
export const subjectAccountId = (report: Subject): string | null =>
  report.subject_type === 'User' ? report.subject_id : report.subject_owner_id;

/** Returns what a report alleges, as a decision seals it: a rule that it names makes its reason another. */
export const sealedReason = ({ reason, policy }: { reason: string; policy?: string | null | undefined }): string =>
  policy ? `${reason}:${policy}` : reason;

/** Whether a status leaves nothing more to decide. */
export const isClosed = (status: ReportStatus): boolean => !OPEN_REPORT_STATUSES.some((open) => open === status);

/** When a report of this severity is due. */
export const dueAfter = (at: Date, dueHours: readonly number[], severity: number): Date =>
  new Date(at.getTime() + (dueHours[severity - 1] ?? DUE_MAX_HOURS) * HOUR_MS);

/**
 * When a subject is due, and how severe it is, by what is open. A report whose rules are as severe as when it was filed is due
 * as it was said then; nobody has less time for a subject that was closed meanwhile.
 */
export function dueOfOpen(reports: readonly OpenReportDue[], dueHours: readonly number[]) {
  const times = reports.map(({ filedAt, severity, givenSeverity, givenDueAt, closedMs }) => {
    const isAsGiven = givenDueAt !== null && givenSeverity === severity;
    return (isAsGiven ? givenDueAt : dueAfter(filedAt, dueHours, severity)).getTime() + closedMs;
  });
  const severity = Math.max(1, ...reports.map((report) => report.severity));
  return { severity, recordClosed: 0, recordRight: 0, dueAt: new Date(Math.min(...times)) };
}

/** Returns what a report in a status adds to the counts of its subject. */
export const countsIn = (status: ReportStatus) => ({
  openReports: isClosed(status) ? 0 : 1,
  pendingReports: status === 'pending' ? 1 : 0,
});

/** Returns what such moves add to the counts of their subject. */
export const countChanges = (moves: readonly StatusMove[]): CountChanges => {
  const changes = { openReports: 0, pendingReports: 0 };
  for (const { from, to, count } of moves) {
    changes.openReports += count * (countsIn(to).openReports - countsIn(from).openReports);
    changes.pendingReports += count * (countsIn(to).pendingReports - countsIn(from).pendingReports);
  }
  return changes;
};
