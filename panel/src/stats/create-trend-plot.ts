import type { TrendPoint } from '@hai-dang/contract/stats/stats.schema.ts';
import uPlot from 'uplot';
import { formatNumber } from '../lib/format.ts';
import type { PlotMark } from './components/trend-tooltip.tsx';
import { countOn, formatDayShort, TREND_KEYS } from './trend.ts';
import { TREND_LINES } from './trend-lines.ts';

const LINE_WIDTH_PX = 2;
const AXIS_FONT_SIZE_PX = 12;
const AXIS_GAP_PX = 8;
const DAY_AXIS_HEIGHT_PX = 32;
const DAY_LABEL_MIN_GAP_PX = 56;
/** Above the base line. */
const GRID_LINES_MAX = 5;
/** The axis needs a height even if all counts are zero. */
const COUNT_AXIS_MIN_TOP = 4;

/** x is the day's index, not its time: days have the same width in any time zone, and labels are formatted here. */
export function toPlotData(points: readonly TrendPoint[]): uPlot.AlignedData {
  return [points.map((_, index) => index), ...TREND_KEYS.map((key) => points.map((point) => countOn(point, key)))];
}

/**
 * Creates an empty trend chart that fills `box`; data and visible lines are set on the returned plot. Colours and font
 * are read from the page at each drawing, so call redraw after a change of theme.
 * @param onMark called with the day at the pointer, undefined when it left
 */
export function createTrendPlot(
  box: HTMLElement,
  dateAt: (index: number) => string | undefined,
  onMark: (mark: PlotMark | undefined) => void,
): uPlot {
  const style = getComputedStyle(box);
  const color = (token: string) => style.getPropertyValue(token);
  const axis: uPlot.Axis = {
    stroke: () => color('--color-ink-muted'),
    font: `${AXIS_FONT_SIZE_PX}px ${style.fontFamily}`,
    ticks: { show: false },
  };

  return new uPlot(
    {
      width: box.clientWidth,
      height: box.clientHeight,
      padding: [8, 16, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 }, move: snapToDay },
      scales: { x: { time: false }, y: { range: (_, __, max) => [0, topLine(max ?? 0)] } },
      axes: [
        {
          ...axis,
          size: DAY_AXIS_HEIGHT_PX,
          gap: AXIS_GAP_PX,
          grid: { show: false },
          space: DAY_LABEL_MIN_GAP_PX,
          incrs: [1, 2, 3, 7, 14, 28],
          values: (_, indexes) => indexes.map((index) => formatDayShort(dateAt(index) ?? '')),
        },
        {
          ...axis,
          gap: AXIS_GAP_PX,
          grid: { stroke: () => color('--color-line'), width: 1 },
          splits: (_, __, ___, top) => linesUpTo(top),
          size: (plot, labels) => widestLabelPx(plot, labels),
          values: (_, counts) => counts.map((count) => formatNumber(count)),
        },
      ],
      series: [
        {},
        ...TREND_KEYS.map((key) => ({
          stroke: () => color(TREND_LINES[key].token),
          width: LINE_WIDTH_PX,
          dash: TREND_LINES[key].dash,
          cap: 'round' as const,
          points: { show: false },
        })),
      ],
      hooks: { setCursor: [(plot) => onMark(markOf(plot))] },
    },
    [[], ...TREND_KEYS.map(() => [])],
    box,
  );
}

function markOf(plot: uPlot): PlotMark | undefined {
  const { idx, left } = plot.cursor;
  if (idx === null || idx === undefined || left === undefined || left < 0) return undefined;
  const dayLeft = plot.valToPos(idx, 'x');
  return {
    index: idx,
    leftPx: plot.over.offsetLeft + dayLeft,
    inRightHalf: dayLeft > plot.over.clientWidth / 2,
  };
}

/** Snaps the cursor to the day whose values are shown; a pointer outside (left below zero) is not changed. */
function snapToDay(plot: uPlot, left: number, top: number): [number, number] {
  return left < 0 ? [left, top] : [plot.valToPos(plot.posToIdx(left), 'x'), top];
}

/** The step between two grid lines: 1, 2, 5, 10, 20 …, because counts are integers. */
function stepFor(top: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [power, 2 * power, 5 * power].find((size) => top <= size * GRID_LINES_MAX);
    if (step !== undefined) return step;
  }
}

/** The highest grid line, at or above all counts: they can be read against it. */
export function topLine(max: number): number {
  const step = stepFor(Math.max(max, COUNT_AXIS_MIN_TOP));
  return Math.ceil(Math.max(max, COUNT_AXIS_MIN_TOP) / step) * step;
}

function linesUpTo(top: number): number[] {
  const step = stepFor(top);
  return Array.from({ length: Math.round(top / step) + 1 }, (_, line) => line * step);
}

function widestLabelPx(plot: uPlot, labels: string[] | null): number {
  if (!labels || labels.length === 0) return DAY_AXIS_HEIGHT_PX;
  const context = plot.ctx;
  context.save();
  context.font = plot.axes[1]?.font?.[0] ?? context.font;
  const widest = Math.max(...labels.map((label) => context.measureText(label).width)) / uPlot.pxRatio;
  context.restore();
  return Math.ceil(widest) + 2 * AXIS_GAP_PX;
}
