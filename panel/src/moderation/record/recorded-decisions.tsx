import type { RecordedDecision } from '@hai-dang/contract/moderation/record.schema.ts';
import { formatNumber } from '../../lib/format.ts';
import { useKeptFocus } from '../../lib/use-kept-focus.ts';
import { Badge } from '../../ui/badge.tsx';
import { UndoDecisionButton } from '../decisions/undo-decision-button.tsx';
import { recordStrings as strings } from './record.strings.ts';
import { byText, conclusionText, decidedOnText, followedText } from './record-texts.ts';

interface RecordedDecisionsProps {
  readonly id: string;
  /** Newest first. */
  readonly decisions: readonly RecordedDecision[];
  /** How many there are, of which only the newest are listed. */
  readonly total: number;
}

/** The decisions on an account and on what it published; each can be undone. */
export function RecordedDecisions({ id, decisions, total }: RecordedDecisionsProps) {
  return (
    <div id={id} className="flex flex-col gap-3">
      <ol aria-label={strings.decisions} className="flex flex-col gap-4">
        {decisions.map((decision) => (
          <Entry key={decision._id} decision={decision} />
        ))}
      </ol>
      {total > decisions.length && (
        <p className="text-ink-muted text-sm">
          {strings.decisionsCut(formatNumber(decisions.length), formatNumber(total))}
        </p>
      )}
    </div>
  );
}

function Entry({ decision }: { readonly decision: RecordedDecision }) {
  const { undone, needsReason } = decision;
  const place = useKeptFocus<HTMLLIElement>(undone !== null);
  const what = conclusionText(decision);
  const on = decidedOnText(decision);
  const by = byText(decision.actor, decision.createdAt);
  return (
    <li ref={place} tabIndex={-1} className="flex flex-col gap-0.5 border-line border-l-2 pl-3 text-sm">
      <p className="wrap-anywhere font-semibold">
        <bdi>{what}</bdi>
      </p>
      <p className="wrap-anywhere">
        <bdi>{on}</bdi>
      </p>
      <p>{followedText(decision)}</p>
      <p className="wrap-anywhere text-ink-muted">
        <bdi>{by}</bdi>
      </p>
      {undone ? (
        <>
          <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-muted">
            <Badge>{undone.isAppeal ? strings.undoneByAppeal : strings.undone}</Badge>
            <bdi>{byText(undone.by, undone.at)}</bdi>
          </p>
          {undone.reason && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-3 py-2">
              {undone.reason}
            </p>
          )}
        </>
      ) : (
        <UndoDecisionButton request={{ id: decision._id, what: `${what} (${on})`, by, needsReason }} />
      )}
    </li>
  );
}
