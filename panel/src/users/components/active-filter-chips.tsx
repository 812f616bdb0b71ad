import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { activeFilters, type FilterChoices, type FilterName } from '../users.filters.ts';
import { usersStrings as strings } from '../users.strings.ts';

interface ActiveFilterChipsProps {
  readonly filters: FilterChoices;
  readonly onFilter: (name: FilterName, value: string) => void;
  /** Set while the filter panel, which has this button too, is hidden and a filter is active. */
  readonly onReset: (() => void) | undefined;
}

function chipText(name: FilterName, value: string): string {
  const labels: Readonly<Record<string, string>> = strings.choices[name];
  return `${strings.filters[name]}: ${labels[value] ?? value}`;
}

const focusPanelButton = () => document.querySelector<HTMLElement>('search button[aria-expanded]')?.focus();

/** The active filters; a press removes one, the last button all of them. */
export function ActiveFilterChips({ filters, onFilter, onReset }: ActiveFilterChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const active = activeFilters(filters);
  if (active.length === 0 && !onReset) return null;

  function remove(name: FilterName, index: number) {
    // The pressed chip is removed: the focus moves to the next one, or to the list's form.
    const chips = list.current?.querySelectorAll('button');
    const next = chips?.[index + 1] ?? chips?.[index - 1];
    if (next) next.focus();
    else focusPanelButton();
    onFilter(name, '');
  }

  return (
    <div className="flex flex-wrap gap-2">
      {active.length > 0 && (
        <ul ref={list} aria-label={strings.chips} className="flex flex-wrap gap-2">
          {active.map((name, index) => (
            <li key={name}>
              <Chip label={strings.removeFilter(chipText(name, filters[name]))} onRemove={() => remove(name, index)}>
                {chipText(name, filters[name])}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {onReset && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            focusPanelButton();
            onReset();
          }}
        >
          {strings.resetFilters}
        </Button>
      )}
    </div>
  );
}
