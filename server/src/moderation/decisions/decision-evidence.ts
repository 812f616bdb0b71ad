import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { subjectReportsStore } from '../closing/subject-reports.store.ts';
import { findOpenEvidence } from '../closing/subject-reports.ts';
import { type Evidence, type EvidenceSource, findLiveSubject } from '../evidence/evidence.ts';
import type { LockedSubject } from '../subjects/lock-subject.ts';

/** Takes evidence, and copies its images; null where a report has some, and where the subject is gone. */
export async function takeEvidence(source: EvidenceSource, ref: SubjectRef): Promise<Evidence | null> {
  if ((await subjectReportsStore.findNewestEvidence(source.db, ref)) !== null) return null;
  const item = await findLiveSubject(source, ref);
  return item ? item.preserve() : null;
}

/**
 * The evidence of a decision on a locked subject: that of a report, or the one that was taken where nobody has reported it; with
 * the reasons of its open reports.
 */
export async function findDecisionEvidence(
  subject: LockedSubject,
  taken: Evidence | null,
): Promise<{ id: string | null; reasons: string[] }> {
  const { evidenceId, reasons } = await findOpenEvidence(subject);
  const id = evidenceId ?? (await subjectReportsStore.findNewestEvidence(subject.tx, subject.ref)) ?? taken?.id ?? null;
  return { id, reasons };
}
