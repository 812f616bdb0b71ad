import { insertUser } from '../../testing/factories.ts';
import type { Sample, Samples, SampleTarget } from '../../testing/sample.ts';

const bulkOf = async ({ database: { db } }: SampleTarget) => ({
  action: { kind: 'suspend', days: 7 },
  target: { kind: 'users', ids: [(await insertUser(db)).id] },
  policy: 'spam',
});
/** Returns the parameters of an action that runs. */
const ofBulk = async (target: SampleTarget): Promise<Sample> => {
  const response = await target.send('POST', '/api/admin/bulk', { body: await bulkOf(target) });
  return { params: { id: response.json().data._id } };
};

export const bulkSamples: Samples = {
  endpoints: {
    startBulk: async (target) => ({ body: await bulkOf(target) }),
    previewBulk: async (target) => ({ body: await bulkOf(target) }),
    listBulks: async () => ({ body: { limit: 5 } }),
    getBulk: ofBulk,
    stopBulk: ofBulk,
    // A colleague's needs the reason.
    undoBulk: async (target) => ({ ...(await ofBulk(target)), body: { reason: 'Nhầm người' } }),
  },
  events: {
    bulk_changed: () => ({
      _id: 'b1',
      action: { kind: 'suspend', days: 7 },
      policy: { key: 'spam', title: 'Spam' },
      total: 3,
      done: 1,
      skipped: 1,
      failed: 0,
      state: 'running',
      stopReason: null,
      startedBy: { _id: 'u1', username: 'Lan' },
      startedAt: '2026-11-21T08:00:00.000Z',
      endedAt: null,
      undo: { until: null, state: 'none', by: null, done: 0, skipped: 0 },
    }),
  },
  keyed: {
    startBulk: {
      others: async ({ database: { db } }) => [
        { action: { kind: 'suspend', days: 30 } },
        { action: { kind: 'tag', text: 'Đợt spam' } },
        { target: { kind: 'users', ids: [(await insertUser(db)).id] } },
        { policy: 'scam' },
        { note: 'Đợt spam' },
        { letters: { owner: 'Xin đọc lại quy tắc.' } },
        { includesHeld: true },
      ],
      code: 'BULK_KEY_REUSED',
    },
  },
  audit: {
    startBulk: {
      action: 'bulk.start',
      target: 'bulk',
      before: null,
      after: { action: { kind: 'suspend', days: 7 }, target: 'users', total: 1, policy: 'spam' },
      again: null,
    },
    stopBulk: {
      action: 'bulk.stop',
      target: 'bulk',
      before: null,
      after: { total: 1, done: 0, skipped: 0, failed: 0 },
      again: 200,
    },
    undoBulk: {
      action: 'bulk.undo',
      target: 'bulk',
      before: null,
      after: { done: 0, reason: 'Nhầm người' },
      again: 200,
    },
  },
};
