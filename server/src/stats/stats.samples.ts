import type { Samples } from '../testing/sample.ts';

export const statsSamples: Samples = {
  endpoints: {
    getDashboardStats: async () => ({ body: { days: 7 } }),
  },
};
