import type { Samples } from '../testing/sample.ts';

export const performanceSamples: Samples = {
  endpoints: {
    getPerformance: async () => ({ body: { from: '2026-01-01', to: '2026-01-31' } }),
    exportPerformance: async () => ({ body: { from: '2026-01-01', to: '2026-01-31' } }),
  },
  audit: {
    exportPerformance: {
      action: 'performance.export',
      target: null,
      before: null,
      after: { from: '2026-01-01', to: '2026-01-31' },
      again: null,
    },
  },
};
