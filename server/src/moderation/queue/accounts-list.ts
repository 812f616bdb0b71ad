import type { CursorPagination } from '@hai-dang/contract/lib/paging.ts';
import type { ListReportAccountsBody, ReportAccount } from '@hai-dang/contract/moderation/report-accounts.schema.ts';
import { z } from 'zod';
import type { App } from '../../lib/context.ts';
import {
  cursorId,
  cursorInteger,
  cursorSignedInteger,
  cursorTime,
  decodeCursor,
  encodeCursor,
} from '../../lib/cursor.ts';
import { toReportAccount } from '../reports/reports.mapper.ts';
import { type AccountPosition, accountsListStore } from './accounts-list.store.ts';
import { limitOf, toPageCriteria } from './reports-list.ts';

/** The number of accounts travels in the cursor: it is worked out once, for the first page. */
const positionFields = { id: cursorId, total: cursorInteger };
/** Each order names its value, so that no other one reads its cursor. */
const cursorSchemas = {
  reports: z
    .object({ reports: cursorInteger, ...positionFields })
    .transform(({ reports: value, ...rest }) => ({ value, ...rest })),
  priority: z
    .object({ priority: cursorSignedInteger, ...positionFields })
    .transform(({ priority: value, ...rest }) => ({ value, ...rest })),
  due: z.object({ due: cursorTime, ...positionFields }).transform(({ due: value, ...rest }) => ({ value, ...rest })),
};

/**
 * A page of the accounts with open reports on themselves or on their content.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listReportAccounts(
  { db, clock }: App,
  body: ListReportAccountsBody,
): Promise<{ accounts: ReportAccount[]; pagination: CursorPagination }> {
  const sort = body.sort || 'reports';
  const criteria = toPageCriteria({ ...body, sort: null }, clock.now());
  const after: (AccountPosition & { total: number }) | null = body.cursor
    ? decodeCursor(body.cursor, cursorSchemas[sort])
    : null;
  const limit = limitOf(body);
  const [rows, total] = await Promise.all([
    accountsListStore.findPage(db, { criteria, sort, after, limit }),
    after?.total ?? accountsListStore.count(db, criteria),
  ]);
  const shown = rows.slice(0, limit - 1);
  const last = rows.length >= limit ? shown.at(-1) : undefined;
  const nextCursor = last ? encodeCursor({ [sort]: last.value, id: last.owner_id, total }) : null;
  return { accounts: shown.map(toReportAccount), pagination: { total, totalRelation: 'eq', nextCursor } };
}
