import type { Samples } from '../testing/sample.ts';

export const quickSearchSamples: Samples = {
  endpoints: {
    quickSearch: async () => ({ body: { term: 'người dùng', limit: 5 } }),
  },
};
