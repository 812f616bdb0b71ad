import type { ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import { Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { HarmlessNote } from '../../entities/subject-marks.tsx';
import { disabledText } from '../../entities/suspension.ts';
import { formatDateTimeShort } from '../../lib/format.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { LoadingNote, Skeleton } from '../../ui/loading.tsx';
import { reportsStrings } from '../reports.strings.ts';
import { MessageLink } from './message-link.tsx';
import { useItemById } from './report-detail.queries.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { evidenceOf, isEdited, type Subject, toSubject } from './report-subject.ts';
import { SubjectView } from './subject-view.tsx';

/** The subject: now, at the time of the report, or both. */
export function ReportedItem({ report }: { readonly report: ReportDetail }) {
  const { account } = report;
  return (
    <Card
      spacing="wide"
      title={strings.subject}
      aside={
        account && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            {account.isAdmin && <Badge>{strings.admin}</Badge>}
            {account.isDisabled && <Badge tone="red">{disabledText(account.disabledUntil)}</Badge>}
            {!account.isAdmin && <MessageLink id={account._id} name={account.username} />}
          </span>
        )
      }
    >
      <HarmlessNote found={report.case?.foundHarmless} />
      <Evidence report={report} />
    </Card>
  );
}

function Evidence({ report }: { readonly report: ReportDetail }) {
  const evidence = evidenceOf(report);
  if (evidence.kind === 'asked') return <ItemById itemType={report.itemType} id={evidence.id} />;
  if (evidence.kind === 'unknown') return <p>{reportsStrings.noReporter}</p>;
  if (evidence.kind === 'gone') return <GoneItem report={report} kept={evidence.kept} />;
  const { now, kept } = evidence;
  if (kept && isEdited(kept, now)) return <EditedItem kept={kept} now={now} />;
  return <SubjectView subject={now} isLinked />;
}

function GoneItem({ report, kept }: { readonly report: ReportDetail; readonly kept: Subject | undefined }) {
  const { by, at } = report.itemDeleted ?? {};
  const time = at ? formatDateTimeShort(at) : undefined;
  return (
    <>
      <Callout tone="red" size="lg" className="flex items-start gap-2.5">
        <Trash2 aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
        <div className="flex min-w-0 flex-col gap-0.5">
          <p className="font-semibold">{strings.gone}</p>
          {time !== undefined && (
            <p className="wrap-anywhere">{by ? <bdi>{strings.goneBy(by, time)}</bdi> : strings.goneAt(time)}</p>
          )}
          <p>{kept ? strings.snapshotShown : strings.noSnapshot}</p>
        </div>
      </Callout>
      {kept && <SubjectView subject={kept} isLinked={Boolean(report.account)} />}
    </>
  );
}

function EditedItem({ kept, now }: { readonly kept: Subject; readonly now: Subject }) {
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
      <SubjectView subject={isNow ? now : kept} isLinked />
    </>
  );
}

/** Fetched where only the id is known, with its own error (specification, sections 7 and 8). */
function ItemById({ itemType, id }: { readonly itemType: string; readonly id: string }) {
  const asked = useItemById(itemType, id);
  const error = useStandingError(`${itemType} ${id}`, asked);
  const subject = toSubject(itemType, asked.data);
  if (subject) return <SubjectView subject={subject} isLinked />;
  if (!error && asked.isPending) {
    return (
      <div className="flex flex-col gap-3">
        <LoadingNote text={strings.thingLoading} />
        <Skeleton className="h-10 w-40" />
        <Skeleton className="h-24 w-full" />
      </div>
    );
  }
  return <InlineError message={strings.thingFailed} onRetry={() => void asked.refetch()} retrying={asked.isFetching} />;
}
