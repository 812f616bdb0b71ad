import type { ReportSnapshot } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import { formatDateTimeShort } from '../../../lib/format.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { fromSnapshot } from './report-subject.ts';
import { SubjectEvidence, type SubjectEvidenceProps } from './subject-evidence.tsx';
import { SubjectView } from './subject-view.tsx';

interface KeptEvidenceProps extends SubjectEvidenceProps {
  /** Null for a decision from before evidence was kept. */
  readonly evidence: { readonly takenAt: string; readonly content: ReportSnapshot } | null;
}

/** A subject as a decision on it rested on; without that as its newest report has it, or as it is now. */
export function KeptEvidence({ evidence, ...subject }: KeptEvidenceProps) {
  if (evidence === null) return <SubjectEvidence {...subject} />;
  return (
    <>
      <p className="text-ink-muted text-sm">{strings.evidenceTaken(formatDateTimeShort(evidence.takenAt))}</p>
      <SubjectView subject={fromSnapshot(evidence.content)} isLinked={false} />
    </>
  );
}
