import { expect } from 'vitest';
import type { Samples } from '../../testing/sample.ts';

const SETTINGS = {
  ladder: [{ points: 4, action: 'disable', suspendDays: null }],
  dueHours: [48, 24, 12, 1],
  appealDays: 30,
  isSealingOn: true,
  isHidingOn: false,
  hidingReporters: 5,
};

export const settingsSamples: Samples = {
  endpoints: {
    getSettings: async () => ({}),
    updateSettings: async ({ database: { db } }) => {
      const { version } = await db.selectFrom('moderation_settings').select('version').executeTakeFirstOrThrow();
      return { body: { ...SETTINGS, appealDueHours: 1 + (version % 100), version }, targetId: 'moderation' };
    },
  },
  events: {
    settings_changed: () => ({}),
  },
  stale: {
    updateSettings: { named: 'Thiết lập', body: { appealDays: 31 } },
  },
  audit: {
    updateSettings: {
      action: 'settings.update',
      target: 'settings',
      before: expect.objectContaining({ appealDueHours: expect.any(Number), isSealingOn: true }),
      after: expect.objectContaining({
        appealDueHours: expect.any(Number),
        ladder: [{ points: 4, action: 'disable', suspendDays: null }],
      }),
      again: 409,
    },
  },
};
