import type { TrendKey } from './trend.ts';

interface TrendLine {
  /** The token of tokens.css with the line's colour, read when the canvas is drawn. */
  token: string;
  strokeClass: string;
  dotClass: string;
  /** Lengths of strokes and gaps in pixels: the lines differ without their colours too. */
  dash: number[];
}

export const TREND_LINES: Record<TrendKey, TrendLine> = {
  users: { token: '--color-chart-users', strokeClass: 'stroke-chart-users', dotClass: 'bg-chart-users', dash: [] },
  feeds: { token: '--color-chart-feeds', strokeClass: 'stroke-chart-feeds', dotClass: 'bg-chart-feeds', dash: [8, 5] },
  travelPosts: {
    token: '--color-chart-travel',
    strokeClass: 'stroke-chart-travel',
    dotClass: 'bg-chart-travel',
    dash: [1, 4.5],
  },
  reports: {
    token: '--color-chart-reports',
    strokeClass: 'stroke-chart-reports',
    dotClass: 'bg-chart-reports',
    dash: [9, 5, 1, 5],
  },
};
