import { useActions } from '../../lib/actions.ts';
import { formatNumber } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { listActions, listStatusActions } from './reports-list.actions.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import type { Bulk } from './use-bulk-actions.tsx';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  readonly bulk: Bulk;
  readonly selection: Selection;
  /** Called when the focused element was removed. */
  readonly onFocusLost: () => void;
}

/** Shows the number of selected reports, their bulk actions, and the progress. */
export function BulkBar({ bulk, selection, onFocusLost }: BulkBarProps) {
  const { progress } = bulk;
  const count = selection.reports.size;
  const changed = selection.changed.size;
  const shows = progress ? 'progress' : count > 0 ? 'choices' : undefined;
  const [stop] = useActions([{ ...listActions.stop, when: shows === 'progress', run: bulk.stop }]);

  return (
    <SelectionBar
      shows={shows}
      label={strings.selection}
      onFocusLost={onFocusLost}
      status={
        <>
          {progress
            ? strings.progress(formatNumber(progress.done), formatNumber(progress.total))
            : strings.selected(formatNumber(count))}
          {!progress && changed > 0 && (
            <span className="block font-normal text-amber-ink">{strings.selectedChanged(formatNumber(changed))}</span>
          )}
        </>
      }
    >
      {progress ? (
        <>
          <progress
            aria-label={strings.selection}
            value={progress.done}
            max={progress.total}
            className="h-2 w-40 accent-accent"
          />
          <ActionButton size="sm" action={stop} />
        </>
      ) : (
        <Choices bulk={bulk} selection={selection} />
      )}
    </SelectionBar>
  );
}

function Choices({ bulk, selection }: Pick<BulkBarProps, 'bulk' | 'selection'>) {
  const [acceptChanges, remove, clear, ...statuses] = useActions([
    { ...listActions.acceptChanges, when: selection.changed.size > 0, run: selection.acceptChanges },
    { ...listActions.removeSelected, run: () => void bulk.remove() },
    { ...listActions.clearSelection, run: selection.clear },
    ...listStatusActions.map((action) => ({ ...action, run: () => void bulk.setStatus(action.status) })),
  ]);
  return (
    <>
      {acceptChanges.when && <ActionButton size="sm" action={acceptChanges} />}
      <fieldset aria-label={strings.setStatus} className="flex min-w-0 flex-wrap gap-2">
        {statuses.map((action) => (
          <ActionButton key={action.id} size="sm" action={action} />
        ))}
      </fieldset>
      <ActionButton size="sm" action={remove} />
      <ActionButton size="sm" variant="ghost" action={clear} />
    </>
  );
}
