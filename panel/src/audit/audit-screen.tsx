import { SlidersHorizontal } from 'lucide-react';
import { memo, useCallback, useDeferredValue, useId, useRef, useState } from 'react';
import { totalText } from '../lib/total-text.ts';
import { useUrlQuery } from '../lib/url-query.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { type AuditQuery, auditUrl, countFilters } from './audit.filters.ts';
import { auditStrings as strings } from './audit.strings.ts';
import { AuditFilters } from './components/audit-filters.tsx';
import { AuditTable } from './components/audit-table.tsx';
import { ExportButton } from './components/export-button.tsx';
import { prefetchAuditList, useAuditList } from './use-audit-list.ts';

const Table = memo(AuditTable);
export const prefetch = prefetchAuditList;
export const heading = strings.title;

/** Who changed what, and when: the trail, to filter, read and take away as a file. */
export function AuditScreen() {
  const { query, update: choose } = useUrlQuery(auditUrl);
  const list = useAuditList(query);
  const filtersId = useId();
  const [filtersOpen, setFiltersOpen] = useState(false);
  // Entries are drawn in slices behind what was pressed, which stays quick however many there are.
  const shownQuery = useDeferredValue(query);
  const shownList = useDeferredValue(list);
  const activeCount = countFilters(query);
  const filterButton = useRef<HTMLButtonElement>(null);
  const chooseFromEntry = useCallback(
    (change: Partial<AuditQuery>) => {
      choose(change);
      // What was pressed may be gone from the list that comes: its new beginning is shown, the focus is at its filters.
      window.scrollTo(0, 0);
      filterButton.current?.focus();
    },
    [choose],
  );

  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-semibold text-xl tracking-tight">{heading}</h1>
        <p role="status" className="min-h-5 flex-1 text-ink-muted text-sm tabular-nums">
          {totalText(list, strings.total)}
        </p>
        <ExportButton query={query} />
      </header>
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
            <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1 text-on-accent text-xs tabular-nums">
              <span aria-hidden="true">{activeCount}</span>
              <span className="sr-only">, {strings.activeFilters(activeCount)}</span>
            </span>
          )}
        </Button>
        <fieldset
          id={filtersId}
          hidden={!filtersOpen}
          aria-label={strings.filterPanel}
          className={classNames(
            'min-w-0 grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-3 rounded-lg border border-line',
            'bg-surface p-3 shadow-card sm:grid-cols-3 sm:p-4 lg:grid-cols-4',
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
