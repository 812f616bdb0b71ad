import { ScrollText } from 'lucide-react';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { BusyLine } from '../../ui/busy-line.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBlock } from '../../ui/error-block.tsx';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { type AuditQuery, countFilters } from '../audit.filters.ts';
import { auditStrings as strings } from '../audit.strings.ts';
import type { AuditList } from '../use-audit-list.ts';
import { AuditEntries } from './audit-entries.tsx';
import { AuditEntrySkeleton } from './audit-entry-row.tsx';
import { AuditHead } from './audit-head.tsx';

const SKELETONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;
/** Column widths from the tablet's width on; the head and the entries share them. */
const COLUMNS = '[--audit-columns:10rem_minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1.6fr)_3rem]';

interface AuditTableProps {
  readonly query: AuditQuery;
  readonly list: AuditList;
  readonly onChoose: (change: Partial<AuditQuery>) => void;
}

function TableBody({ query, list, onChoose }: AuditTableProps) {
  if (list.error) {
    return (
      <ErrorBlock
        message={errorMessage(list.error, strings.listFailed)}
        onRetry={isUnauthorized(list.error) ? undefined : list.retry}
        retrying={list.isFetching}
      />
    );
  }
  if (list.isLoading) {
    return (
      <>
        <LoadingNote text={strings.loadingList} />
        <div aria-hidden="true">
          <AuditHead />
        </div>
        {SKELETONS.map((key) => (
          <AuditEntrySkeleton key={key} />
        ))}
      </>
    );
  }
  if (list.rowCount > 0) return <AuditEntries query={query} list={list} onChoose={onChoose} />;
  return countFilters(query) > 0 ? (
    <EmptyState icon={ScrollText} title={strings.emptyFiltered} hint={strings.emptyHint} />
  ) : (
    <EmptyState icon={ScrollText} title={strings.empty} />
  );
}

/** The trail, with what stands in its place while it loads, is empty or has failed. */
export function AuditTable({ query, list, onChoose }: AuditTableProps) {
  return (
    <div
      aria-busy={list.isPrevious || list.isLoading}
      className={classNames(COLUMNS, 'relative rounded-lg border border-line bg-surface shadow-card')}
    >
      <BusyLine busy={list.isPrevious} />
      {list.refreshError && (
        <InlineFailure message={strings.listFailed} onRetry={list.retry} retrying={list.isFetching} />
      )}
      <TableBody query={query} list={list} onChoose={onChoose} />
    </div>
  );
}
