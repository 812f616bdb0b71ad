import { BULK_ITEMS_LISTED, BULK_UNDO_MS } from '@hai-dang/contract/constants.ts';
import type { Bulk, BulkDetail, ListBulksBody } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { z } from 'zod';
import type { App } from '../../lib/context.ts';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { toBulk, toBulkItem } from './bulk.mapper.ts';
import { bulkStore } from './bulk.store.ts';
import { requireBulk } from './bulk-changes.ts';

const cursorSchema = z.object({ at: cursorTime, id: cursorId });

/**
 * A page of those that run, and of those that were started within a day, newest first.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listBulks(
  { db, clock }: App,
  { cursor, limit }: ListBulksBody,
): Promise<{ bulks: Bulk[]; nextCursor: string | null }> {
  const before = cursor ? decodeCursor(cursor, cursorSchema) : null;
  const now = clock.now();
  const since = new Date(now.getTime() - BULK_UNDO_MS);
  // One row more than the limit shows whether there is a next page.
  const rows = await bulkStore.findPage(db, { since, before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    bulks: shown.map((row) => toBulk(row, now)),
    nextCursor: last ? encodeCursor({ at: last.started_at.toISOString(), id: last.id }) : null,
  };
}

/**
 * An action with the first of those subjects that were left alone.
 * @throws {DomainError} BULK_NOT_FOUND
 */
export async function getBulk({ db, clock }: App, id: string): Promise<BulkDetail> {
  const row = await requireBulk(bulkStore.find(db, id));
  const items = await bulkStore.findLeftAlone(db, id, BULK_ITEMS_LISTED);
  return { ...toBulk(row, clock.now()), items: items.map(toBulkItem) };
}
