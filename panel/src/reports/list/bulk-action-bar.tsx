import { useEffect, useRef } from 'react';
import { useActions } from '../../lib/actions.ts';
import { formatNumber } from '../../lib/format.ts';
import { keepToastsAbove } from '../../ui/bottom-bar.ts';
import { Button } from '../../ui/button.tsx';
import { listActions, listStatusActions } from './reports-list.actions.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import type { Bulk } from './use-bulk-actions.tsx';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  readonly bulk: Bulk;
  readonly selection: Selection;
  /** The focus was on what is no longer there. */
  readonly onFocusLost: () => void;
}

/** How many are selected, what can be done with all of them, and how far that is. */
export function BulkBar({ bulk, selection, onFocusLost }: BulkBarProps) {
  const { progress } = bulk;
  const count = selection.reports.size;
  const changed = selection.changed.size;
  const shows = progress ? 'progress' : count > 0 ? 'choices' : 'nothing';
  const former = useRef(shows);
  useEffect(() => {
    if (former.current === shows) return;
    former.current = shows;
    if (document.activeElement === document.body) onFocusLost();
  }, [shows, onFocusLost]);

  if (shows === 'nothing') return <p role="status" className="sr-only" />;
  return (
    <section
      ref={keepToastsAbove}
      aria-label={strings.selection}
      className="sticky bottom-3 z-20 mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-raised px-4 py-2 shadow-pop"
    >
      <p role="status" className="min-w-40 flex-1 font-semibold text-sm tabular-nums">
        {progress
          ? strings.progress(formatNumber(progress.done), formatNumber(progress.total))
          : strings.selected(formatNumber(count))}
        {!progress && changed > 0 && (
          <span className="block font-normal text-amber-ink">{strings.selectedChanged(formatNumber(changed))}</span>
        )}
      </p>
      {progress ? (
        <>
          <progress
            aria-label={strings.selection}
            value={progress.done}
            max={progress.total}
            className="h-2 w-40 accent-accent"
          />
          <Button size="sm" onClick={bulk.stop}>
            {strings.stop}
          </Button>
        </>
      ) : (
        <Choices bulk={bulk} selection={selection} />
      )}
    </section>
  );
}

function Choices({ bulk, selection }: Omit<BulkBarProps, 'onFocusLost'>) {
  const [acceptChanges, remove, clear, ...statuses] = useActions([
    { ...listActions.acceptChanges, when: selection.changed.size > 0, run: selection.acceptChanges },
    { ...listActions.removeSelected, run: () => void bulk.remove() },
    { ...listActions.clearSelection, run: selection.clear },
    ...listStatusActions.map((action) => ({ ...action, run: () => void bulk.setStatus(action.status) })),
  ]);
  return (
    <>
      {acceptChanges.when && (
        <Button size="sm" onClick={acceptChanges.run}>
          {acceptChanges.label}
        </Button>
      )}
      <fieldset aria-label={strings.setStatus} className="flex min-w-0 flex-wrap gap-2">
        {statuses.map(({ id, label, run }) => (
          <Button key={id} size="sm" onClick={run}>
            {label}
          </Button>
        ))}
      </fieldset>
      <Button size="sm" variant="danger" onClick={remove.run}>
        {remove.label}
      </Button>
      <Button size="sm" variant="ghost" onClick={clear.run}>
        {clear.label}
      </Button>
    </>
  );
}
