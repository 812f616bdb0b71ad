import type { TrendPoint } from '@hai-dang/contract/stats/stats.schema.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { statsStrings as strings } from '../stats.strings.ts';
import { countOn, TREND_KEYS } from '../trend.ts';

/** The chart's data as a table, newest day first; it scrolls in its own box. */
export function TrendTable({ id, points }: { id: string; points: readonly TrendPoint[] }) {
  return (
    <section
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable to be scrolled by keyboard
      tabIndex={0}
      aria-label={strings.tableCaption(points.length)}
      className="max-h-80 overflow-auto border-line border-t"
    >
      <table className="w-full text-right text-sm tabular-nums">
        <caption className="sr-only">{strings.tableCaption(points.length)}</caption>
        <thead className="sticky top-0 bg-surface text-ink-muted text-xs">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-semibold">
              {strings.day}
            </th>
            {TREND_KEYS.map((key) => (
              <th key={key} scope="col" className="px-4 py-2 font-semibold">
                {strings.trendNames[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.date} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap px-4 py-1.5 text-left font-normal">
                {formatDay(point.date)}
              </th>
              {TREND_KEYS.map((key) => (
                <td key={key} className="px-4 py-1.5">
                  {formatNumber(countOn(point, key))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
