import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { useCallback, useState } from 'react';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { WindowedGrid } from '../../lib/windowed-grid.tsx';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type AuditQuery, auditUrl } from '../audit.filters.ts';
import { auditStrings as strings } from '../audit.strings.ts';
import type { AuditList } from '../use-audit-list.ts';
import { AuditEntryRow, AuditEntrySkeleton, rowHeightPx } from './audit-entry-row.tsx';
import { AuditHead } from './audit-head.tsx';

const idOf = (entry: AuditEntry): string => entry._id;

interface AuditEntriesProps {
  readonly query: AuditQuery;
  readonly list: AuditList;
  readonly onChoose: (change: Partial<AuditQuery>) => void;
}

/** The entries, of which only those near the screen exist; each can be opened by itself. */
export function AuditEntries({ query, list, onChoose }: AuditEntriesProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

  const focus = useRowFocus(list, idOf);
  const toggle = useCallback(
    (id: string) =>
      setOpen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );

  return (
    <>
      <WindowedGrid
        feature="audit"
        search={auditUrl.format(query).toString()}
        list={list}
        focus={focus}
        label={strings.list}
        columnCount={5}
        rowHeightPx={rowHeightPx}
        head={<AuditHead />}
        renderRow={(entry, index) =>
          entry ? (
            <AuditEntryRow
              key={entry._id}
              entry={entry}
              rowIndex={index + 2}
              isTabStop={index === focus.tabStop}
              isOpen={open.has(entry._id)}
              onToggle={toggle}
              onChoose={onChoose}
            />
          ) : (
            <AuditEntrySkeleton key={`row-${index}`} />
          )
        }
      />
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
