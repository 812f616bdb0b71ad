import type { RecentAction } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { useRef } from 'react';
import { itemTypeLabel } from '../../entities/report-labels.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { formatDateTimeShort } from '../../lib/format.ts';
import { formatRelativeTime } from '../../lib/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { recentActionText } from './recent-action-text.ts';
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

/** Where the object of an action can be looked at; undefined for content that nobody has reported. */
function pathOf({ reportId, subject }: RecentAction): string | undefined {
  if (reportId !== null) return `/admin/reports/${encodeURIComponent(reportId)}`;
  return subject.itemType === 'User' ? `/admin/users/${encodeURIComponent(subject.itemId)}` : undefined;
}

/** One action: what, of what, when, and its undo or why there is none. */
export function RecentActionRow({ action, isFirst, onUndone, onOpen }: RecentActionRowProps) {
  const now = useNow();
  const row = useRef<HTMLLIElement>(null);
  const { mutate: undo, isPending, error } = useUndoRecentAction();
  const what = recentActionText(action);
  const name = action.name ?? strings.unknown;
  const path = pathOf(action);
  const note = action.detail !== null && action.kind !== 'assigned' ? action.detail : '';

  function onUndo(): void {
    // The button goes away: a key that is held must not go on to the next one.
    row.current?.focus();
    undo({ params: { id: action._id } }, { onSuccess: () => onUndone(`${what}, ${name}`) });
  }

  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-line border-b py-2.5 text-sm"
    >
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="wrap-anywhere font-semibold">{what}</span>
        <span className="flex min-w-0 flex-wrap gap-x-1.5 text-ink-muted">
          <span>{itemTypeLabel(action.subject.itemType)}</span>
          {path === undefined ? (
            <bdi className="wrap-anywhere">{name}</bdi>
          ) : (
            <TextLink to={path} onClick={onOpen}>
              <bdi className="wrap-anywhere">{name}</bdi>
            </TextLink>
          )}
          <time dateTime={action.at} title={formatDateTimeShort(action.at)} className="tabular-nums">
            {formatRelativeTime(action.at, now)}
          </time>
        </span>
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
          aria-label={strings.undoWhat(what, name)}
          onClick={onUndo}
        >
          {strings.undo}
        </Button>
      ) : (
        <span className="max-w-32 text-right text-ink-muted text-xs">{strings.states[action.undo]}</span>
      )}
    </li>
  );
}
