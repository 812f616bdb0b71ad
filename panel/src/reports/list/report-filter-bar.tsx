import type { ReportStatusCounts } from '@hai-dang/contract/reports/reports.schema.ts';
import { REPORT_STATUSES } from '@hai-dang/contract/reports/reports.schema.ts';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { itemTypeLabel, reasonLabel } from '../../entities/report-labels.ts';
import { statusLabel } from '../../entities/report-status.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SelectField } from '../../ui/select-field.tsx';
import {
  FILTER_NAMES,
  FILTER_VALUES,
  isFiltered,
  isOfUser,
  NO_FILTERS,
  type ReportFilterName,
  type ReportQuery,
  withFilter,
} from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import { UserFilters } from './user-filters.tsx';

const LABELS = { status: statusLabel, itemType: itemTypeLabel, reason: reasonLabel };

interface ReportFilterBarProps {
  readonly query: ReportQuery;
  /** How many reports each status has under the other filters; undefined until that is known. */
  readonly counts: ReportStatusCounts | undefined;
  readonly canGroup: boolean;
  readonly onChoose: (change: Partial<ReportQuery>) => void;
}

function optionsOf(name: ReportFilterName) {
  const known: readonly string[] = FILTER_VALUES[name];
  return [{ value: '', label: strings.any[name] }, ...known.map((value) => ({ value, label: LABELS[name](value) }))];
}

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
      className="min-h-8 text-sm"
    />
  );
}

/** The filters, the counts by status, and the toggle that groups reports by subject. */
export function ReportFilterBar({ query, counts, canGroup, onChoose }: ReportFilterBarProps) {
  const { filters, isGrouped } = query;
  return (
    <search aria-label={strings.filterBar} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        {FILTER_NAMES.map((name) => (
          <SelectField
            key={name}
            label={strings.filters[name]}
            value={filters[name]}
            onChange={(event) => onChoose({ filters: withFilter(filters, name, event.target.value) })}
            options={optionsOf(name)}
            className="flex-1 basis-32 sm:max-w-56"
          />
        ))}
        {isFiltered(filters) && (
          <Button variant="ghost" onClick={() => onChoose({ filters: NO_FILTERS })}>
            <RotateCcw aria-hidden="true" className="size-4" />
            {strings.resetFilters}
          </Button>
        )}
      </div>
      <UserFilters filters={filters} onChange={(next) => onChoose({ filters: next })} />
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ul aria-label={strings.byStatus} className="flex min-h-8 flex-wrap gap-2">
          {REPORT_STATUSES.map((status) => (
            <li key={status}>
              <button
                type="button"
                aria-pressed={filters.status === status}
                onClick={() => onChoose({ filters: { ...filters, status: filters.status === status ? '' : status } })}
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
        {(canGroup || isGrouped) && !isOfUser(filters) && (
          <GroupToggle isGrouped={isGrouped} onChange={(next) => onChoose({ isGrouped: next })} />
        )}
      </div>
    </search>
  );
}
