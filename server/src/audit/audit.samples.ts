import type { Samples } from '../testing/sample.ts';

export const auditSamples: Samples = {
  endpoints: {
    listAuditEntries: async () => ({ body: { action: 'auth.login', limit: 5 } }),
    listAuditActors: async () => ({}),
    exportAuditEntries: async () => ({ body: { targetType: 'post' } }),
  },
  audit: {
    exportAuditEntries: {
      action: 'audit.export',
      target: null,
      before: null,
      after: { targetType: 'post' },
      again: null,
    },
  },
};
