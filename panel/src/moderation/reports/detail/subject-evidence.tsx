import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useStandingError } from '../../../lib/use-standing-error.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import { reportQuery } from '../reports.queries.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { EvidenceSkeleton, ReportEvidence, SubjectById } from './report-evidence.tsx';

export interface SubjectEvidenceProps {
  readonly subject: SubjectRef;
  /** The report that has the evidence; null where nobody has reported the subject. */
  readonly reportId: string | null;
}

/** A subject as its newest report has it and as it is now, for a decision on it. */
export function SubjectEvidence({ subject: { itemType, itemId }, reportId }: SubjectEvidenceProps) {
  return reportId === null ? (
    <SubjectById itemType={itemType} id={itemId} isLinked={false} />
  ) : (
    <ReportedSubject key={reportId} reportId={reportId} />
  );
}

function ReportedSubject({ reportId }: { readonly reportId: string }) {
  const report = useQuery(reportQuery(reportId));
  const error = useStandingError(reportId, report);
  if (report.data) return <ReportEvidence report={report.data} isLinked={false} />;
  if (!error && report.isPending) return <EvidenceSkeleton />;
  return (
    <InlineError message={strings.thingFailed} onRetry={() => void report.refetch()} retrying={report.isFetching} />
  );
}
