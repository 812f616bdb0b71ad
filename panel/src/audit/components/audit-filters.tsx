import { auditLabels } from '@hai-dang/contract/audit/audit-labels.ts';
import { RotateCcw } from 'lucide-react';
import { vietnamDay } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type AuditQuery, countFilters, NO_FILTERS } from '../audit.filters.ts';
import { useAuditActors } from '../audit.queries.ts';
import { auditStrings as strings } from '../audit.strings.ts';
import { startOfWeek } from '../audit-time.ts';
import { FilterField } from './filter-field.tsx';

interface AuditFiltersProps {
  readonly query: AuditQuery;
  readonly onChoose: (change: Partial<AuditQuery>) => void;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The options, with one added for an unknown value from the URL. */
function withAny(options: readonly Option[], value: string): readonly Option[] {
  const isKnown = value === '' || options.some((option) => option.value === value);
  return [{ value: '', label: strings.any }, ...options, ...(isKnown ? [] : [{ value, label: value }])];
}

const LABELS = Object.entries(auditLabels).map(([value, label]) => ({ value, label }));
const ACTIONS = LABELS.filter(({ value }) => value.includes('.'));
const TARGET_TYPES = LABELS.filter(({ value }) => !value.includes('.'));

/** Filters by actor, action, target and days. */
export function AuditFilters({ query, onChoose }: AuditFiltersProps) {
  const actors = useAuditActors().data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const chooseThisWeek = () => {
    const today = vietnamDay(Date.now());
    onChoose({ from: startOfWeek(today), to: today });
  };
  const isPlain = countFilters(query) === 0;
  return (
    <>
      <SelectField
        label={strings.filters.actorId}
        value={query.actorId}
        onChange={(event) => onChoose({ actorId: event.target.value })}
        options={withAny(actors, query.actorId)}
      />
      <SelectField
        label={strings.filters.action}
        value={query.action}
        onChange={(event) => onChoose({ action: event.target.value })}
        options={withAny(ACTIONS, query.action)}
      />
      <SelectField
        label={strings.filters.targetType}
        value={query.targetType}
        onChange={(event) => onChoose({ targetType: event.target.value })}
        options={withAny(TARGET_TYPES, query.targetType)}
      />
      <FilterField name="targetId" query={query} onChoose={onChoose} />
      <DayField
        label={strings.filters.from}
        value={query.from}
        max={query.to}
        onChoose={(from) => onChoose({ from })}
      />
      <DayField label={strings.filters.to} value={query.to} min={query.from} onChoose={(to) => onChoose({ to })} />
      <Button variant="ghost" onClick={chooseThisWeek} className="justify-self-start">
        {strings.thisWeek}
      </Button>
      <Button
        variant="ghost"
        aria-disabled={isPlain || undefined}
        onClick={() => !isPlain && onChoose(NO_FILTERS)}
        className="-col-end-1 justify-self-end aria-disabled:opacity-50"
      >
        <RotateCcw aria-hidden="true" className="size-4" />
        {strings.resetFilters}
      </Button>
    </>
  );
}
