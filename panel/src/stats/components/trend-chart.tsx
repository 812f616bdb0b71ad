import type { TrendPoint } from '@hai-dang/contract/stats/stats.schema.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { statsStrings as strings } from '../stats.strings.ts';
import type { TrendKey } from '../trend.ts';
import type { TrendPlotProps } from './trend-plot.tsx';

interface TrendChartProps {
  points: readonly TrendPoint[] | undefined;
  hidden: readonly TrendKey[];
}

/** Keeps the plot's place, and brings its code once the page stands: the numbers do not wait for the chart. */
export function TrendChart({ points, hidden }: TrendChartProps) {
  const [Plot, setPlot] = useState<ComponentType<TrendPlotProps>>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let wanted = true;
    import('./trend-plot.tsx').then(
      ({ TrendPlot }) => {
        if (wanted) setPlot(() => TrendPlot);
      },
      () => {
        if (wanted) setFailed(true);
      },
    );
    return () => {
      wanted = false;
    };
  }, []);

  return (
    <div className="h-64 px-2 pt-2">
      {failed ? (
        <p
          role="alert"
          className="flex h-full flex-col items-center justify-center gap-2 text-center text-ink-muted text-sm"
        >
          {strings.chartFailed}
          <button
            type="button"
            onClick={() => window.location.reload()}
            className="h-7 cursor-pointer rounded-sm px-2 font-semibold text-accent-ink hover:underline"
          >
            {strings.reload}
          </button>
        </p>
      ) : Plot && points ? (
        <Plot points={points} hidden={hidden} />
      ) : (
        <Skeleton className="h-full w-full" />
      )}
    </div>
  );
}
