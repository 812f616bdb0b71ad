import { ofUser, type Samples } from '../../testing/sample.ts';

export const recordSamples: Samples = {
  endpoints: {
    getUserRecord: ofUser,
  },
};
