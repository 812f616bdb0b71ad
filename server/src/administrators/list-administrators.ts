import type { Administrator, ListAdministratorsBody } from '@hai-dang/contract/administrators/administrators.schema.ts';
import type { CursorPagination } from '@hai-dang/contract/lib/paging.ts';
import { findThoseWithSecondFactor } from '../auth/second-factor.ts';
import { summarizeSessions } from '../auth/sessions.ts';
import type { App } from '../lib/context.ts';
import { listUsers } from '../users/list-users.ts';
import { toAdministrator } from './administrators.mapper.ts';
import { listInvitations } from './invite-administrator.ts';

/**
 * A page of administrators, newest first; before the first page the invitations that can be accepted (docs/decisions/023).
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listAdministrators(
  app: App,
  { limit, cursor }: ListAdministratorsBody,
): Promise<{ administrators: Administrator[]; pagination: CursorPagination }> {
  const [{ users: found, pagination }, invited] = await Promise.all([
    listUsers(app, { limit, cursor, filters: { role: 'admin' } }),
    cursor ? [] : listInvitations(app),
  ]);
  const ids = found.map(({ _id }) => _id);
  const [sessions, withSecondFactor] = await Promise.all([
    summarizeSessions(app, ids),
    findThoseWithSecondFactor(app, ids),
  ]);
  const administrators = found.map((user) =>
    toAdministrator(user, sessions.get(user._id), withSecondFactor.has(user._id)),
  );
  return { administrators: [...invited, ...administrators], pagination };
}
