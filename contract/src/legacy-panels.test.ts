import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { loginBodySchema } from './auth/auth.schema.ts';
import { panelSettingsSchema } from './panel-settings.ts';
import { listUserPostsBodySchema, listUserTravelPostsBodySchema } from './posts/posts.schema.ts';
import { dashboardStatsBodySchema } from './stats/stats.schema.ts';
import { listUsersBodySchema, searchUsersBodySchema } from './users/users.schema.ts';

const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

describe('request bodies of a legacy panel', () => {
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
    ['a search without a term', searchUsersBodySchema, {}],
    ['a page of posts', listUserPostsBodySchema, { page: 2, limit: 5, sortBy: 'createdAt', sortOrder: -1 }],
    ['a page of travel posts', listUserTravelPostsBodySchema, { page: 1, limit: 10 }],
  ])('are valid: %s', (_what, schema, body) => {
    expect(accepts(schema, body)).toBe(true);
  });

  test('listUserPosts, listUserTravelPosts: omitted fields get the page sizes of the specification', () => {
    const common = { page: 1, sortBy: 'createdAt', sortOrder: -1 };
    expect(listUserPostsBodySchema.parse({})).toEqual({ ...common, limit: 5 });
    expect(listUserTravelPostsBodySchema.parse({})).toEqual({ ...common, limit: 10 });
  });
});

test('loginBodySchema: a password is unchanged, an e-mail is trimmed', () => {
  expect(loginBodySchema.parse({ email: ' mai@example.test ', password: ' x ' })).toEqual({
    email: 'mai@example.test',
    password: ' x ',
  });
});

test('panelSettingsSchema: omitted settings mean the panel’s own origin', () => {
  expect(panelSettingsSchema.parse({})).toEqual({ apiBase: '', socketBase: '' });
});
