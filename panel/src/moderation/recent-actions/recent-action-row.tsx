import type { RecentAction } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { formatDateTimeShort } from '../../lib/format.ts';
import { useKeptFocus } from '../../lib/use-kept-focus.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { undoDialog } from '../decisions/decisions.overlays.ts';
import { recentActionFacts, recentActionObject, recentActionText } from './recent-action-text.ts';
import { useUndoRecentAction } from './recent-actions.queries.ts';
import { recentActionsStrings as strings } from './recent-actions.strings.ts';

interface RecentActionRowProps {
  readonly action: RecentAction;
  /** The focus starts on its undo. */
  readonly isFirst: boolean;
  /** Called with what was undone. */
  readonly onUndone: (what: string) => void;
  /** Called when its object is opened. */
  readonly onOpen: () => void;
}

/** Where the object of an action can be looked at; undefined for many, and for content that nobody has reported. */
function pathOf({ reportId, subject }: RecentAction): string | undefined {
  if (reportId !== null) return `/admin/reports/${encodeURIComponent(reportId)}`;
  return subject?.itemType === 'User' ? `/admin/users/${encodeURIComponent(subject.itemId)}` : undefined;
}

/** One action: what, of what, by which rule, when, and its undo or why there is none. */
export function RecentActionRow({ action, isFirst, onUndone, onOpen }: RecentActionRowProps) {
  const now = useNow();
  const row = useKeptFocus<HTMLLIElement>(action.undo !== 'possible');
  const { mutate: undo, mutateAsync: undoNow, isPending, error } = useUndoRecentAction();
  const { what, link } = recentActionText(action);
  const object = recentActionObject(action);
  const line = object === '' ? what : `${what}${link}${object}`;
  const facts = recentActionFacts(action, now);
  const path = pathOf(action);
  const note = action.detail !== null && action.kind !== 'assigned' ? action.detail : '';

  function onUndo(): void {
    if (action.needsReason) {
      undoDialog.open({ id: action._id, what: line, by: facts, needsReason: true, undo: undoNow });
      return;
    }
    // The button goes away: a key that is held must not go on to the next one.
    row.current?.focus();
    undo({ params: { id: action._id } }, { onSuccess: () => onUndone(line) });
  }

  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-line border-b py-2.5 text-sm"
    >
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="wrap-anywhere font-semibold">
          <span>{what}</span>
          {object !== '' && (
            <>
              {link}
              {path === undefined ? (
                <bdi>{object}</bdi>
              ) : (
                <TextLink to={path} onClick={onOpen}>
                  <bdi>{object}</bdi>
                </TextLink>
              )}
            </>
          )}
        </span>
        <time
          dateTime={action.at}
          title={formatDateTimeShort(action.at)}
          className="wrap-anywhere text-ink-muted tabular-nums"
        >
          {facts}
        </time>
        {note !== '' && (
          <span dir="auto" className="wrap-anywhere line-clamp-2 text-ink-muted">
            {note}
          </span>
        )}
        {error && !isUnauthorized(error) && (
          <span role="alert" className="text-red-ink">
            {errorMessage(error, strings.undoFailed)}
          </span>
        )}
      </span>
      {action.undo === 'possible' ? (
        <Button
          size="sm"
          pending={isPending}
          pendingLabel={strings.undoing}
          data-initial-focus={isFirst ? '' : undefined}
          aria-label={strings.undoWhat(line)}
          onClick={onUndo}
        >
          {action.needsReason ? strings.undoAsking : strings.undo}
        </Button>
      ) : (
        <span className="max-w-32 text-right text-ink-muted text-xs">{strings.states[action.undo]}</span>
      )}
    </li>
  );
}
