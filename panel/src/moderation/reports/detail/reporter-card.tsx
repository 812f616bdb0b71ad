import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { TriangleAlert } from 'lucide-react';
import { UserByline } from '../../../entities/user-byline.tsx';
import { useStandingError } from '../../../lib/use-standing-error.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import { LoadingNote, Skeleton } from '../../../ui/loading.tsx';
import { reporterName, reporterOf } from '../reporter.ts';
import { reportsStrings } from '../reports.strings.ts';
import { MessageLink } from './message-link.tsx';
import { useReporterById } from './report-detail.queries.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { isLookedUp } from './report-subject.ts';

/** The reporter; fetched with a separate call where only the id is known (specification, sections 2, 7 and 8). */
export function ReporterCard({ report }: { readonly report: ReportDetail }) {
  const known = reporterOf(report);
  const separateId = typeof report.reporter === 'string' && !isLookedUp(report) ? report.reporter : '';
  const asked = useReporterById(separateId || undefined);
  const error = useStandingError(separateId, { error: asked.error, isPending: separateId !== '' && asked.isPending });

  if (error) {
    return (
      <InlineError message={strings.reporterFailed} onRetry={() => void asked.refetch()} retrying={asked.isFetching} />
    );
  }
  if (separateId !== '' && asked.isPending) {
    return (
      <div className="flex items-center gap-3">
        <LoadingNote text={strings.reporterLoading} />
        <Skeleton round className="size-10" />
        <Skeleton className="h-4 w-40" />
      </div>
    );
  }
  const reporter = known ?? asked.data;
  if (!reporter) {
    return (
      <div className="flex flex-col gap-1">
        <p>{reportsStrings.noReporter}</p>
        <p className="flex items-center gap-1.5 text-amber-ink text-sm">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
          {strings.reporterUnknown}
        </p>
      </div>
    );
  }
  return (
    <UserByline
      id={reporter._id}
      name={reporter.username}
      fallback={reportsStrings.noReporter}
      avatar={reporter.avatar}
      isLinked
    >
      <span className="flex min-w-0 flex-wrap items-center gap-x-3">
        {reporter.email && <bdi className="wrap-anywhere text-ink-muted text-sm">{reporter.email}</bdi>}
        <MessageLink id={reporter._id} name={reporterName({ reporter: reporter })} />
      </span>
    </UserByline>
  );
}
