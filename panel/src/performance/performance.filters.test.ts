import { describe, expect, test } from 'vitest';
import { performanceUrl, periodOf } from './performance.filters.ts';

/** Half past midnight in Vietnam, the day before in UTC. */
const NOW = Date.parse('2026-03-09T17:30:00.000Z');
const period = (search: string) => periodOf(performanceUrl.parse(new URLSearchParams(search)), NOW);

describe('periodOf', () => {
  test.for([
    ['', '2026-02-09', '2026-03-10'],
    ['days=7', '2026-03-04', '2026-03-10'],
    ['days=8', '2026-02-09', '2026-03-10'],
    ['from=2026-01-01&to=2026-01-31', '2026-01-01', '2026-01-31'],
    ['from=2026-01-31&to=2026-01-01', '2026-01-01', '2026-01-31'],
    ['from=2026-01-31', '2026-02-09', '2026-03-10'],
    ['from=2020-01-01&to=2026-01-01', '2025-01-01', '2026-01-01'],
  ])('%s: from %s to %s', ([search = '', from, to]) => expect(period(search)).toEqual({ from, to }));
});
