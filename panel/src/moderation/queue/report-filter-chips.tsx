import { RotateCcw } from 'lucide-react';
import { assigneeFilterText } from '../../entities/assignee-filter.tsx';
import { itemTypeLabel, reasonLabel } from '../../entities/report-labels.ts';
import { formatDateShort, labelIn } from '../../lib/format.ts';
import { ChipList, focusFilters } from '../../ui/chip-list.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useReporterById } from '../reports/detail/report-detail.queries.ts';
import { CHIP_NAMES, countFilters, NO_FILTERS, type ReportFilters } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';

const dayText = (label: string, day: string): string => `${label}: ${formatDateShort(`${day}T00:00:00+07:00`)}`;

/** The name of the user with this id. */
function useNameOf(id: string): string {
  const { data: user, isPending } = useReporterById(id || undefined);
  // A name that cannot be loaded is replaced by the id; a deleted account has neither.
  const unnamed = isPending ? strings.userLoading : user === null ? strings.userGone : id;
  return user?.username?.trim() || unnamed;
}

interface FilterChipsProps {
  readonly filters: ReportFilters;
  readonly onChange: (change: Partial<ReportFilters>) => void;
}

/** The filters that are set and have no control in sight: a press removes one, another press all. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const texts = {
    accountId: strings.user.accountId(useNameOf(filters.accountId)),
    reporterId: strings.user.reporterId(useNameOf(filters.reporterId)),
    itemType: itemTypeLabel(filters.itemType),
    reason: reasonLabel(filters.reason),
    assignee: assigneeFilterText(filters.assignee),
    kind: `${strings.filters.kind}: ${labelIn(strings.kinds, filters.kind)}`,
    from: dayText(strings.from, filters.from),
    to: dayText(strings.to, filters.to),
    isOverdue: strings.overdue,
  };
  return (
    <>
      <ChipList
        chips={CHIP_NAMES.filter((name) => filters[name]).map((name) => ({ name, text: texts[name] }))}
        onRemove={(name) => onChange({ [name]: NO_FILTERS[name] })}
        className="max-xl:order-2"
      />
      {countFilters(filters) > 1 && (
        <IconButton
          icon={RotateCcw}
          label={strings.resetFilters}
          size="sm"
          className="max-xl:order-2"
          onClick={() => {
            focusFilters();
            onChange({ ...NO_FILTERS, sort: filters.sort });
          }}
        />
      )}
    </>
  );
}
