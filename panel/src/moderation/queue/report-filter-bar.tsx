import { REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ReportStatusCounts } from '@hai-dang/contract/moderation/reports.schema.ts';
import { RotateCcw, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { AssigneeFilter } from '../../entities/assignee-filter.tsx';
import { ListSearch } from '../../entities/list-search.tsx';
import { itemTypeLabel, reasonLabel } from '../../entities/report-labels.ts';
import { statusLabel } from '../../entities/report-status.tsx';
import { formatNumber, labelIn } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import {
  canBeGrouped,
  countMoreFilters,
  FILTER_NAMES,
  FILTER_VALUES,
  filterOf,
  isFiltered,
  NO_FILTERS,
  type ReportFilterName,
  type ReportFilters,
  type ReportQuery,
  reportListUrl,
  SORTS,
} from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import { UserFilters } from './user-filters.tsx';

const SELECT = 'flex-1 basis-28 sm:max-w-44';
const LABELS = {
  status: statusLabel,
  itemType: itemTypeLabel,
  reason: reasonLabel,
  kind: (value: string) => labelIn(strings.kinds, value),
};

interface ReportFilterBarProps {
  readonly query: ReportQuery;
  /** How many reports each status has under the other filters; undefined until that is known. */
  readonly counts: ReportStatusCounts | undefined;
  readonly canGroup: boolean;
  /** The saved views of the list. */
  readonly views: ReactNode;
  readonly onChoose: (change: Partial<ReportQuery>, options?: { readonly replace: boolean }) => void;
}

/** The filters in the URL with a change: those of the last render may be older than an earlier change. */
const withFilters = (change: Partial<ReportFilters>): Pick<ReportQuery, 'filters'> => ({
  filters: { ...reportListUrl.current().filters, ...change },
});

function optionsOf(name: ReportFilterName) {
  const known: readonly string[] = FILTER_VALUES[name];
  return [{ value: '', label: strings.any[name] }, ...known.map((value) => ({ value, label: LABELS[name](value) }))];
}

interface FilterSelectProps {
  readonly name: ReportFilterName;
  readonly filters: ReportFilters;
  readonly onChange: (change: Partial<ReportFilters>) => void;
  readonly className: string;
}

const FilterSelect = ({ name, filters, onChange, className }: FilterSelectProps) => (
  <SelectField
    label={strings.filters[name]}
    value={filters[name]}
    onChange={({ target }) => onChange(filterOf(name, target.value))}
    options={optionsOf(name)}
    className={className}
  />
);

interface GroupToggleProps {
  readonly isGrouped: boolean;
  readonly onChange: (isGrouped: boolean) => void;
}

/** Shows the new state at once, while the URL and the other list are pending. */
function GroupToggle({ isGrouped, onChange }: GroupToggleProps) {
  const [isChecked, setIsChecked] = useState(isGrouped);
  const [known, setKnown] = useState(isGrouped);
  if (known !== isGrouped) {
    setKnown(isGrouped);
    setIsChecked(isGrouped);
  }
  return (
    <Checkbox
      label={strings.group}
      checked={isChecked}
      onChange={(event) => {
        setIsChecked(event.target.checked);
        onChange(event.target.checked);
      }}
      className="ml-auto min-h-8 text-sm"
    />
  );
}

interface MoreFiltersProps {
  readonly id: string;
  readonly query: ReportQuery;
  readonly onChange: (change: Partial<ReportFilters>) => void;
}

/** The filters that are not needed each day. */
function MoreFilters({ id, query: { filters, isGrouped }, onChange }: MoreFiltersProps) {
  return (
    <fieldset id={id} aria-label={strings.moreFilters} className="flex min-w-0 flex-wrap items-end gap-2">
      <AssigneeFilter value={filters.assignee} onChoose={(assignee) => onChange({ assignee })} className={SELECT} />
      <FilterSelect name="kind" filters={filters} onChange={onChange} className={SELECT} />
      <DayField
        label={strings.from}
        value={filters.from}
        max={filters.to}
        onChoose={(from) => onChange({ from })}
        className="flex-1 basis-28 sm:max-w-40"
      />
      <DayField
        label={strings.to}
        value={filters.to}
        min={filters.from}
        onChoose={(to) => onChange({ to })}
        className="flex-1 basis-28 sm:max-w-40"
      />
      {!isGrouped && (
        <Checkbox
          label={strings.overdue}
          checked={filters.isOverdue}
          onChange={({ target }) => onChange({ isOverdue: target.checked })}
          className="min-h-9 text-sm"
        />
      )}
    </fieldset>
  );
}

/** The filters, the counts by status, the saved views, and the toggle that groups reports by subject. */
export function ReportFilterBar({ query, counts, canGroup, views, onChoose }: ReportFilterBarProps) {
  const { filters, isGrouped } = query;
  const moreId = useId();
  const moreCount = countMoreFilters(filters);
  const [isMoreOpen, setIsMoreOpen] = useState(moreCount > 0);
  const [knownCount, setKnownCount] = useState(moreCount);
  if (knownCount !== moreCount) {
    setKnownCount(moreCount);
    // A saved view or a link has set one: what limits the list is shown.
    if (knownCount === 0) setIsMoreOpen(true);
  }
  const set = (change: Partial<ReportFilters>) => onChoose(withFilters(change));
  const onSearch = useCallback(
    (q: string) => {
      // One step of the browser's history for a search, not one for each pause of typing.
      onChoose(withFilters({ q }), { replace: reportListUrl.current().filters.q !== '' });
    },
    [onChoose],
  );
  const sorts = isGrouped ? SORTS.cases : SORTS.reports;
  // The list begins on the first screen there; what limits it is always shown.
  const hiddenOnPhones = isMoreOpen ? undefined : 'max-sm:hidden';
  const newestFirst = isGrouped ? strings.sorts.newestOfSubject : strings.sorts.newest;
  return (
    <search aria-label={strings.filterBar} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <ListSearch q={filters.q} label={strings.search} onSearch={onSearch} />
        {FILTER_NAMES.map((name) => (
          <FilterSelect
            key={name}
            name={name}
            filters={filters}
            onChange={set}
            className={classNames(SELECT, name !== 'status' && filters[name] === '' && hiddenOnPhones)}
          />
        ))}
        <SelectField
          label={strings.sort}
          value={filters.sort}
          onChange={({ target }) => set({ sort: sorts.find((sort) => sort === target.value) ?? '' })}
          options={[
            { value: '', label: newestFirst },
            ...sorts.map((value) => ({ value, label: strings.sorts[value] })),
          ]}
          className={classNames(SELECT, filters.sort === '' && hiddenOnPhones)}
        />
        <Button aria-expanded={isMoreOpen} aria-controls={moreId} onClick={() => setIsMoreOpen(!isMoreOpen)}>
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {strings.moreFilters}
          {moreCount > 0 && (
            <CountBadge tone="accent" count={moreCount} label={`, ${strings.activeFilters(moreCount)}`} />
          )}
        </Button>
        {isFiltered(filters) && (
          <Button variant="ghost" onClick={() => onChoose({ filters: { ...NO_FILTERS, sort: filters.sort } })}>
            <RotateCcw aria-hidden="true" className="size-4" />
            {strings.resetFilters}
          </Button>
        )}
      </div>
      {isMoreOpen && <MoreFilters id={moreId} query={query} onChange={set} />}
      <UserFilters filters={filters} onChange={(next) => onChoose({ filters: next })} />
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
        <ul aria-label={strings.byStatus} className="flex min-h-8 flex-wrap gap-2">
          {REPORT_STATUSES.map((status) => (
            <li key={status}>
              <button
                type="button"
                aria-pressed={filters.status === status}
                onClick={() => set({ status: filters.status === status ? '' : status })}
                className={classNames(
                  'inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-sm tabular-nums transition-colors hover:bg-hover',
                  filters.status === status ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line bg-surface',
                )}
              >
                {statusLabel(status)}
                <span className="min-w-4 font-semibold">{counts ? formatNumber(counts[status]) : '–'}</span>
              </button>
            </li>
          ))}
        </ul>
        {views}
        {(canGroup || isGrouped) && canBeGrouped(filters) && (
          <GroupToggle isGrouped={isGrouped} onChange={(next) => onChoose({ isGrouped: next })} />
        )}
      </div>
    </search>
  );
}
