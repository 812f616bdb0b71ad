import { expect } from 'vitest';
import { newId } from '../lib/ids.ts';
import { insertSavedView } from '../testing/factories.ts';
import type { Samples } from '../testing/sample.ts';

export const savedViewsSamples: Samples = {
  endpoints: {
    listSavedViews: async () => ({ body: { screen: 'reports' } }),
    createSavedView: async () => ({
      body: { screen: 'reports', name: `Quá hạn ${newId().slice(-12)}`, query: 'overdue=1', isShared: true },
    }),
    updateSavedView: async ({ database: { db } }) => {
      const { id, name, version } = await insertSavedView(db);
      return { params: { id }, body: { name, query: 'reason=spam&sort=oldest', isShared: true, version } };
    },
    deleteSavedView: async ({ database: { db } }) => ({ params: { id: (await insertSavedView(db)).id } }),
  },
  events: {
    saved_views_changed: () => ({}),
  },
  stale: {
    updateSavedView: { named: 'Chế độ xem này', body: { query: 'reason=other' } },
  },
  audit: {
    createSavedView: {
      action: 'saved_view.create',
      target: 'saved_view',
      before: null,
      after: { screen: 'reports', name: expect.any(String), query: 'overdue=1', isShared: true },
      again: 409,
    },
    updateSavedView: {
      action: 'saved_view.update',
      target: 'saved_view',
      before: { screen: 'reports', name: expect.any(String), query: 'reason=spam', isShared: true },
      after: { screen: 'reports', name: expect.any(String), query: 'reason=spam&sort=oldest', isShared: true },
      again: 409,
    },
    deleteSavedView: {
      action: 'saved_view.delete',
      target: 'saved_view',
      before: { screen: 'reports', name: expect.any(String), query: 'reason=spam', isShared: true },
      after: null,
      again: 404,
    },
  },
};
