import { expect } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { insertPolicy } from '../../testing/moderation-factories.ts';
import type { Samples } from '../../testing/sample.ts';

export const policiesSamples: Samples = {
  endpoints: {
    listPolicies: async () => ({}),
    createPolicy: async () => ({
      body: {
        title: `Đăng lại ${newId().slice(-12)}`,
        text: 'Không đăng lại bài của người khác.',
        severity: 1,
        points: 1,
        expiresDays: 90,
        defaultActions: ['warn'],
      },
    }),
    updatePolicy: async ({ database: { db } }) => {
      const { key, version } = await insertPolicy(db);
      return { params: { key }, body: { version, points: 3 }, targetId: key };
    },
    disablePolicy: async ({ database: { db } }) => {
      const { key } = await insertPolicy(db);
      return { params: { key }, targetId: key };
    },
  },
  events: {
    policies_changed: () => ({ key: 'spam' }),
  },
  stale: {
    updatePolicy: { named: 'Quy tắc này', body: { points: 4 } },
  },
  audit: {
    createPolicy: {
      action: 'policy.create',
      target: 'policy',
      before: null,
      after: {
        title: expect.any(String),
        text: 'Không đăng lại bài của người khác.',
        severity: 1,
        points: 1,
        expiresDays: 90,
        defaultActions: ['warn'],
        suspendDays: null,
        isEnabled: true,
      },
      again: 409,
    },
    updatePolicy: {
      action: 'policy.update',
      target: 'policy',
      before: expect.objectContaining({ points: 2, isEnabled: true }),
      after: expect.objectContaining({ points: 3, isEnabled: true }),
      again: 409,
    },
    disablePolicy: {
      action: 'policy.disable',
      target: 'policy',
      before: expect.objectContaining({ points: 2, isEnabled: true }),
      after: expect.objectContaining({ points: 2, isEnabled: false }),
      again: 200,
    },
  },
};
