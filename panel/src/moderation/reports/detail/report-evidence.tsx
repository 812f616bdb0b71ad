import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatDateTimeShort } from '../../../lib/format.ts';
import { useStandingError } from '../../../lib/use-standing-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { LoadingNote, Skeleton } from '../../../ui/loading.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { reportsStrings } from '../reports.strings.ts';
import { historyIdOf } from './history-id.ts';
import { useItemById } from './report-detail.queries.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { evidenceOf, isEdited, type Subject, toSubject } from './report-subject.ts';
import { SubjectView } from './subject-view.tsx';

interface EvidenceProps {
  readonly report: ReportDetail;
  /** Whether the account's page is linked. */
  readonly isLinked: boolean;
}

/** The subject of a report: now, at the time of the report, or both. */
export function ReportEvidence({ report, isLinked }: EvidenceProps) {
  const evidence = evidenceOf(report);
  if (evidence.kind === 'asked') {
    return <SubjectById itemType={report.itemType} id={evidence.id} isLinked={isLinked} />;
  }
  if (evidence.kind === 'unknown') return <p>{reportsStrings.noReporter}</p>;
  if (evidence.kind === 'gone') return <GoneItem report={report} isLinked={isLinked} kept={evidence.kept} />;
  const { now, kept } = evidence;
  if (kept && isEdited(kept, now)) return <EditedItem kept={kept} now={now} isLinked={isLinked} />;
  return <SubjectView subject={now} isLinked={isLinked} />;
}

function GoneItem({ report, isLinked, kept }: EvidenceProps & { readonly kept: Subject | undefined }) {
  const { by, at, decision } = report.itemDeleted ?? {};
  const time = at ? formatDateTimeShort(at) : undefined;
  // Without the report around it, no history is on the screen.
  const isInHistory = isLinked && report.history?.some((event) => event.decision?._id === decision?._id);
  // Content that is hidden is not deleted: a note above says so.
  const isHidden = Boolean(report.case?.hiddenAt);
  return (
    <>
      {!isHidden && (
        <Callout tone={decision ? 'accent' : 'red'} size="lg" className="flex items-start gap-2.5">
          <Trash2 aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          <div className="flex min-w-0 flex-col gap-0.5">
            {decision ? (
              <p className="wrap-anywhere font-semibold">
                <bdi>
                  {strings.takenDown(...[decision.policy, by, time].filter((fact) => typeof fact === 'string'))}
                </bdi>
              </p>
            ) : (
              <>
                <p className="font-semibold">{strings.gone}</p>
                {time !== undefined && (
                  <p className="wrap-anywhere">{by ? <bdi>{strings.goneBy(by, time)}</bdi> : strings.goneAt(time)}</p>
                )}
              </>
            )}
            <p>{kept ? strings.snapshotShown : strings.noSnapshot}</p>
          </div>
          {decision && isInHistory && (
            <TextButton
              className="ml-auto shrink-0"
              onClick={() => document.getElementById(historyIdOf(decision._id))?.focus()}
            >
              {strings.toDecision}
            </TextButton>
          )}
        </Callout>
      )}
      {kept && <SubjectView subject={kept} isLinked={isLinked && Boolean(report.account)} />}
    </>
  );
}

interface EditedItemProps extends Pick<EvidenceProps, 'isLinked'> {
  readonly kept: Subject;
  readonly now: Subject;
}

function EditedItem({ kept, now, isLinked }: EditedItemProps) {
  const [isNow, setIsNow] = useState(false);
  return (
    <>
      <Callout tone="amber" size="bar" className="justify-between">
        <p className="inline-flex items-center gap-2 font-semibold">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
          {strings.edited}
        </p>
        <fieldset className="flex gap-1.5">
          <legend className="sr-only">{strings.versions}</legend>
          <Button
            size="sm"
            variant={isNow ? 'secondary' : 'primary'}
            aria-pressed={!isNow}
            onClick={() => setIsNow(false)}
          >
            {strings.whenReported}
          </Button>
          <Button
            size="sm"
            variant={isNow ? 'primary' : 'secondary'}
            aria-pressed={isNow}
            onClick={() => setIsNow(true)}
          >
            {strings.now}
          </Button>
        </fieldset>
      </Callout>
      <SubjectView subject={isNow ? now : kept} isLinked={isLinked} />
    </>
  );
}

interface SubjectByIdProps extends Pick<EvidenceProps, 'isLinked'> {
  readonly itemType: string;
  readonly id: string;
}

/** Fetched where only the id is known, with its own error (specification, sections 7 and 8). */
export function SubjectById({ itemType, id, isLinked }: SubjectByIdProps) {
  const asked = useItemById(itemType, id);
  const error = useStandingError(`${itemType} ${id}`, asked);
  const subject = toSubject(itemType, asked.data);
  if (subject) return <SubjectView subject={subject} isLinked={isLinked} />;
  if (!error && asked.isPending) return <EvidenceSkeleton />;
  return <InlineError message={strings.thingFailed} onRetry={() => void asked.refetch()} retrying={asked.isFetching} />;
}

/** Placeholder of a subject that is loading. */
export function EvidenceSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <LoadingNote text={strings.thingLoading} />
      <Skeleton className="h-10 w-40" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}
