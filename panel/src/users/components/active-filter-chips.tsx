import { Button } from '../../ui/button.tsx';
import { ChipList, focusFilters } from '../../ui/chip-list.tsx';
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

/** The active filters; a press removes one, the last button all of them. */
export function ActiveFilterChips({ filters, onFilter, onReset }: ActiveFilterChipsProps) {
  const active = activeFilters(filters);
  if (active.length === 0 && !onReset) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <ChipList
        chips={active.map((name) => ({ name, text: chipText(name, filters[name]) }))}
        onRemove={(name) => onFilter(name, '')}
      />
      {onReset && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            focusFilters();
            onReset();
          }}
        >
          {strings.resetFilters}
        </Button>
      )}
    </div>
  );
}
