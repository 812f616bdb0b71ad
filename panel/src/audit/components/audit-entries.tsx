import { useCallback, useEffect, useRef, useState } from 'react';
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { AuditQuery } from '../audit.filters.ts';
import { auditStrings as strings } from '../audit.strings.ts';
import type { AuditList } from '../use-audit-list.ts';
import { AuditEntryRow } from './audit-entry-row.tsx';

const BUFFER_PX = 400;

interface AuditEntriesProps {
  readonly list: AuditList;
  readonly onChoose: (change: Partial<AuditQuery>) => void;
}

/** The entries, of which only those near the screen exist; each can be opened by itself. */
export function AuditEntries({ list, onChoose }: AuditEntriesProps) {
  const { entries, onSeen } = list;
  const virtualizer = useRef<WindowVirtualizerHandle>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

  const report = useCallback(() => {
    const handle = virtualizer.current;
    if (handle) onSeen(handle.findItemIndex(handle.scrollOffset + handle.viewportSize));
  }, [onSeen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more entries may still leave the screen unfilled
  useEffect(report, [report, entries.length]);

  function toggle(id: string) {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  }

  return (
    <>
      <section aria-label={strings.list}>
        <WindowVirtualizer ref={virtualizer} data={entries} as="ol" item="li" bufferSize={BUFFER_PX} onScroll={report}>
          {(entry) => (
            <AuditEntryRow
              key={entry._id}
              entry={entry}
              isOpen={open.has(entry._id)}
              onToggle={() => toggle(entry._id)}
              onChoose={onChoose}
            />
          )}
        </WindowVirtualizer>
      </section>
      {list.moreError ? (
        <InlineFailure message={strings.listFailed} onRetry={list.retryMore} retrying={list.isFetching} />
      ) : (
        <p className="flex min-h-14 items-center justify-center gap-2 px-4 text-ink-muted text-sm">
          {list.hasMore && <Spinner label="" />}
          {list.hasMore ? strings.loadingMore : strings.endOfList}
        </p>
      )}
    </>
  );
}
