import type { Samples } from '../testing/sample.ts';

export const clientErrorsSamples: Samples = {
  endpoints: {
    reportClientError: async () => ({ body: { path: '/admin/users', message: 'broken' } }),
  },
};
