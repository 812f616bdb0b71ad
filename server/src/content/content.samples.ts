import { insertPost, insertUser } from '../testing/factories.ts';
import type { Samples } from '../testing/sample.ts';

export const contentSamples: Samples = {
  endpoints: {
    listContent: async () => ({ body: { q: 'chợ', itemType: 'Post', isReported: true, from: '2026-01-01', limit: 5 } }),
    getContent: async ({ database: { db } }) => ({
      params: { itemType: 'Post', itemId: (await insertPost(db, (await insertUser(db)).id)).id },
    }),
    exportContent: async () => ({ body: { q: 'chợ', itemType: 'Post', isReported: true, hasImages: false } }),
  },
  audit: {
    exportContent: {
      action: 'content.export',
      target: null,
      before: null,
      after: { q: 'chợ', itemType: 'Post', isReported: true },
      again: null,
    },
  },
};
