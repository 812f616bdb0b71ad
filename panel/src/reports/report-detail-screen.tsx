import type { ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { decideAction } from '../entities/decide.ts';
import { decisionRequest } from '../entities/decision-request.ts';
import { DueBadge, PriorityNote } from '../entities/due-badge.tsx';
import { useActions } from '../lib/actions.ts';
import { errorMessage, isUnauthorized } from '../lib/api-error.ts';
import type { Prefetch } from '../lib/query-client.ts';
import { useStandingError } from '../lib/use-standing-error.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { InlineError } from '../ui/inline-error.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { RefreshImage, useImageRefresh } from '../ui/use-image.ts';
import { AssignmentBar } from './assignment/assignment-bar.tsx';
import { CaseSection } from './cases/case-section.tsx';
import { DecisionCard } from './detail/decision-card.tsx';
import { detailStatusActions } from './detail/report-detail.actions.ts';
import { reportDetailStrings as strings } from './detail/report-detail.strings.ts';
import { ReportFacts } from './detail/report-facts.tsx';
import { ReportHistory } from './detail/report-history.tsx';
import { decisionRequestOf } from './detail/report-subject.ts';
import { ReportToolbar } from './detail/report-toolbar.tsx';
import { ReportedItem } from './detail/reported-content.tsx';
import { useReportDecisions } from './detail/use-report-decisions.tsx';
import { useReportNote } from './detail/use-report-note.ts';
import { useReportQueue } from './detail/use-report-queue.ts';
import { reportQuery } from './reports.queries.ts';
import { useRemoveReport } from './use-remove-report.tsx';

export const prefetch: Prefetch = (client, { id }) => client.prefetchQuery(reportQuery(id));

/** One report with its evidence and the decision on it (specification, section 2, Report detail). */
export function ReportDetailScreen() {
  const id = useParams()['id'] ?? '';
  const detail = useQuery(reportQuery(id));
  const queue = useReportQueue(id, detail.data !== undefined);
  const error = useStandingError(id, detail);
  const { data: report } = detail;

  return (
    <div className="flex flex-col gap-4">
      <ReportToolbar queue={queue} />
      {!report && <h1 className="sr-only">{strings.title}</h1>}
      {error && report === undefined && (
        <ErrorState
          message={strings.loadFailed}
          reason={errorMessage(error, '')}
          onRetry={isUnauthorized(error) ? undefined : () => void detail.refetch()}
          retrying={detail.isFetching}
        />
      )}
      {!error && report === undefined && <PageSpinner label={strings.loading} />}
      {report !== undefined && (
        <ReportPage
          key={id}
          report={report}
          refreshFailed={detail.isError}
          retrying={detail.isFetching}
          onRetry={() => void detail.refetch({ cancelRefetch: false })}
        />
      )}
    </div>
  );
}

interface ReportPageProps {
  readonly report: ReportDetail | null;
  readonly refreshFailed: boolean;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

function ReportPage({ report, ...refresh }: ReportPageProps) {
  const [wasShown] = useState(report !== null);
  if (report) return <ShownReport report={report} {...refresh} />;
  return (
    <div role={wasShown ? 'alert' : undefined}>
      {wasShown ? (
        <EmptyState title={strings.removedMeanwhile} />
      ) : (
        <EmptyState title={strings.loadFailed} hint={strings.notFound} />
      )}
    </div>
  );
}

type ShownReportProps = Omit<ReportPageProps, 'report'> & { readonly report: ReportDetail };

function ShownReport({ report, refreshFailed, retrying, onRetry }: ShownReportProps) {
  const note = useReportNote(report._id);
  const decisions = useReportDecisions(report, note);
  const remove = useRemoveReport(report);
  const refreshImage = useImageRefresh(onRetry);
  useActions(detailStatusActions.map((action) => ({ ...action, run: () => decisions.setStatus(action.status) })));
  const request = decisionRequestOf(report);
  const [decide] = useActions([
    { ...decideAction, when: request !== undefined, run: () => decisionRequest.set(request) },
  ]);
  return (
    <>
      <PageHeader title={strings.title}>{decide.when && <ActionButton variant="primary" action={decide} />}</PageHeader>
      <AssignmentBar report={report} />
      {report.dueAt && (
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <DueBadge dueAt={report.dueAt} />
          <PriorityNote priority={report.priority} dueAt={report.dueAt} />
        </div>
      )}
      {refreshFailed && <InlineError message={strings.refreshFailed} onRetry={onRetry} retrying={retrying} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <ReportFacts report={report} />
          <RefreshImage value={refreshImage}>
            <ReportedItem report={report} />
          </RefreshImage>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <DecisionCard report={report} note={note} decisions={decisions} onRemove={remove} />
          <CaseSection report={report} note={note} />
          <ReportHistory report={report} />
        </div>
      </div>
    </>
  );
}
