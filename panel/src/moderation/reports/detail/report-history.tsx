import type { ReportDetail, ReportEvent } from '@hai-dang/contract/moderation/reports.schema.ts';
import { REPORT_ACTIONS } from '@hai-dang/contract/moderation/reports.schema.ts';
import { moderationKindLabel } from '../../../entities/moderation-kind.ts';
import { statusLabel } from '../../../entities/report-status.tsx';
import { UserName } from '../../../entities/user-name.tsx';
import { formatDateTimeShort, formatNumber } from '../../../lib/format.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { UndoDecisionButton } from '../../decisions/undo-decision-button.tsx';
import { historyIdOf } from './history-id.ts';
import { actWords, reportDetailStrings as strings } from './report-detail.strings.ts';

/** The label of a history entry; an unknown kind is shown as it is. */
function eventLabel({ kind, from, to, actor, targetName }: ReportEvent, itemType: string): string {
  if (kind === 'status') {
    const label = statusLabel(to ?? '');
    return from === null ? strings.allStatusSet(label) : strings.statusChanged(statusLabel(from), label);
  }
  if (kind === 'decided' && to !== null) return strings.decided(statusLabel(to));
  if (kind === 'decision_undone') return strings.allStatusUndone;
  if (kind === 'assigned' && actor?.username === targetName) return strings.claimed;
  if (kind === 'policy_named' && targetName === null) return strings.ruleRemoved;
  const action = REPORT_ACTIONS.find((known) => known === kind);
  return action ? actWords(action, itemType).label : moderationKindLabel(kind);
}

interface EntryProps {
  readonly event: ReportEvent;
  readonly itemType: string;
  /** The id of the reported account, or of the author. */
  readonly ownerId: string | undefined;
}

function Entry({ event, itemType, ownerId }: EntryProps) {
  const { decision } = event;
  const place = useKeptFocus<HTMLLIElement>(decision?.isUndone ?? false);
  const what = eventLabel(event, itemType);
  const by = `${event.actor?.username || strings.system} · ${formatDateTimeShort(event.createdAt)}`;
  return (
    <li
      ref={place}
      id={decision ? historyIdOf(decision._id) : undefined}
      tabIndex={-1}
      className="flex flex-col gap-0.5 border-line border-l-2 pl-3"
    >
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm">
        <UserName name={event.actor?.username} fallback={strings.system} className="font-semibold" />
        {event.actor?._id && event.actor._id === ownerId && <Badge>{strings.ownCase}</Badge>}
        <time dateTime={event.createdAt} className="text-ink-muted tabular-nums">
          {formatDateTimeShort(event.createdAt)}
        </time>
      </p>
      <p className="wrap-anywhere">
        {what}
        {event.targetName && what !== strings.claimed && (
          <>
            : <bdi className="font-semibold">{event.targetName}</bdi>
          </>
        )}
        {event.batchId && event.from && <span className="text-ink-muted"> ({strings.inBatch})</span>}
      </p>
      {decision?.isUndone && <Badge className="self-start">{strings.decisionUndone}</Badge>}
      {decision && !decision.isUndone && (
        <UndoDecisionButton request={{ id: decision._id, what, by, needsReason: decision.needsReason }} />
      )}
      {event.note && (
        <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-line rounded-md bg-sunken px-3 py-2 text-sm">
          {event.note}
        </p>
      )}
    </li>
  );
}

/** The report's changes with their administrators and times, newest first. */
export function ReportHistory({ report }: { readonly report: ReportDetail }) {
  const { history, historyCount, itemType } = report;
  if (history === null) return null;
  const isCut = historyCount > history.length;
  return (
    <Card spacing="wide" title={strings.history}>
      {history.length === 0 ? (
        <p className="text-ink-muted">{strings.noHistory}</p>
      ) : (
        <ol className="flex flex-col gap-4">
          {history.map((event) => (
            <Entry key={event._id} event={event} itemType={itemType} ownerId={report.account?._id} />
          ))}
        </ol>
      )}
      {isCut && (
        <p className="text-ink-muted text-sm">
          {strings.historyCut(formatNumber(history.length), formatNumber(historyCount))}
        </p>
      )}
    </Card>
  );
}
