import { statsStrings as strings } from '../stats.strings.ts';
import { TREND_KEYS, type TrendKey } from '../trend.ts';
import { TREND_LINES } from '../trend-lines.ts';

interface TrendLegendProps {
  hidden: readonly TrendKey[];
  onToggle: (key: TrendKey) => void;
}

/** The legend of the lines by colour and dash, with a toggle for each. */
export function TrendLegend({ hidden, onToggle }: TrendLegendProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-1 gap-y-1 px-2.5 pt-3 sm:gap-x-2 sm:px-3">
      <legend className="sr-only">{strings.trendSeries}</legend>
      {TREND_KEYS.map((key) => {
        const shown = !hidden.includes(key);
        return (
          <button
            key={key}
            type="button"
            aria-pressed={shown}
            onClick={() => onToggle(key)}
            className={`inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-sm px-1.5 text-xs hover:bg-hover sm:gap-2 sm:px-2 ${shown ? 'text-ink' : 'text-ink-muted line-through'}`}
          >
            <svg aria-hidden="true" viewBox="0 0 24 4" className="h-1 w-5 shrink-0 sm:w-6">
              <line
                x1="1"
                y1="2"
                x2="23"
                y2="2"
                strokeWidth="2.5"
                strokeLinecap="round"
                strokeDasharray={TREND_LINES[key].dash.join(' ')}
                className={shown ? TREND_LINES[key].strokeClass : 'stroke-ink-muted'}
              />
            </svg>
            {strings.trendNames[key]}
          </button>
        );
      })}
    </fieldset>
  );
}
