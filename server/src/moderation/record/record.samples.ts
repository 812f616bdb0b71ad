import { insertUser } from '../../testing/factories.ts';
import { ofUser, type Samples } from '../../testing/sample.ts';

export const recordSamples: Samples = {
  endpoints: {
    getUserRecord: ofUser,
    muteReporter: ofUser,
    unmuteReporter: async (target) => {
      const sample = await ofUser(target);
      await target.send('POST', `/api/admin/users/${sample.params?.['id']}/mute-reports`);
      return sample;
    },
    listRecordCounts: async ({ database: { db } }) => ({ body: { ids: [(await insertUser(db)).id] } }),
  },
  audit: {
    muteReporter: {
      action: 'user.mute_reports',
      target: 'user',
      before: { isMuted: false },
      after: { isMuted: true },
      again: 200,
    },
    unmuteReporter: {
      action: 'user.unmute_reports',
      target: 'user',
      before: { isMuted: true },
      after: { isMuted: false },
      again: 200,
    },
  },
};
