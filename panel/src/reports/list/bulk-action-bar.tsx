import { REPORT_STATUSES } from '@hai-dang/contract/reports/reports.schema.ts';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { keepToastsAbove } from '../../ui/bottom-bar.ts';
import { Button } from '../../ui/button.tsx';
import { statusLabel } from '../reports.strings.ts';
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
        <>
          {changed > 0 && (
            <Button size="sm" onClick={selection.acceptChanges}>
              {strings.acceptChanges}
            </Button>
          )}
          <fieldset aria-label={strings.setStatus} className="flex min-w-0 flex-wrap gap-2">
            {REPORT_STATUSES.map((status) => (
              <Button key={status} size="sm" onClick={() => void bulk.setStatus(status)}>
                {statusLabel(status)}
              </Button>
            ))}
          </fieldset>
          <Button size="sm" variant="danger" onClick={() => void bulk.remove()}>
            {strings.bulkRemove}
          </Button>
          <Button size="sm" variant="ghost" onClick={selection.clear}>
            {strings.clearSelection}
          </Button>
        </>
      )}
    </section>
  );
}
