import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { otherHolder } from '../../entities/holder.ts';
import { useActions } from '../../lib/actions.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { useStore } from '../../lib/create-store.ts';
import { usePreferences } from '../../lib/preferences.ts';
import type { Prefetch } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { Callout } from '../../ui/callout.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { laterPart } from '../../ui/lazy-component.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { RefreshImage, useImageRefresh } from '../../ui/use-image.ts';
import { subjectOf } from '../assignments/assignment.cache.ts';
import { type DecisionRequest, decisionSheet } from '../decisions/decisions.overlays.ts';
import { notesStrings } from '../notes/notes.strings.ts';
import { NotesPanel, SubjectNotes } from '../notes/subject-notes.tsx';
import { SubjectTags } from '../notes/subject-tags.tsx';
import { DecisionBar, DecisionButtons, useDecisionActions } from './detail/decision-actions.tsx';
import { CardPart, DecisionCard, SingleActs } from './detail/decision-card.tsx';
import { detailActions, detailStatusActions } from './detail/report-detail.actions.ts';
import { reportDetailStrings as strings } from './detail/report-detail.strings.ts';
import { ReportFacts } from './detail/report-facts.tsx';
import { ReportHead } from './detail/report-head.tsx';
import { ReportHistory } from './detail/report-history.tsx';
import { decisionRequestOf, evidenceOf } from './detail/report-subject.ts';
import { ReportToolbar } from './detail/report-toolbar.tsx';
import { ReportedItem } from './detail/reported-content.tsx';
import { useFreshHold } from './detail/use-fresh-hold.ts';
import { useReportDecisions } from './detail/use-report-decisions.tsx';
import { type ReportQueue, useReportQueue } from './detail/use-report-queue.ts';
import { reportQuery } from './reports.queries.ts';
import { useRemoveReport } from './use-remove-report.tsx';

export const prefetch: Prefetch = (client, { id }) => client.prefetchQuery(reportQuery(id));

const SEARCH_TEXTS = { looking: strings.queueLooking, done: strings.queueDone, taken: strings.queueTaken } as const;

const ReportedAccount = laterPart(
  () => import('./detail/reported-account.tsx').then((module) => module.ReportedAccount),
  <PageSpinner label={strings.loading} />,
);

/** One report with its evidence and the decision on it (specification, section 2, Report detail). */
export function ReportDetailScreen() {
  const id = useParams()['id'] ?? '';
  const detail = useQuery(reportQuery(id));
  const queue = useReportQueue(id, detail.data !== undefined);
  const error = useStandingError(id, detail);
  const { data: report } = detail;

  return (
    // Fills the window's height, so that the bar of a narrow one is at its bottom.
    <div className="flex min-h-[calc(100dvh-5.5rem)] flex-col gap-2 sm:min-h-[calc(100dvh-6.5rem)]">
      <ReportToolbar queue={queue} />
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
          queue={queue}
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
  readonly queue: ReportQueue;
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

function ShownReport({ report, queue, refreshFailed, retrying, onRetry }: ShownReportProps) {
  const { opensNextReport } = usePreferences();
  const advance = () => {
    if (opensNextReport) void queue.advance();
  };
  const hold = useFreshHold();
  const decisions = useReportDecisions(report, { hold, onClosed: advance });
  const remove = useRemoveReport(report);
  const refreshImage = useImageRefresh(onRetry);
  const request = decisionRequestOf(report);
  const ask = (more: Partial<DecisionRequest> = {}) =>
    request && decisionSheet.open({ ...request, isSeen: !hold.isHeld, onDecided: advance, ...more });
  const isThere = report.itemType !== 'User' && evidenceOf(report).kind === 'here';
  const isHeld = otherHolder(report.case?.assignee, useSession()?.adminId) !== undefined;
  const version = report.case?.version;
  const opened = useStore(decisionSheet.opened)?.request;
  const isDeciding = opened?.harmless !== undefined;
  const [hasActed, setHasActed] = useState(false);
  const decidedVersion = useRef<number>(undefined);
  const findHarmless = () => {
    // Once, also while the next report is being looked for.
    if (isDeciding || (version !== undefined && version === decidedVersion.current) || hold.stops()) return;
    // The sheet asks first whether to decide what another administrator handles.
    if (isHeld || version === undefined) return ask();
    ask({
      harmless: version,
      onDecided: () => {
        decidedVersion.current = version;
        advance();
      },
    });
  };
  const takeDown = () => {
    if (!hold.stops()) ask({ takedownBy: report });
  };
  const actions = useDecisionActions([
    { ...detailActions.violation, hint: strings.decideHint, when: request !== undefined, run: () => ask() },
    {
      ...detailActions.harmless,
      hint: strings.harmlessHint,
      when: request !== undefined && (report.case?.open ?? 0) > 0,
      isPending: isDeciding,
      isHeld: hold.isHeld,
      run: findHarmless,
    },
    {
      ...detailActions.takeDown,
      hint: strings.takeDownHint,
      when: request !== undefined && isThere,
      isHeld: hold.isHeld,
      run: takeDown,
    },
  ]);
  useActions(detailStatusActions.map((action) => ({ ...action, run: () => decisions.conclude(action.status) })));
  const subject = subjectOf(report);
  // Only a backend with assignees has notes.
  const hasNotes = report.case?.assignee !== undefined;
  return (
    <>
      <div role="status" className="-mb-2">
        {queue.search && (
          <Callout tone="accent" size="bar" className="mb-2">
            {queue.search !== 'looking' && <CircleCheck aria-hidden="true" className="size-4 shrink-0" />}
            {SEARCH_TEXTS[queue.search]}
          </Callout>
        )}
      </div>
      {refreshFailed && <InlineError message={strings.refreshFailed} onRetry={onRetry} retrying={retrying} />}
      <ReportHead key={report._id} report={report} acts={{ hasActed, isDeciding: opened !== undefined }} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-3">
          <RefreshImage value={refreshImage}>
            <ReportedItem key={report._id} report={report}>
              {hasNotes && report.account && <SubjectTags subject={{ itemType: 'User', itemId: report.account._id }} />}
            </ReportedItem>
          </RefreshImage>
          <ReportFacts report={report} />
        </div>
        <div
          data-held={hold.isHeld}
          onInput={() => setHasActed(true)}
          className="min-w-0 lg:sticky lg:top-17 lg:row-span-2"
        >
          <DecisionCard
            report={report}
            conflict={decisions.conflict}
            decisions={<DecisionButtons actions={actions} hold={hold} />}
          >
            {hasNotes && subject && (
              <CardPart title={notesStrings.titles[subject.itemType]}>
                <NotesPanel subject={subject} showsTags={subject.itemType !== 'User'} isFolded />
              </CardPart>
            )}
            <SingleActs report={report} decisions={decisions} onRemove={remove} />
          </DecisionCard>
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <ReportHistory report={report} />
          {hasNotes && report.account && subject?.itemType !== 'User' && (
            <SubjectNotes subject={{ itemType: 'User', itemId: report.account._id }} />
          )}
          {report.itemType === 'User' && report.account && report.history && (
            <ReportedAccount account={report.account} />
          )}
        </div>
      </div>
      <DecisionBar actions={actions} hold={hold} />
    </>
  );
}
