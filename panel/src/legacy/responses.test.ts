import { login } from '@hai-dang/contract/auth/auth.endpoints.ts';
import { listChatUsers } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { Endpoint, EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import {
  deleteReport,
  getReport,
  listReports,
  setReportStatus,
} from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { listNotifications } from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import { deletePost, getPost, listUserPosts, listUserTravelPosts } from '@hai-dang/contract/posts/posts.endpoints.ts';
import { getDashboardStats } from '@hai-dang/contract/stats/stats.endpoints.ts';
import {
  deleteUser,
  disableUser,
  getUserDetail,
  getUserStatus,
} from '@hai-dang/contract/users/user-account.endpoints.ts';
import { listUsers, searchUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { describe, expect, test } from 'vitest';
import { normaliseResponse } from './responses.ts';

/**
 * A legacy response as the panel parses it.
 * @throws if it cannot be normalised
 */
const read = <E extends Endpoint>(endpoint: E, raw: unknown, { params = { id: 'x' }, body = {} } = {}) =>
  endpoint.response.parse(normaliseResponse(raw, { name: endpoint.name, params, body })) as EndpointResponse<E>;

const mai = { _id: '1', username: 'Mai', role: 'user', xacMinhDanhTinh: true, vohieuhoa: false };
const nam = { _id: '2', username: 'Nam', role: 'moderator', vohieuhoa: true };
const root = { _id: '3', username: 'admin', role: 'admin' };
const everyone = [mai, nam, root];

describe('listUsers', () => {
  test.each([
    ['a plain array', everyone],
    ['an array as data', { success: true, data: everyone }],
    ['data.users', { success: true, data: { users: everyone } }],
  ])('%s without pagination: a whole list with complete rows', (_, raw) => {
    for (const { data, pagination } of [
      read(listUsers, raw),
      { ...read(searchUsers, raw).data, data: read(searchUsers, raw).data.users },
    ]) {
      expect(data.map(({ _id, role }) => `${_id} ${role}`)).toEqual(['1 user', '2 user', '3 admin']);
      expect(pagination).toEqual({ total: 3, totalRelation: 'eq', nextCursor: null });
    }
  });

  test('null instead of a list, as data or within it: an empty list; data without a list is rejected', () => {
    expect(read(listUsers, { success: true, data: null }).data).toEqual([]);
    expect(read(searchUsers, { success: true, data: { users: null } }).data.users).toEqual([]);
    expect(read(listReports, { success: true, data: null }).data).toEqual([]);
    expect(() => read(listUsers, { success: true })).toThrow();
    expect(() => read(searchUsers, { success: true, data: {} })).toThrow();
  });

  test('a number as id is converted to its decimal text', () => {
    const { data } = read(listUsers, [{ _id: 5, username: 'Mai' }]);
    expect(data).toMatchObject([{ _id: '5', username: 'Mai' }]);
  });

  test('a row without an id is dropped, and every field may be missing or null', () => {
    const nulls = { _id: '4', username: null, email: null, avatar: null, role: null, vohieuhoa: null, createdAt: null };
    const { data } = read(listUsers, [{ _id: '5' }, nulls, { username: 'x' }, null, true]);
    expect(data.map(({ _id }) => _id)).toEqual(['5', '4']);
    expect(data[1]).toMatchObject({ username: '', role: 'user', vohieuhoa: false });
  });

  test.each([
    [{ filters: { status: 'banned' } }, ['2']],
    [{ filters: { status: 'active' } }, ['1', '3']],
    [{ filters: { role: 'admin' } }, ['3']],
    [{ filters: { verified: 'true' } }, ['1']],
    [{ filters: { verified: 'false', role: '' } }, ['2', '3']],
    [{ filters: { vohieuhoa: 'false', role: 'user' } }, ['1']],
    [{ sort: 'oldest' }, ['3', '2', '1']],
  ])('a whole list is filtered and sorted here: %j', (body, ids) => {
    expect(read(listUsers, everyone, { body }).data.map(({ _id }) => _id)).toEqual(ids);
  });

  test('a page of this product’s own backend keeps its pagination and is not filtered', () => {
    const pagination = { total: 9, totalRelation: 'eq', nextCursor: 'c' };
    const answer = read(
      listUsers,
      { success: true, data: [nam], pagination },
      { body: { filters: { role: 'admin' } } },
    );
    expect(answer).toMatchObject({ data: [{ _id: '2' }], pagination });
  });
});

describe('accounts', () => {
  test('getUserDetail: an age as text, no disabled state of its own', () => {
    const { data } = read(getUserDetail, { success: true, data: { ...mai, tuoi: '31', sex: 'Nữ', vohieuhoa: true } });
    expect(data).toMatchObject({ tuoi: 31, sex: 'Nữ', isDisabled: true, followersCount: 0, postsCount: null });
  });

  test.each([{ success: true, data: null }, { success: true }, { success: false, message: 'Không có' }])(
    'getUserDetail %j: status 404',
    (raw) => {
      expect(() => read(getUserDetail, raw)).toThrow(expect.objectContaining({ status: 404 }));
    },
  );

  test('getUserStatus and disableUser: only the state, or without it', () => {
    expect(read(getUserStatus, { isDisabled: true }).isDisabled).toBe(true);
    expect(read(disableUser, { message: 'ok' }).data._id).toBe('x');
    for (const endpoint of [deleteUser, deletePost, deleteReport])
      expect(read(endpoint, { message: 'ok' }).success).toBe(true);
  });

  test.each(['text', undefined, null])('a response that is no JSON object is no success: %j', (raw) => {
    for (const endpoint of [disableUser, deleteUser]) expect(() => read(endpoint, raw)).toThrow();
  });

  test('success false with status 200 is an error with the backend’s message', () => {
    const rejected = { success: false, message: 'Không được' };
    for (const endpoint of [disableUser, listUsers, getDashboardStats, login]) {
      expect(() => read(endpoint, rejected)).toThrow(expect.objectContaining({ status: 200, message: 'Không được' }));
    }
  });
});

describe('login', () => {
  test.each([{}, { token: null }, { token: '' }, { success: true, token: null, admin: null }])(
    '%j: TOKEN_MISSING',
    (raw) => {
      expect(() => read(login, raw)).toThrow(expect.objectContaining({ code: 'TOKEN_MISSING' }));
    },
  );

  test('a token without an administrator, or with one whose id has another field name', () => {
    expect(read(login, { token: 't', admin: null })).toEqual({
      success: true,
      message: '',
      token: 't',
      admin: null,
    });
    expect(read(login, { token: 't', admin: { _id: 'a1', email: 'a@b.vn' } }).admin).toMatchObject({ id: 'a1' });
    expect(read(login, { token: 't', admin: { id: 12 } }).admin).toEqual({ id: '12', username: '', email: '' });
  });
});

describe('posts', () => {
  const post = {
    _id: 'p',
    content: 'x',
    createdAt: '2026-01-01',
    likes: ['a', 'b'],
    comments: ['c', { _id: 'd', user: 'u' }],
  };

  test('comments and authors as bare ids, null lists, no counts', () => {
    const { posts, pagination } = read(listUserPosts, {
      success: true,
      data: [post, { ...post, likes: null, images: null, user: null }],
    }).data;
    expect(posts[0]).toMatchObject({
      likesCount: 2,
      commentsCount: 2,
      comments: [{ _id: 'c' }, { _id: 'd', user: { _id: 'u' } }],
    });
    expect(posts[1]).toMatchObject({ likesCount: 0, images: [] });
    expect(pagination).toEqual({ currentPage: 1, totalPages: 1, totalPosts: 2, limit: 2 });
  });

  test('pagination without the page number gets that of the request', () => {
    const data = { posts: [post], pagination: { totalPages: 3, totalPosts: 11 } };
    const answer = read(listUserPosts, { success: true, data }, { body: { page: 2 } });
    expect(answer.data.pagination).toEqual({ currentPage: 2, totalPages: 3, totalPosts: 11, limit: 1 });
    expect(read(listUserTravelPosts, { success: true, data: { travelPosts: [] } }).data.travelPosts).toEqual([]);
  });

  test('getPost: an author as a bare id, and none', () => {
    const unnamed = { username: null, avatar: null, verified: false };
    expect(read(getPost, { success: true, data: { ...post, user: 'u1' } }).data.user).toEqual({
      _id: 'u1',
      ...unnamed,
    });
    expect(read(getPost, { success: true, data: post }).data.user).toEqual({ _id: null, ...unnamed });
  });
});

describe('reports', () => {
  const report = {
    _id: 'r1',
    reporter: 'u1',
    itemType: 'User',
    reportedItem: 'u2',
    reason: 'spam',
    status: 'pending',
    createdAt: '2026-01-01',
  };
  const list = [
    report,
    { ...report, _id: 'r2', status: 'resolved', reporter: { _id: 'u3', username: 'An' } },
    {
      ...report,
      _id: 'r3',
      status: 'archived',
      itemType: 'Post',
      reportedItem: { _id: 'p1', content: 'x', createdAt: '2026-01-01', user: 'u9' },
    },
    { ...report, _id: 'r4', reason: 'ly_do_cu', reporter: null, reportedItem: null },
  ];

  test.each([
    [{}, ['r1', 'r2', 'r3', 'r4']],
    [{ status: 'pending' }, ['r1', 'r4']],
    [{ itemType: 'Post' }, ['r3']],
    [{ reason: 'ly_do_cu' }, ['r4']],
    [{ accountId: 'u2' }, ['r1', 'r2']],
    [{ accountId: 'u9' }, ['r3']],
    [{ reporterId: 'u3' }, ['r2']],
    [{ itemType: 'User', itemId: 'u2' }, ['r1', 'r2']],
    [{ sort: 'oldest' }, ['r4', 'r3', 'r2', 'r1']],
    [{ q: 'khong co ai' }, []],
    [{ from: '2000-01-01' }, ['r1', 'r2', 'r3', 'r4']],
    [{ to: '2000-01-01' }, []],
  ])('listReports: a whole list is filtered here: %j', (body, ids) => {
    const { data, pagination } = read(listReports, list, { body });
    expect(data.map(({ _id }) => _id)).toEqual(ids);
    expect(pagination).toBeNull();
  });

  test('listReports: the counts apply the other filters, but not the status', () => {
    const { counts } = read(listReports, list, { body: { status: 'resolved', itemType: 'User' } });
    expect(counts).toEqual({ pending: 2, reviewing: 0, resolved: 1, rejected: 0 });
  });

  test('getReport: reporter and subject as numbers', () => {
    const { data } = read(getReport, { success: true, data: { ...report, _id: 1, reporter: 2, reportedItem: 3 } });
    expect(data).toMatchObject({ _id: '1', reporter: '2', reportedItem: '3', accountId: '3' });
  });

  test('getReport: no evidence, no history, a reported post in the contract’s shape', () => {
    const { data } = read(getReport, { success: true, data: list[2] });
    expect(data).toMatchObject({ snapshot: null, history: null, case: null, version: 0, accountId: 'u9' });
    expect(data.reportedItem).toMatchObject({ _id: 'p1', likesCount: 0, user: { _id: 'u9' } });
  });

  test('setReportStatus: a response without the report gives the new status only', () => {
    const { data } = read(setReportStatus, { success: true }, { params: { id: 'r1' }, body: { status: 'resolved' } });
    expect(data).toMatchObject({ _id: 'r1', status: 'resolved', version: 0 });
  });
});

test('getDashboardStats: totals only, with or without a time, and a trend without report counts', () => {
  const totals = { total: 5, new: 1 };
  const data = { users: totals, posts: { ...totals, feeds: totals, travelPosts: totals } };
  const series = [{ date: '2026-01-01', users: 1, feeds: 2, travelPosts: 3 }];
  expect(read(getDashboardStats, { success: true, data }).data).toEqual({ ...data, lastUpdated: null });
  const lastUpdated = '2026-01-01T00:00:00.000Z';
  expect(read(getDashboardStats, { success: true, data: { ...data, lastUpdated } }).data).toMatchObject({
    lastUpdated,
  });
  expect(read(getDashboardStats, { success: true, data: { ...data, series } }).data.series).toEqual([
    { ...series[0], reports: 0 },
  ]);
});

test('listNotifications: a plain array, times as text, no unread count', () => {
  const items = [
    { _id: 'n1', type: 'x', createdAt: '2026-01-01T00:00:00.000Z' },
    { _id: 'n2', read: true },
  ];
  const { data } = read(listNotifications, items);
  expect(data.notifications.map(({ createdAt, read: isRead }) => [createdAt, isRead])).toEqual([
    [Date.UTC(2026, 0, 1), false],
    [null, true],
  ]);
  expect(data).toMatchObject({ unreadCount: 1, pagination: { hasMore: false } });
  const pagination = { currentPage: 1, totalPages: 2 };
  const page = read(listNotifications, { success: true, data: { notifications: items, pagination } });
  expect(page.data.pagination.hasMore).toBe(true);
});

test('listChatUsers: users only; without a search they are the online ones', () => {
  const listed = read(listChatUsers, { success: true, data: { users: [mai] } }, { body: { search: '' } as object });
  expect(listed.data.isRanked).toBe(false);
  expect(listed.data.users).toMatchObject([{ _id: '1', isOnline: false, unreadCount: 0, lastMessage: null }]);
  const online = read(listChatUsers, [mai]);
  expect(online.data).toMatchObject({ users: [{ isOnline: true }], statistics: { totalOnline: 1 }, nextCursor: null });
});
