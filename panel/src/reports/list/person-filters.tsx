import { useRef } from 'react';
import { Chip } from '../../ui/chip.tsx';
import { useReporterById } from '../detail/report-detail.queries.ts';
import { PERSON_NAMES, type PersonFilterName, type ReportFilters } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';

interface PersonFilterProps {
  readonly name: PersonFilterName;
  readonly id: string;
  readonly onRemove: () => void;
}

function PersonFilter({ name, id, onRemove }: PersonFilterProps) {
  const { data: person, isPending } = useReporterById(id);
  // Whose name cannot be read has the id, which does no harm; whoever is gone has none.
  const unnamed = isPending ? strings.personLoading : person === null ? strings.personGone : id;
  const text = strings.person[name](person?.username?.trim() || unnamed);
  return (
    <Chip label={strings.removeFilter(text)} onRemove={onRemove}>
      <bdi className="min-w-0 truncate">{text}</bdi>
    </Chip>
  );
}

interface PersonFiltersProps {
  readonly filters: ReportFilters;
  readonly onChange: (filters: ReportFilters) => void;
}

/** Whose reports the list is of, about them or by them; a press shows everybody's again. */
export function PersonFilters({ filters, onChange }: PersonFiltersProps) {
  const list = useRef<HTMLUListElement>(null);
  const chosen = PERSON_NAMES.filter((name) => filters[name] !== '');
  if (chosen.length === 0) return null;

  function remove(name: PersonFilterName): void {
    // The pressed one goes away: the focus moves to the other, or to the first filter.
    const others = [...(list.current?.querySelectorAll('button') ?? [])].filter((button) => !button.matches(':focus'));
    (others[0] ?? list.current?.closest('search')?.querySelector('select'))?.focus();
    onChange({ ...filters, [name]: '' });
  }

  return (
    <ul ref={list} aria-label={strings.people} className="flex flex-wrap gap-2">
      {chosen.map((name) => (
        <li key={name} className="min-w-0 max-w-full">
          <PersonFilter name={name} id={filters[name]} onRemove={() => remove(name)} />
        </li>
      ))}
    </ul>
  );
}
