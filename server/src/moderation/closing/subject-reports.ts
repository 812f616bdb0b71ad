import type { AuditTargetType } from '@hai-dang/contract/audit/audit-labels.ts';
import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { AuditEvent } from '../../audit/record-audit.ts';
import type { DbOrTx } from '../../lib/db/database.ts';
import { sealedReason } from '../reports/reports.policy.ts';
import type { LockedSubject } from '../subjects/lock-subject.ts';
import { subjectReportsStore } from './subject-reports.store.ts';

const AUDIT_TARGET_TYPES = {
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

/** The name of an account, else the title in the newest report's evidence; the id of a subject without either. */
export const findSubjectTitle = async (on: DbOrTx, ref: SubjectRef): Promise<string> =>
  (await subjectReportsStore.findTitle(on, ref)) ?? ref.itemId;

/** A locked subject in the audit log. */
export const auditTargetOf = async ({
  tx,
  ref,
}: Pick<LockedSubject, 'tx' | 'ref'>): Promise<NonNullable<AuditEvent['target']>> => ({
  type: AUDIT_TARGET_TYPES[ref.itemType],
  id: ref.itemId,
  name: await findSubjectTitle(tx, ref),
});

/** Returns the report of a subject with the newest evidence, and how often its reporters were right. */
export async function describeReports(on: DbOrTx, ref: SubjectRef): Promise<SubjectReports> {
  const [newestReportId, counts] = await Promise.all([
    findNewestReportId(on, ref),
    subjectReportsStore.countOthersOfReporters(on, ref),
  ]);
  return { ...counts, newestReportId };
}

/** The newest report of a subject; null where there is none. */
export const findNewestReportId = async (on: DbOrTx, ref: SubjectRef): Promise<string | null> =>
  (await subjectReportsStore.findNewestReports(on, [ref]))[0]?.reportId ?? null;

/** The evidence of the newest open report of a locked subject, and the reasons of all open ones. */
export async function findOpenEvidence({
  tx,
  ref,
}: LockedSubject): Promise<{ evidenceId: string | null; reasons: string[] }> {
  const open = await subjectReportsStore.findOpenEvidence(tx, ref);
  return { evidenceId: open[0]?.evidenceId ?? null, reasons: [...new Set(open.map(sealedReason))] };
}
