import type { Readable } from 'node:stream';
import type {
  AuditAction,
  AuditActor,
  AuditEntry,
  AuditFilters,
  ListAuditEntriesBody,
} from '@hai-dang/contract/audit/audit.schema.ts';
import { type CursorPagination, totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Db, DbOrTx } from '../lib/db/database.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { EXPORT_BATCH, type ListExports } from '../lib/list-export.ts';
import { AUDIT_COLUMNS } from './audit.csv.ts';
import { activeFilters, toCriteria } from './audit.filter.ts';
import { toAuditEntry } from './audit.mapper.ts';
import { type AuditCriteria, type AuditPosition, type AuditRow, auditStore } from './audit.store.ts';
import { type AuditEvent, insertAuditEntry } from './record-audit.ts';

/** Beyond this the total is "at least": counting a long audit log would cost more than reading it. */
const COUNT_UP_TO = 5_000;
const MAX_ADMINISTRATORS = 500;

type AuditedActor = { actor: Pick<Caller, 'id' | 'username'>; context: AuditEvent['context'] };

interface AuditServiceNeeds {
  db: Db;
  exports: ListExports;
  clock: Clock;
}

/** The cursor carries the total: it is counted once, for the first page. */
const cursorSchema = z.object({
  at: cursorTime,
  id: cursorId,
  total: cursorInteger,
  relation: z.enum(totalRelationSchema.options),
});

/** The audit log: who did what. An entry is written in the transaction of its change, so neither exists alone. */
export function createAuditService({ db, exports, clock }: AuditServiceNeeds) {
  /** Writes one entry; `on` is the transaction of the change, or the database for a denied change. */
  async function record(on: DbOrTx, event: AuditEvent): Promise<void> {
    await insertAuditEntry(on, event, clock.now());
  }

  async function count(criteria: AuditCriteria): Promise<Pick<CursorPagination, 'total' | 'totalRelation'>> {
    const counted = await auditStore.countUpTo(db, criteria, COUNT_UP_TO + 1);
    return { total: Math.min(counted, COUNT_UP_TO), totalRelation: counted > COUNT_UP_TO ? 'gte' : 'eq' };
  }

  return {
    record,

    /** The actor of the last such action on a target, and its call; null where none is recorded. */
    async findDoer(action: AuditAction, targetId: string): Promise<AuditedActor | null> {
      const row = await auditStore.findNewest(db, action, targetId);
      if (!row || row.actor_id === null) return null;
      return {
        actor: { id: row.actor_id, username: row.actor_name ?? row.actor_id },
        context: { requestId: row.request_id, address: row.ip },
      };
    },

    /**
     * A page of the audit log, newest first; the first page also counts the total.
     * @throws {DomainError} INVALID_CURSOR
     */
    async listAuditEntries({
      limit,
      cursor: text,
      ...filters
    }: ListAuditEntriesBody): Promise<{ entries: AuditEntry[]; pagination: CursorPagination }> {
      const criteria = toCriteria(filters);
      const cursor = text ? decodeCursor(text, cursorSchema) : null;
      const after = cursor && { createdAt: cursor.at, id: cursor.id };
      const [rows, total] = await Promise.all([
        // One row more than the limit shows whether there is a next page.
        auditStore.findPage(db, { criteria, after, limit: limit + 1 }),
        cursor ? { total: cursor.total, totalRelation: cursor.relation } : count(criteria),
      ]);
      const shown = rows.slice(0, limit);
      const end = rows.length > limit ? positionOf(shown.at(-1)) : null;
      const nextCursor = end
        ? encodeCursor({ at: end.createdAt, id: end.id, total: total.total, relation: total.totalRelation })
        : null;
      return { entries: shown.map(toAuditEntry), pagination: { ...total, nextCursor } };
    },

    /** Administrators who have entries, by name; deleted ones too. */
    listAuditActors: (): Promise<AuditActor[]> => auditStore.findAdministrators(db, MAX_ADMINISTRATORS),

    /**
     * The entries that meet the filters as CSV, newest first. The export is recorded before the first line is sent.
     * @throws {DomainError} TOO_MANY_EXPORTS
     */
    exportAuditEntries(filters: AuditFilters, caller: Caller, context: CallContext): Promise<Readable> {
      const criteria = toCriteria(filters);
      return exports.start(caller.id, {
        columns: AUDIT_COLUMNS,
        fetchPage: async (after: AuditPosition | null) => {
          const rows = await auditStore.findPage(db, { criteria, after, limit: EXPORT_BATCH });
          return { rows, next: rows.length < EXPORT_BATCH ? null : positionOf(rows.at(-1)) };
        },
        record: () => record(db, { action: 'audit.export', actor: caller, after: activeFilters(filters), context }),
      });
    },
  };
}
export type AuditService = ReturnType<typeof createAuditService>;

const positionOf = (row: AuditRow | undefined): AuditPosition | null =>
  row ? { createdAt: row.created_at, id: row.id } : null;
