import { useState } from 'react';
import { WindowedRows } from '../../lib/windowed-rows.tsx';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type AuditQuery, formatAuditQuery } from '../audit.filters.ts';
import { auditStrings as strings } from '../audit.strings.ts';
import type { AuditList } from '../use-audit-list.ts';
import { AuditEntryRow, AuditEntrySkeleton, rowHeightPx } from './audit-entry-row.tsx';

interface AuditEntriesProps {
  readonly query: AuditQuery;
  readonly list: AuditList;
  readonly onChoose: (change: Partial<AuditQuery>) => void;
}

/** The entries, of which only those near the screen exist; each can be opened by itself. */
export function AuditEntries({ query, list, onChoose }: AuditEntriesProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

  function toggle(id: string) {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: between a list and its items the virtualizer puts elements of its own */}
      <div role="list" aria-label={strings.list}>
        <WindowedRows
          feature="audit"
          search={formatAuditQuery(query).toString()}
          rowCount={list.rowCount}
          onSeen={list.onSeen}
          rowHeightPx={rowHeightPx}
        >
          {(index) => {
            const entry = list.rowAt(index);
            if (!entry) return <AuditEntrySkeleton key={`row-${index}`} />;
            return (
              <AuditEntryRow
                key={entry._id}
                entry={entry}
                isOpen={open.has(entry._id)}
                onToggle={() => toggle(entry._id)}
                onChoose={onChoose}
              />
            );
          }}
        </WindowedRows>
      </div>
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
