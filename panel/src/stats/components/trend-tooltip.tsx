import type { TrendPoint } from '@hai-dang/contract/stats/stats.schema.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { statsStrings as strings } from '../stats.strings.ts';
import { countOn, TREND_KEYS, type TrendKey } from '../trend.ts';
import { TREND_LINES } from '../trend-lines.ts';

/** The day under the pointer, and its position: pixels from the box's left edge, and which half that is. */
export interface PlotMark {
  index: number;
  leftPx: number;
  inRightHalf: boolean;
}

interface TrendTooltipProps {
  mark: PlotMark;
  point: TrendPoint;
  hidden: readonly TrendKey[];
}

const WIDTH_PX = 160;
const GAP_PX = 12;

/**
 * The marked day's values, beside its line; the range input announces the same, so this is hidden from screen readers.
 */
export function TrendTooltip({ mark, point, hidden }: TrendTooltipProps) {
  const leftPx = mark.inRightHalf ? mark.leftPx - GAP_PX - WIDTH_PX : mark.leftPx + GAP_PX;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-1 z-10 rounded-md border border-line bg-raised px-3 py-2 text-xs shadow-pop"
      style={{ width: WIDTH_PX, left: `clamp(0px, ${leftPx}px, calc(100% - ${WIDTH_PX}px))` }}
    >
      <p className="mb-1 whitespace-nowrap font-semibold">{formatDay(point.date)}</p>
      {TREND_KEYS.filter((key) => !hidden.includes(key)).map((key) => (
        <p key={key} className="flex items-center gap-2 whitespace-nowrap leading-5">
          <span className={`size-2 rounded-full ${TREND_LINES[key].dotClass}`} />
          <span className="text-ink-muted">{strings.trendNames[key]}</span>
          <span className="ml-auto pl-3 font-semibold tabular-nums">{formatNumber(countOn(point, key))}</span>
        </p>
      ))}
    </div>
  );
}
