import { listUsersAnswerSchema, searchUsersAnswerSchema } from '@hai-dang/contract/users/users.schema.ts';
import { describe, expect, test } from 'vitest';
import { filterWholeList, wrapFoundUsers, wrapUserList } from './older-backend.ts';
import { DEFAULT_SORT, NO_FILTERS } from './users.filters.ts';

const mai = { _id: '1', username: 'Mai', role: 'user', xacMinhDanhTinh: true, vohieuhoa: false } as const;
const nam = { _id: '2', username: 'Nam', role: 'user', vohieuhoa: true } as const;
const root = { _id: '3', username: 'admin', role: 'admin' } as const;
const everyone = [mai, nam, root];
const idsWith = (change: Partial<typeof NO_FILTERS>, sort = DEFAULT_SORT) =>
  filterWholeList(everyone, { term: '', filters: { ...NO_FILTERS, ...change }, sort }).map((user) => user._id);

describe('answers of an older backend', () => {
  test('a plain array is a list', () => {
    expect(listUsersAnswerSchema.parse(wrapUserList(everyone)).data).toEqual(everyone);
  });

  test.each([
    ['a plain array', everyone],
    ['an array as data', { success: true, data: everyone }],
    ['the specified shape', { success: true, data: { users: everyone } }],
  ])('%s is a search result', (_, raw) => {
    expect(searchUsersAnswerSchema.parse(wrapFoundUsers(raw)).data.users).toEqual(everyone);
  });

  test.each([null, undefined, 'text', 7, {}, { data: null }])('%j is left as it is', (raw) => {
    expect(wrapUserList(raw)).toBe(raw);
    expect(wrapFoundUsers(raw)).toBe(raw);
  });
});

describe('filtering a whole list', () => {
  test('by what its rows tell', () => {
    expect(idsWith({})).toEqual(['1', '2', '3']);
    expect(idsWith({ status: 'banned' })).toEqual(['2']);
    expect(idsWith({ status: 'active' })).toEqual(['1', '3']);
    expect(idsWith({ role: 'admin' })).toEqual(['3']);
    expect(idsWith({ verified: 'true' })).toEqual(['1']);
    expect(idsWith({ verified: 'false' })).toEqual(['2', '3']);
    expect(idsWith({ vohieuhoa: 'false', role: 'user' })).toEqual(['1']);
  });

  test('turns it round for the oldest first, and leaves the answer as it was', () => {
    expect(idsWith({}, 'oldest')).toEqual(['3', '2', '1']);
    expect(everyone.map((user) => user._id)).toEqual(['1', '2', '3']);
  });
});
