import type { ReportStatusCounts } from '@hai-dang/contract/moderation/reports.schema.ts';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { AssigneeFilter } from '../../entities/assignee-filter.tsx';
import { ListSearch } from '../../entities/list-search.tsx';
import { itemTypeLabel, reasonLabel } from '../../entities/report-labels.ts';
import { statusLabel } from '../../entities/report-status.tsx';
import { useStore } from '../../lib/create-store.ts';
import { formatNumber, labelIn } from '../../lib/format.ts';
import { createMediaStore } from '../../lib/media-query.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CountBadge } from '../../ui/count-badge.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { PopoverButton } from '../../ui/popover-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { FilterChips } from './report-filter-chips.tsx';
import {
  canBeGrouped,
  countMenuFilters,
  FILTER_VALUES,
  filterOf,
  GROUPINGS,
  type Grouping,
  type ReportFilterName,
  type ReportFilters,
  type ReportQuery,
  reportListUrl,
  sortsOf,
} from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';

/** Where the toolbar has room for search and filters alone. */
const isPhone = createMediaStore('(width < 40rem)');
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

interface FilterSelectProps {
  readonly name: ReportFilterName;
  readonly filters: ReportFilters;
  /** How many reports each choice has. */
  readonly counts?: Partial<Record<string, number>> | undefined;
  /** Set for one in the toolbar. */
  readonly className?: string;
  readonly onChange: (change: Partial<ReportFilters>) => void;
}

const FilterSelect = ({ name, filters, counts = {}, className, onChange }: FilterSelectProps) => (
  <SelectField
    label={strings.filters[name]}
    hideLabel={className !== undefined}
    value={filters[name]}
    onChange={({ target }) => onChange(filterOf(name, target.value))}
    options={[
      { value: '', label: strings.any[name] },
      ...FILTER_VALUES[name].map((value) => {
        const count = counts[value];
        const label = LABELS[name](value);
        return { value, label: count === undefined ? label : strings.withCount(label, formatNumber(count)) };
      }),
    ]}
    className={className}
  />
);

interface SortSelectProps extends Pick<FilterSelectProps, 'className' | 'onChange'> {
  readonly query: ReportQuery;
}

function SortSelect({ query: { filters, grouping }, className, onChange }: SortSelectProps) {
  const sorts = sortsOf(grouping);
  const first = strings.sorts[grouping === 'account' ? 'reports' : 'newest'];
  return (
    <SelectField
      label={strings.sort}
      hideLabel={className !== undefined}
      value={filters.sort}
      onChange={({ target }) => onChange({ sort: sorts.find((sort) => sort === target.value) ?? '' })}
      options={[{ value: '', label: first }, ...sorts.map((value) => ({ value, label: strings.sorts[value] }))]}
      className={className}
    />
  );
}

interface GroupSelectProps {
  readonly grouping: Grouping;
  readonly className: string | undefined;
  readonly onChange: (grouping: Grouping) => void;
}

const GroupSelect = ({ grouping, className, onChange }: GroupSelectProps) => (
  <SelectField
    label={strings.group}
    hideLabel={className !== undefined}
    value={grouping}
    onChange={({ target }) => onChange(GROUPINGS.find((value) => value === target.value) ?? '')}
    options={GROUPINGS.map((value) => ({ value, label: strings.groupings[value] }))}
    className={className}
  />
);

interface FilterMenuProps {
  readonly query: ReportQuery;
  readonly onChange: (change: Partial<ReportFilters>) => void;
  /** The choice of grouping, on a phone. */
  readonly groups: ReactNode;
}

/** The filters beside the status; on a phone the order and the grouping, too. */
function FilterMenu({ query, onChange, groups }: FilterMenuProps) {
  const { filters, grouping } = query;
  const isSmall = useStore(isPhone);
  const count = countMenuFilters(filters);
  return (
    <PopoverButton
      label={strings.menu}
      trigger={
        <>
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {strings.menu}
          {count > 0 && <CountBadge tone="accent" count={count} label={`, ${strings.activeFilters(count)}`} />}
        </>
      }
    >
      <FilterSelect name="itemType" filters={filters} onChange={onChange} />
      <FilterSelect name="reason" filters={filters} onChange={onChange} />
      <AssigneeFilter value={filters.assignee} onChoose={(assignee) => onChange({ assignee })} />
      <FilterSelect name="kind" filters={filters} onChange={onChange} />
      {grouping !== 'account' && (
        <>
          <DayField
            label={strings.from}
            value={filters.from}
            max={filters.to}
            onChoose={(from) => onChange({ from })}
          />
          <DayField label={strings.to} value={filters.to} min={filters.from} onChoose={(to) => onChange({ to })} />
        </>
      )}
      <Checkbox
        label={strings.overdue}
        checked={filters.isOverdue}
        onChange={({ target }) => onChange({ isOverdue: target.checked })}
        className="min-h-9 text-sm"
      />
      {isSmall && <SortSelect query={query} onChange={onChange} />}
      {isSmall && groups}
    </PopoverButton>
  );
}

/** Search, filters, order, the grouping, and the saved views: one row on a wide screen. */
export function ReportFilterBar({ query, counts, canGroup, views, onChoose }: ReportFilterBarProps) {
  const { filters, grouping } = query;
  const isSmall = useStore(isPhone);
  const set = (change: Partial<ReportFilters>) => onChoose(withFilters(change));
  const onSearch = useCallback(
    (q: string) => {
      // One step of the browser's history for a search, not one for each pause of typing.
      onChoose(withFilters({ q }), { replace: reportListUrl.current().filters.q !== '' });
    },
    [onChoose],
  );
  const groups = (className?: string) =>
    (canGroup || grouping !== '') &&
    canBeGrouped(filters) && (
      <GroupSelect grouping={grouping} onChange={(next) => onChoose({ grouping: next })} className={className} />
    );
  const isOfReports = grouping !== 'account';
  return (
    <search aria-label={strings.filterBar} className="flex flex-wrap items-center gap-2">
      {isOfReports ? (
        <ListSearch
          q={filters.q}
          label={strings.search}
          placeholder={strings.searchShort}
          className="min-w-40 basis-28"
          onSearch={onSearch}
        />
      ) : (
        // The menu opens to its left.
        <span className="flex-1" />
      )}
      <FilterMenu query={query} onChange={set} groups={groups()} />
      {isOfReports && (
        <FilterSelect
          name="status"
          filters={filters}
          counts={counts}
          onChange={set}
          className="w-48 max-xl:flex-auto"
        />
      )}
      <FilterChips filters={filters} onChange={set} />
      {!isSmall && <SortSelect query={query} onChange={set} className="w-48" />}
      {!isSmall && groups('w-40')}
      {views}
    </search>
  );
}
