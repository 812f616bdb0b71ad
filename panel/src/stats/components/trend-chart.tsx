import type { TrendPoint } from '@hai-dang/contract/stats/stats.schema.ts';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Skeleton } from '../../ui/loading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { statsStrings as strings } from '../stats.strings.ts';
import type { TrendKey } from '../trend.ts';
import type { TrendPlotProps } from './trend-plot.tsx';

interface TrendChartProps {
  points: readonly TrendPoint[] | undefined;
  hidden: readonly TrendKey[];
}

/** Reserves the plot's space, and loads its code when it comes into view: the metrics do not wait for the chart. */
export function TrendChart({ points, hidden }: TrendChartProps) {
  const [Plot, setPlot] = useState<ComponentType<TrendPlotProps>>();
  const [failed, setFailed] = useState(false);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!place.current) return;
    let wanted = true;
    const visits = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      visits.disconnect();
      import('./trend-plot.tsx').then(
        ({ TrendPlot }) => {
          if (wanted) setPlot(() => TrendPlot);
        },
        () => {
          if (wanted) setFailed(true);
        },
      );
    });
    visits.observe(place.current);
    return () => {
      wanted = false;
      visits.disconnect();
    };
  }, []);

  return (
    <div ref={place} className="h-64 px-2 pt-2">
      {failed ? (
        <p
          role="alert"
          className="flex h-full flex-col items-center justify-center gap-2 text-center text-ink-muted text-sm"
        >
          {strings.chartFailed}
          <TextButton onClick={() => window.location.reload()} size="md">
            {strings.reload}
          </TextButton>
        </p>
      ) : Plot && points ? (
        <Plot points={points} hidden={hidden} />
      ) : (
        <Skeleton className="h-full w-full" />
      )}
    </div>
  );
}
