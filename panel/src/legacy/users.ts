import type { UserDetail, UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { ApiError } from '../lib/api-error.ts';
import {
  cursorPaginationOf,
  dataOf,
  fieldsOf,
  flagOf,
  idOf,
  listIn,
  oneOf,
  rowsOf,
  textOf,
  timeOf,
  wholeList,
  wholeOf,
} from './shapes.ts';

/** A user; undefined without an id. An unknown role becomes that of a user. */
function toUserSummary(raw: unknown): UserSummary | undefined {
  const fields = fieldsOf(raw);
  const _id = idOf(raw);
  if (_id === null) return undefined;
  return {
    _id,
    username: textOf(fields['username']) ?? '',
    email: textOf(fields['email']) ?? '',
    avatar: textOf(fields['avatar']),
    xacMinhDanhTinh: flagOf(fields['xacMinhDanhTinh']),
    role: oneOf(['user', 'admin'], fields['role'], 'user'),
    vohieuhoa: flagOf(fields['vohieuhoa']),
    createdAt: timeOf(fields['createdAt']),
  };
}

function toUserDetail(raw: unknown): UserDetail | undefined {
  const summary = toUserSummary(raw);
  if (!summary) return undefined;
  const fields = fieldsOf(raw);
  const text = (name: string) => textOf(fields[name]);
  return {
    ...summary,
    isDisabled: typeof fields['isDisabled'] === 'boolean' ? fields['isDisabled'] : summary.vohieuhoa,
    sdt: text('sdt'),
    diachi: text('diachi'),
    sex: text('sex'),
    tuoi: wholeOf(fields['tuoi']),
    tinhtranghonnhan: text('tinhtranghonnhan'),
    bio: text('bio'),
    nationality: text('nationality'),
    home: text('home'),
    followersCount: wholeOf(fields['followersCount']) ?? 0,
    followingCount: wholeOf(fields['followingCount']) ?? 0,
    postsCount: wholeOf(fields['postsCount']),
    travelPostsCount: wholeOf(fields['travelPostsCount']),
    lastActive: timeOf(fields['lastActive']),
  };
}

/**
 * Filters and sorts a whole list: a legacy backend always sends all users. Filters by fields that its rows lack
 * (gender, last activity) have no effect.
 */
function filterWholeList(users: UserSummary[], body: unknown): UserSummary[] {
  const { status, role, vohieuhoa, verified } = fieldsOf(fieldsOf(body)['filters']);
  const flag = (wanted: unknown, value: boolean) => !wanted || String(value) === wanted;
  const kept = users.filter(
    (user) =>
      (!status || (status === 'banned') === user.vohieuhoa) &&
      (!role || role === user.role) &&
      flag(vohieuhoa, user.vohieuhoa) &&
      flag(verified, user.xacMinhDanhTinh),
  );
  return fieldsOf(body)['sort'] === 'oldest' ? kept.reverse() : kept;
}

export function toUserList(raw: unknown, body: unknown): unknown {
  const list = listIn(raw, 'users');
  if (!list) return raw;
  const rows = rowsOf(list, toUserSummary);
  const paged = cursorPaginationOf(fieldsOf(raw)['pagination']);
  const data = paged ? rows : filterWholeList(rows, body);
  return { success: true, data, pagination: paged ?? wholeList(data.length) };
}

/** A search, unlike the list, is filtered by the backend. */
export function toFoundUsers(raw: unknown): unknown {
  const list = listIn(raw, 'users');
  if (!list) return raw;
  const users = rowsOf(list, toUserSummary);
  const pagination = cursorPaginationOf(fieldsOf(dataOf(raw))['pagination']) ?? wholeList(users.length);
  return { success: true, data: { users, pagination } };
}

/** @throws ApiError, with status 404 where there is no such user: a legacy backend sends that with status 200 */
export function toUserProfile(raw: unknown): unknown {
  const { success, data } = fieldsOf(raw);
  if (success === false || data === null || data === undefined) {
    throw new ApiError({ status: 404, code: 'USER_NOT_FOUND' });
  }
  return { success: true, data: toUserDetail(data) };
}

export function toUserStatus(raw: unknown, id: string): unknown {
  const { isDisabled } = fieldsOf(raw);
  return { success: true, isDisabled, data: { userId: id, username: '', email: '', vohieuhoa: isDisabled } };
}

/** A legacy backend may omit the changed user, whose fields the panel does not use. */
export const toChangedUser = (raw: unknown, id: string): unknown => ({
  success: true,
  data: toUserDetail(dataOf(raw)) ?? toUserDetail({ _id: id }),
});
