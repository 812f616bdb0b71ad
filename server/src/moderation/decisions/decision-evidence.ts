import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import { reportsCasesStore } from '../closing/cases.store.ts';
import { findOpenEvidence } from '../closing/subject-reports.ts';
import type { Evidence, ReportEvidence } from '../evidence/evidence.service.ts';
import type { LockedSubject } from '../subjects/lock-subject.ts';

interface DecisionEvidenceNeeds {
  evidence: Pick<ReportEvidence, 'find' | 'store'>;
}

/** The evidence of a decision: that of a report, or one that is taken at that moment where nobody has reported the subject. */
export function createDecisionEvidence({ evidence }: DecisionEvidenceNeeds) {
  return {
    /** Takes evidence, and copies its images; null where a report has some, and where the subject is gone. */
    async take(on: DbOrTx, { itemType, itemId }: SubjectRef): Promise<Evidence | null> {
      if ((await reportsCasesStore.findNewestEvidence(on, { itemType, itemId })) !== null) return null;
      const item = await evidence.find(on, itemType, itemId);
      return item ? item.preserve() : null;
    },

    /** Stores the evidence that was taken. Before the subject is locked, as a report does: two that store the same wait for each other. */
    async store(tx: Tx, taken: Evidence | null, at: Date): Promise<void> {
      if (taken) await evidence.store(tx, taken, at);
    },

    /** The evidence of a decision on a locked subject, and the reasons of its open reports. */
    async find(subject: LockedSubject, taken: Evidence | null): Promise<{ id: string | null; reasons: string[] }> {
      const { evidenceId, reasons } = await findOpenEvidence(subject);
      const id =
        evidenceId ?? (await reportsCasesStore.findNewestEvidence(subject.tx, subject.ref)) ?? taken?.id ?? null;
      return { id, reasons };
    },
  };
}
