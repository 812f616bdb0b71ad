import { TREND_WINDOWS_DAYS } from '@hai-dang/contract/constants.ts';
import type { TrendPoint, TrendWindowDays } from '@hai-dang/contract/stats/stats.schema.ts';
import { ChevronDown, TrendingUp } from 'lucide-react';
import { Fragment, useId, useMemo, useState } from 'react';
import { defineUrlQuery, useUrlQuery } from '../../lib/url-query.ts';
import { CARD_CLASS, classNames } from '../../ui/class-names.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { statsStrings as strings } from '../stats.strings.ts';
import { DEFAULT_TREND_WINDOW_DAYS, describeTrend, newestDays, parseTrendWindow, type TrendKey } from '../trend.ts';
import { TrendChart } from './trend-chart.tsx';
import { TrendLegend } from './trend-legend.tsx';
import { TrendTable } from './trend-table.tsx';

const trendUrl = defineUrlQuery<{ readonly days: TrendWindowDays }>({
  days: {
    name: 'days',
    parse: parseTrendWindow,
    format: (days) => (days === DEFAULT_TREND_WINDOW_DAYS ? '' : String(days)),
  },
});

/** Daily trend of users, posts and reports: window in the URL, chart, a summary, and a table. */
export function TrendSection({ series }: { series: readonly TrendPoint[] | undefined }) {
  const titleId = useId();
  const tableId = useId();
  const { query, update } = useUrlQuery(trendUrl);
  const { days } = query;
  const [hidden, setHidden] = useState<readonly TrendKey[]>([]);
  const [tableShown, setTableShown] = useState(false);
  const points = series && newestDays(series, days);
  // Today is not over: its counts would look like a fall.
  const plotted = useMemo(() => series && newestDays(series, days).slice(0, -1), [series, days]);

  const toggleLine = (key: TrendKey) =>
    setHidden((keys) => (keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]));

  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 id={titleId} className="flex items-center gap-2 font-semibold text-sm">
          <TrendingUp aria-hidden="true" className="size-4 text-ink-muted" />
          {strings.trend}
          <span className="font-normal text-ink-muted text-xs max-sm:hidden">{strings.trendUnit}</span>
        </h2>
        <fieldset className="flex rounded-md border border-line bg-surface p-0.5">
          <legend className="sr-only">{strings.trendWindow}</legend>
          {TREND_WINDOWS_DAYS.map((offered) => (
            <button
              key={offered}
              type="button"
              aria-pressed={offered === days}
              onClick={() => update({ days: offered })}
              className="h-6 cursor-pointer rounded-sm px-2.5 font-semibold text-ink-muted text-xs hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
            >
              {strings.trendDays(offered)}
            </button>
          ))}
        </fieldset>
      </div>
      <figure className={classNames(CARD_CLASS, 'm-0 overflow-hidden')}>
        <TrendLegend hidden={hidden} onToggle={toggleLine} />
        <TrendChart points={plotted} hidden={hidden} />
        <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:min-h-12">
          <figcaption className="flex min-w-0 flex-1 basis-72 flex-wrap gap-x-1 text-ink-muted text-xs leading-5">
            {points && <WholePhrases text={describeTrend(points)} />}
          </figcaption>
          <TextButton
            aria-expanded={tableShown}
            aria-controls={tableId}
            onClick={() => setTableShown(!tableShown)}
            className="inline-flex items-center gap-1 text-xs"
          >
            {tableShown ? strings.hideTable : strings.showTable}
            <ChevronDown aria-hidden="true" className={classNames('size-3.5', tableShown && 'rotate-180')} />
          </TextButton>
        </div>
        {tableShown && points && <TrendTable id={tableId} points={points} />}
      </figure>
    </section>
  );
}

/**
 * A text that wraps between its phrases first, each an item of the surrounding flex box. Blocks of this size are also
 * not the "largest paint": that is the heading, which is painted before any number.
 */
function WholePhrases({ text }: { readonly text: string }) {
  return text.split(/(?<=[,.]) /).map((phrase) => (
    <Fragment key={phrase}>
      <span>{phrase}</span>{' '}
    </Fragment>
  ));
}
