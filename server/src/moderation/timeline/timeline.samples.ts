import { ofUser, type Samples } from '../../testing/sample.ts';

export const timelineSamples: Samples = {
  endpoints: {
    getUserTimeline: ofUser,
  },
};
