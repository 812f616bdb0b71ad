import { DayField } from '../../ui/day-field.tsx';
import { isOwnPeriod, PERIODS_DAYS, type PerformanceQuery, performanceUrl, periodOf } from '../performance.filters.ts';
import { performanceStrings as strings } from '../performance.strings.ts';

interface PeriodChoiceProps {
  readonly query: PerformanceQuery;
  readonly onChoose: (change: Partial<PerformanceQuery>) => void;
}

/** The period in the URL, which is ahead of what is rendered; both days stay as chosen, however far apart they are. */
function chosen(): Pick<PerformanceQuery, 'from' | 'to'> {
  const query = performanceUrl.current();
  return isOwnPeriod(query) ? { from: query.from, to: query.to } : periodOf(query);
}

/** The last days, or days of one's own. */
export function PeriodChoice({ query, onChoose }: PeriodChoiceProps) {
  const { from, to } = periodOf(query);
  const isOwn = isOwnPeriod(query);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <fieldset className="flex rounded-md border border-line bg-surface p-0.5">
        <legend className="sr-only">{strings.period}</legend>
        {PERIODS_DAYS.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={!isOwn && days === query.days}
            onClick={() => onChoose({ days, from: '', to: '' })}
            className="h-8 cursor-pointer rounded-sm px-3 font-semibold text-ink-muted text-sm hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          >
            {strings.days(days)}
          </button>
        ))}
      </fieldset>
      <DayField label={strings.from} value={from} max={to} onChoose={(day) => onChoose({ ...chosen(), from: day })} />
      <DayField label={strings.to} value={to} min={from} onChoose={(day) => onChoose({ ...chosen(), to: day })} />
    </div>
  );
}
