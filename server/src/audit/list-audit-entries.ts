import type { AuditEntry, ListAuditEntriesBody } from '@hai-dang/contract/audit/audit.schema.ts';
import { type CursorPagination, totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import { z } from 'zod';
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { DbOrTx } from '../lib/db/database.ts';
import { toCriteria } from './audit.filter.ts';
import { toAuditEntry, toPosition } from './audit.mapper.ts';
import { type AuditCriteria, auditStore } from './audit.store.ts';

/** Beyond this the total is "at least": counting a long audit log would cost more than reading it. */
const COUNT_UP_TO = 5_000;

/** The cursor carries the total: it is counted once, for the first page. */
const cursorSchema = z.object({
  at: cursorTime,
  id: cursorId,
  total: cursorInteger,
  relation: z.enum(totalRelationSchema.options),
});

/**
 * A page of the audit log, newest first; the first page also counts the total.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listAuditEntries(
  db: DbOrTx,
  { limit, cursor: text, ...filters }: ListAuditEntriesBody,
): Promise<{ entries: AuditEntry[]; pagination: CursorPagination }> {
  const criteria = toCriteria(filters);
  const cursor = text ? decodeCursor(text, cursorSchema) : null;
  const after = cursor && { createdAt: cursor.at, id: cursor.id };
  const [rows, total] = await Promise.all([
    // One row more than the limit shows whether there is a next page.
    auditStore.findPage(db, { criteria, after, limit: limit + 1 }),
    cursor ? { total: cursor.total, totalRelation: cursor.relation } : count(db, criteria),
  ]);
  const shown = rows.slice(0, limit);
  const end = rows.length > limit ? toPosition(shown.at(-1)) : null;
  const nextCursor = end
    ? encodeCursor({ at: end.createdAt, id: end.id, total: total.total, relation: total.totalRelation })
    : null;
  return { entries: shown.map(toAuditEntry), pagination: { ...total, nextCursor } };
}

async function count(db: DbOrTx, criteria: AuditCriteria): Promise<Pick<CursorPagination, 'total' | 'totalRelation'>> {
  const counted = await auditStore.countUpTo(db, criteria, COUNT_UP_TO + 1);
  return { total: Math.min(counted, COUNT_UP_TO), totalRelation: counted > COUNT_UP_TO ? 'gte' : 'eq' };
}
