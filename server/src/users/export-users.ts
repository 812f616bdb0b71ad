import type { Readable } from 'node:stream';
import type { ExportUsersBody } from '@hai-dang/contract/users/users.schema.ts';
import { recordReading } from '../audit/record-audit.ts';
import type { Ctx } from '../lib/context.ts';
import { EXPORT_BATCH, filtersInUse } from '../lib/list-export.ts';
import { listUsers } from './list-users.ts';
import { searchUsers } from './search-users.ts';
import { USER_COLUMNS } from './users.csv.ts';

/**
 * The users of a list, or of a search, as CSV. The export is recorded before the first line is sent.
 * @throws {DomainError} TOO_MANY_EXPORTS
 */
export function exportUsers(ctx: Ctx, body: ExportUsersBody): Promise<Readable> {
  const { filters, ...search } = body;
  const list = body.searchTerm?.trim() ? searchUsers : listUsers;
  return ctx.exports.start(ctx.caller.id, {
    columns: USER_COLUMNS,
    fetchPage: async (cursor: string | null) => {
      const { users, pagination } = await list(ctx, { ...body, cursor, limit: EXPORT_BATCH });
      return { rows: users, next: pagination.nextCursor };
    },
    record: () => recordReading(ctx, { action: 'user.export', after: filtersInUse({ ...search, ...filters }) }),
  });
}
