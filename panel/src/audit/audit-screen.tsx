import { exportAuditEntries } from '@hai-dang/contract/audit/audit.endpoints.ts';
import { SlidersHorizontal } from 'lucide-react';
import { memo, type ReactNode, useCallback, useDeferredValue, useId, useRef, useState } from 'react';
import { ExportButton } from '../entities/export-button.tsx';
import { type ListInUrl, useUrlQuery } from '../lib/url-query.ts';
import { totalText } from '../lib/use-infinite-list.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { type AuditQuery, auditUrl, countFilters } from './audit.filters.ts';
import { prefetchAuditList, useAuditList } from './audit.queries.ts';
import { auditStrings as strings } from './audit.strings.ts';
import { AuditFilters } from './components/audit-filters.tsx';
import { AuditTable } from './components/audit-table.tsx';

const Table = memo(AuditTable);
export const prefetch = prefetchAuditList;
export const heading = strings.title;

interface AuditScreenProps {
  /** Renders the saved views of the list. */
  readonly views: (list: ListInUrl) => ReactNode;
}

/** The audit log, to filter, read and export. */
export function AuditScreen({ views }: AuditScreenProps) {
  const { query, search, update: choose } = useUrlQuery(auditUrl);
  const list = useAuditList(query);
  const filtersId = useId();
  const [filtersOpen, setFiltersOpen] = useState(false);
  // Entries are rendered in slices after input has been handled, which stays fast however many there are.
  const shownQuery = useDeferredValue(query);
  const shownList = useDeferredValue(list);
  const activeCount = countFilters(query);
  const filterButton = useRef<HTMLButtonElement>(null);
  const chooseFromEntry = useCallback(
    (change: Partial<AuditQuery>) => {
      choose(change);
      // The pressed element may not be in the new list: scroll to its top, and focus the filters.
      window.scrollTo(0, 0);
      filterButton.current?.focus();
    },
    [choose],
  );

  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={heading} status={totalText(list, strings.total)}>
        {views({ search, onOpen: (saved) => choose(auditUrl.parse(new URLSearchParams(saved))) })}
        <ExportButton endpoint={exportAuditEntries} body={query} fileName={(day) => `nhat-ky-${day}.csv`} />
      </PageHeader>
      <search className="flex flex-col gap-3">
        <Button
          ref={filterButton}
          aria-expanded={filtersOpen}
          aria-controls={filtersId}
          onClick={() => setFiltersOpen((open) => !open)}
          className="self-start"
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {filtersOpen ? strings.hideFilters : strings.showFilters}
          {activeCount > 0 && (
            <CountBadge tone="accent" count={activeCount} label={`, ${strings.activeFilters(activeCount)}`} />
          )}
        </Button>
        <fieldset
          id={filtersId}
          hidden={!filtersOpen}
          aria-label={strings.filterPanel}
          className={classNames(
            'min-w-0 grid-cols-[repeat(auto-fill,minmax(max(10.25rem,22%),1fr))] items-end gap-3 rounded-lg border border-line',
            'bg-surface p-3 shadow-card sm:p-4',
            filtersOpen && 'grid',
          )}
        >
          {filtersOpen && <AuditFilters query={query} onChoose={choose} />}
        </fieldset>
      </search>
      <Table query={shownQuery} list={shownList} onChoose={chooseFromEntry} />
    </div>
  );
}
