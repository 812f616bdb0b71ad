import './trend-plot.css';
import type { TrendPoint } from '@hai-dang/contract/stats/stats.schema.ts';
import { useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { shownTheme } from '../../lib/theme.ts';
import { createTrendPlot, toPlotData } from '../create-trend-plot.ts';
import { statsStrings as strings } from '../stats.strings.ts';
import { countOn, TREND_KEYS, type TrendKey } from '../trend.ts';
import { type PlotMark, TrendTooltip } from './trend-tooltip.tsx';

export interface TrendPlotProps {
  points: readonly TrendPoint[];
  hidden: readonly TrendKey[];
}

/** The chart; a range input over it moves through the days by keyboard and announces each one. */
export function TrendPlot({ points, hidden }: TrendPlotProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const plotRef = useRef<uPlot>(undefined);
  const pointsRef = useRef(points);
  const [mark, setMark] = useState<PlotMark>();

  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const plot = createTrendPlot(box, (index) => pointsRef.current[index]?.date, setMark);
    plotRef.current = plot;
    const resizes = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: box.clientHeight }));
    resizes.observe(box);
    const redraw = () => plot.redraw();
    const stopWatching = shownTheme.subscribe(redraw);
    // The canvas uses the fonts that are loaded; the bundled one may load later.
    void document.fonts.ready.then(redraw);
    return () => {
      stopWatching();
      resizes.disconnect();
      plot.destroy();
    };
  }, []);

  useEffect(() => {
    pointsRef.current = points;
    plotRef.current?.setData(toPlotData(points));
  }, [points]);

  useEffect(() => {
    TREND_KEYS.forEach((key, index) => {
      plotRef.current?.setSeries(index + 1, { show: !hidden.includes(key) });
    });
  }, [hidden]);

  const lastIndex = points.length - 1;
  const markDay = (index: number) => {
    const plot = plotRef.current;
    plot?.setCursor({ left: plot.valToPos(index, 'x'), top: 0 });
  };
  const marked = mark && points[mark.index];
  const spoken = points[mark?.index ?? lastIndex];

  return (
    <div className="relative h-full rounded-md has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:-outline-offset-2">
      <div ref={boxRef} aria-hidden="true" className="h-full" />
      <input
        type="range"
        min={0}
        max={lastIndex}
        value={mark?.index ?? lastIndex}
        aria-label={strings.chooseDay}
        aria-valuetext={spoken && describeDay(spoken, hidden)}
        onFocus={() => markDay(lastIndex)}
        onChange={(event) => markDay(event.target.valueAsNumber)}
        onBlur={() => setMark(undefined)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
      {mark && marked && <TrendTooltip mark={mark} point={marked} hidden={hidden} />}
    </div>
  );
}

function describeDay(point: TrendPoint, hidden: readonly TrendKey[]): string {
  const counts = TREND_KEYS.filter((key) => !hidden.includes(key)).map(
    (key) => `${formatNumber(countOn(point, key))} ${strings.trendParts[key]}`,
  );
  return [formatDay(point.date), ...counts].join(', ');
}
