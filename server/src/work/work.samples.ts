import type { Samples } from '../testing/sample.ts';

export const workSamples: Samples = {
  endpoints: {
    getWork: async () => ({ body: {} }),
  },
};
