import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { loginAnswerSchema, loginBodySchema } from './auth/auth.schema.ts';
import { panelSettingsSchema } from './panel-settings.ts';
import { listUserPosts, listUserTravelPosts } from './posts/posts.endpoints.ts';
import { listUserPostsBodySchema, listUserTravelPostsBodySchema } from './posts/posts.schema.ts';
import { dashboardStatsBodySchema } from './stats/stats.schema.ts';
import { getUserDetail } from './users/users.endpoints.ts';
import {
  listUsersAnswerSchema,
  listUsersBodySchema,
  searchUsersAnswerSchema,
  searchUsersBodySchema,
  userChangedAnswerSchema,
  userStatusAnswerSchema,
} from './users/users.schema.ts';

const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

describe('what an older panel sends is understood', () => {
  test.each<[string, z.ZodMiniType, unknown]>([
    ['an empty list body', listUsersBodySchema, {}],
    ['an empty dashboard body', dashboardStatsBodySchema, {}],
    ['fields nobody knows', listUsersBodySchema, { page: 1, adminId: 'x' }],
    [
      'a search with every filter empty',
      searchUsersBodySchema,
      { searchTerm: 'mai', filters: { status: '', role: '', vohieuhoa: '', verified: '', gender: '' } },
    ],
    ['a search without filters', searchUsersBodySchema, { searchTerm: 'mai' }],
    ['a search with some filters', searchUsersBodySchema, { searchTerm: 'mai', filters: { verified: 'true' } }],
    ['a page of posts', listUserPostsBodySchema, { page: 2, limit: 5, sortBy: 'createdAt', sortOrder: -1 }],
    ['a page of travel posts', listUserTravelPostsBodySchema, { page: 1, limit: 10 }],
  ])('%s', (_what, schema, body) => {
    expect(accepts(schema, body)).toBe(true);
  });

  test('what it leaves out has the page sizes of the specification', () => {
    const common = { page: 1, sortBy: 'createdAt', sortOrder: -1 };
    expect(listUserPostsBodySchema.parse({})).toEqual({ ...common, limit: 5 });
    expect(listUserTravelPostsBodySchema.parse({})).toEqual({ ...common, limit: 10 });
    expect(searchUsersBodySchema.parse({})).toEqual({ searchTerm: '' });
  });
});

describe('what an older backend answers is understood', () => {
  const user = { _id: '65f2a1c09d3e4b0012345678', username: 'Mai', email: 'mai@example.test' };
  test.each<[string, z.ZodMiniType, unknown]>([
    ['users as a plain array', listUsersAnswerSchema, { success: true, data: [user] }],
    ['a search without paging', searchUsersAnswerSchema, { success: true, data: { users: [user] } }],
    ['users who lack nearly everything', listUsersAnswerSchema, { success: true, data: [{ _id: 'x', avatar: null }] }],
    ['a status in one word', userStatusAnswerSchema, { success: true, isDisabled: false }],
    ['a change without the user', userChangedAnswerSchema, { success: true, message: 'ok' }],
    ['an age as text', getUserDetail.answer, { success: true, data: { ...user, tuoi: '31', sex: 'Nữ' } }],
    [
      'posts with ids for comments',
      listUserPosts.answer,
      {
        success: true,
        data: {
          posts: [{ _id: 'p', content: 'x', createdAt: '2026-01-01', likes: ['a'], comments: ['c'], user: null }],
          pagination: { totalPages: 1, totalPosts: 1 },
        },
      },
    ],
    ['travel posts without paging', listUserTravelPosts.answer, { success: true, data: { travelPosts: [] } }],
    ['a sign-in without a token', loginAnswerSchema, { success: true }],
    ['a sign-in that was refused', loginAnswerSchema, { success: false, message: 'Sai' }],
  ])('%s', (_what, schema, answer) => {
    expect(accepts(schema, answer)).toBe(true);
  });
});

test('a password is taken as it is, an e-mail without the blanks around it', () => {
  expect(loginBodySchema.parse({ email: ' mai@example.test ', password: ' x ' })).toEqual({
    email: 'mai@example.test',
    password: ' x ',
  });
});

test('settings that are not given mean the panel’s own origin', () => {
  expect(panelSettingsSchema.parse({})).toEqual({ apiBase: '', socketBase: '' });
});
