import { expect } from 'vitest';
import { insertUser } from '../testing/factories.ts';
import { ofUser, type Samples } from '../testing/sample.ts';

export const usersSamples: Samples = {
  endpoints: {
    listUsers: async () => ({ body: { limit: 5 } }),
    searchUsers: async () => ({ body: { searchTerm: 'người', limit: 5 } }),
    getUserStatus: ofUser,
    disableUser: ofUser,
    enableUser: async ({ database: { db } }) => ({ params: { id: (await insertUser(db, { is_disabled: true })).id } }),
    deleteUser: ofUser,
    getUserDetail: ofUser,
    listRelatedAccounts: ofUser,
    exportUsers: async () => ({ body: { searchTerm: 'mai', filters: { role: 'user', verified: '' }, sort: 'oldest' } }),
  },
  audit: {
    disableUser: {
      action: 'user.disable',
      target: 'user',
      before: { isDisabled: false },
      after: { isDisabled: true, sessionsEnded: 0 },
      again: 200,
    },
    enableUser: {
      action: 'user.enable',
      target: 'user',
      before: { isDisabled: true },
      after: { isDisabled: false },
      again: 200,
    },
    deleteUser: {
      action: 'user.delete',
      target: 'user',
      before: {
        _id: expect.any(String),
        username: expect.any(String),
        role: 'user',
        followersCount: 0,
        followingCount: 0,
        postsCount: 0,
        travelPostsCount: 0,
      },
      after: { sessionsEnded: 0 },
      again: 404,
    },
    exportUsers: {
      action: 'user.export',
      target: null,
      before: null,
      after: { searchTerm: 'mai', role: 'user', sort: 'oldest' },
      again: null,
    },
  },
};
