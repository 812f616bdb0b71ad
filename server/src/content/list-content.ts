import type { Readable } from 'node:stream';
import {
  CONTENT_TYPES,
  type ExportContentBody,
  type ListContentBody,
  type ListedContent,
} from '@hai-dang/contract/content/content.schema.ts';
import type { CursorPagination } from '@hai-dang/contract/lib/paging.ts';
import { z } from 'zod';
import { recordReading } from '../audit/record-audit.ts';
import type { Ctx } from '../lib/context.ts';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Db } from '../lib/db/database.ts';
import { EXPORT_BATCH, filtersInUse } from '../lib/list-export.ts';
import { toSearchTerm } from '../lib/search/search-term.ts';
import { rangeOfDays } from '../lib/vietnam-day.ts';
import { CONTENT_COLUMNS } from './content.csv.ts';
import { toListedContent } from './content.mapper.ts';
import { type ContentCriteria, type ContentPage, contentStore } from './content.store.ts';
import { findContent } from './content-search.ts';

const cursorSchema = z.object({ at: cursorTime, id: cursorId, scan: z.optional(z.literal(true)) });
/**
 * A page of posts, travel posts and comments, newest first. Content that its author has deleted is not in it, and a comment only
 * while its parent is visible; content that is taken down or hidden is, until it is purged.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listContent(
  db: Db,
  body: ListContentBody,
): Promise<{ content: ListedContent[]; pagination: CursorPagination }> {
  const { found, matches, resumeAt, isScanOnly } = await findContent(db, toPage(body));
  const shown = found.slice(0, body.limit);
  const last = found.length > body.limit ? shown.at(-1) : resumeAt;
  const rows = await contentStore.findRows(db, shown);
  return {
    content: rows.map(toListedContent),
    pagination: {
      total: matches ?? rows.length,
      totalRelation: matches === null || body.cursor ? 'gte' : 'eq',
      nextCursor: last
        ? encodeCursor({ at: last.createdAt.toISOString(), id: last.id, ...(isScanOnly && { scan: true }) })
        : null,
    },
  };
}

/**
 * The content of a list as CSV. The export is recorded before the first line is sent.
 * @throws {DomainError} TOO_MANY_EXPORTS
 */
export const exportContent = (ctx: Ctx, body: ExportContentBody): Promise<Readable> =>
  ctx.exports.start(ctx.caller.id, {
    columns: CONTENT_COLUMNS,
    fetchPage: async (cursor: string | null) => {
      const { content, pagination } = await listContent(ctx.db, { ...body, cursor, limit: EXPORT_BATCH });
      return { rows: content, next: pagination.nextCursor };
    },
    record: () => recordReading(ctx, { action: 'content.export', after: filtersInUse(body) }),
  });

function toPage(body: ListContentBody): ContentPage {
  const cursor = body.cursor ? decodeCursor(body.cursor, cursorSchema) : null;
  return {
    criteria: toCriteria(body),
    before: cursor && { createdAt: cursor.at, id: cursor.id },
    // One more than the page shows whether there is a next one.
    limit: body.limit + 1,
    term: toSearchTerm(body.q ?? '').toWellFormed(),
    isScanOnly: cursor?.scan === true,
  };
}

/** Reads the wire's filters, in which '', false, null and absence all mean any. */
const toCriteria = (body: ListContentBody): ContentCriteria => ({
  types: body.itemType ? [body.itemType] : CONTENT_TYPES,
  ...(body.authorId ? { authorId: body.authorId } : {}),
  ...(body.hasImages ? { hasImages: true } : {}),
  ...(body.isReported ? { isReported: true } : {}),
  ...(body.state ? { state: body.state } : {}),
  ...(body.parent ? { parent: body.parent } : {}),
  ...rangeOfDays(body.from, body.to),
});
