import { RotateCcw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SelectField } from '../../ui/select-field.tsx';
import {
  DEFAULT_SORT,
  FILTER_NAMES,
  type FilterChoices,
  type FilterName,
  isPlainQuery,
  sortsOf,
  type UserSort,
} from '../users.filters.ts';
import { usersStrings as strings } from '../users.strings.ts';

interface FilterPanelProps {
  readonly id: string;
  readonly hidden: boolean;
  readonly filters: FilterChoices;
  readonly sort: UserSort;
  /** Whether the list is a search result. */
  readonly isSearch: boolean;
  readonly onFilter: (name: FilterName, value: string) => void;
  readonly onSort: (sort: UserSort) => void;
  readonly onReset: () => void;
}

function optionsOf(name: FilterName) {
  const choices = Object.entries(strings.choices[name]).map(([value, label]) => ({ value, label }));
  return [{ value: '', label: strings.any }, ...choices];
}

/** The filters and the sort order of the list. */
export function FilterPanel({ id, hidden, filters, sort, isSearch, onFilter, onSort, onReset }: FilterPanelProps) {
  const sorts = sortsOf(isSearch);
  const ownOrder = isSearch ? strings.bestMatch : strings.sorts.newest;
  const isPlain = isPlainQuery({ filters, sort });
  return (
    <fieldset
      id={id}
      hidden={hidden}
      aria-label={strings.filterPanel}
      className={classNames(
        'min-w-0 grid-cols-[repeat(auto-fill,minmax(max(9.5rem,22%),1fr))] items-end gap-3 rounded-lg border border-line',
        'bg-surface p-3 shadow-card sm:p-4',
        !hidden && 'grid',
      )}
    >
      {FILTER_NAMES.map((name) => (
        <SelectField
          key={name}
          label={strings.filters[name]}
          value={filters[name]}
          onChange={(event) => onFilter(name, event.target.value)}
          options={optionsOf(name)}
        />
      ))}
      <SelectField
        label={strings.sort}
        value={sort}
        onChange={(event) => onSort(sorts.find((known) => known === event.target.value) ?? DEFAULT_SORT)}
        options={sorts.map((value) => ({ value, label: value === '' ? ownOrder : strings.sorts[value] }))}
      />
      <Button
        variant="ghost"
        aria-disabled={isPlain || undefined}
        onClick={() => !isPlain && onReset()}
        className="-col-end-1 justify-self-end aria-disabled:opacity-50"
      >
        <RotateCcw aria-hidden="true" className="size-4" />
        {strings.resetFilters}
      </Button>
    </fieldset>
  );
}
