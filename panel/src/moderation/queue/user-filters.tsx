import { useRef } from 'react';
import { Chip } from '../../ui/chip.tsx';
import { useReporterById } from '../reports/detail/report-detail.queries.ts';
import { type ReportFilters, USER_FILTER_NAMES, type UserFilterName } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';

interface UserFilterProps {
  readonly name: UserFilterName;
  readonly id: string;
  readonly onRemove: () => void;
}

function UserFilter({ name, id, onRemove }: UserFilterProps) {
  const { data: user, isPending } = useReporterById(id);
  // A name that cannot be loaded is replaced by the id; a deleted account has neither.
  const unnamed = isPending ? strings.userLoading : user === null ? strings.userGone : id;
  const text = strings.user[name](user?.username?.trim() || unnamed);
  return (
    <Chip label={strings.removeFilter(text)} onRemove={onRemove}>
      <bdi className="min-w-0 truncate">{text}</bdi>
    </Chip>
  );
}

interface UserFiltersProps {
  readonly filters: ReportFilters;
  readonly onChange: (filters: ReportFilters) => void;
}

/** The account owner and the reporter that the list is filtered by; a press removes the filter. */
export function UserFilters({ filters, onChange }: UserFiltersProps) {
  const list = useRef<HTMLUListElement>(null);
  const chosen = USER_FILTER_NAMES.filter((name) => filters[name] !== '');
  if (chosen.length === 0) return null;

  function remove(name: UserFilterName): void {
    // The pressed button is removed: the focus moves to the other, or to the first filter.
    const others = [...(list.current?.querySelectorAll('button') ?? [])].filter((button) => !button.matches(':focus'));
    (others[0] ?? list.current?.closest('search')?.querySelector('select'))?.focus();
    onChange({ ...filters, [name]: '' });
  }

  return (
    <ul ref={list} aria-label={strings.people} className="flex flex-wrap gap-2">
      {chosen.map((name) => (
        <li key={name} className="min-w-0 max-w-full">
          <UserFilter name={name} id={filters[name]} onRemove={() => remove(name)} />
        </li>
      ))}
    </ul>
  );
}
