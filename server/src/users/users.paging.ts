import { USER_LIST_DEFAULT_LIMIT } from '@hai-dang/contract/constants.ts';
import { type CursorPagination, totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import type { ListUsersBody, UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { z } from 'zod';
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '../lib/cursor.ts';
import { DomainError } from '../lib/domain-error.ts';
import { toCriteria } from './users.filter.ts';
import { positionOf, type UserOrder, type UserPage, type UserSummaryRow } from './users.listing.store.ts';
import { toUserSummary } from './users.mapper.ts';
import type { SearchPosition } from './users.search.store.ts';
import { TIER, type Tier } from './users.search-term.ts';

/** The cursor carries the total: it is counted once, for the first page. */
const cursorSchema = z.object({
  at: cursorTime,
  id: cursorId,
  order: z.enum(['newest', 'oldest', 'best']),
  tier: z.int().min(TIER.exact).max(TIER.domain).default(TIER.exact),
  total: cursorInteger,
  relation: z.enum(totalRelationSchema.options),
});
type CursorOrder = z.output<typeof cursorSchema>['order'];

export type Total = Pick<CursorPagination, 'total' | 'totalRelation'>;
export interface UserListing {
  users: UserSummary[];
  pagination: CursorPagination;
}
/** The page that a call wants. */
export interface RequestedPage {
  page: UserPage & { after: SearchPosition | null };
  order: CursorOrder;
  /** Null for the first page, which counts it. */
  total: Total | null;
}

/** A row of the list; without a search all are of one tier. */
export type ListedUserRow = UserSummaryRow & { readonly tier?: Tier };

/**
 * @param defaultOrder where the client names none
 * @throws {DomainError} INVALID_CURSOR
 */
export function parsePage(body: ListUsersBody, defaultOrder: CursorOrder, now: Date): RequestedPage {
  const cursor = body.cursor ? decodeCursor(body.cursor, cursorSchema) : null;
  const order = body.sort ?? defaultOrder;
  if (cursor && cursor.order !== order) throw new DomainError('INVALID_CURSOR');
  return {
    page: {
      criteria: toCriteria(body.filters, now),
      order: order === 'best' ? 'newest' : order,
      after: cursor && { at: cursor.at, id: cursor.id, tier: cursor.tier },
      // One row more than the limit shows whether there is a next page.
      limit: (body.limit ?? USER_LIST_DEFAULT_LIMIT) + 1,
    },
    order,
    total: cursor && { total: cursor.total, totalRelation: cursor.relation },
  };
}

/** @param resumeAt where the next page begins although this one is not full */
export function toListing(
  rows: readonly ListedUserRow[],
  { page, order }: RequestedPage,
  total: Total,
  resumeAt?: SearchPosition,
): UserListing {
  const { shown, next } = paginate(rows, page, resumeAt);
  const nextCursor = next?.at
    ? encodeCursor({
        at: next.at.toISOString(),
        id: next.id,
        order,
        ...(order === 'best' ? { tier: next.tier } : {}),
        total: total.total,
        relation: total.totalRelation,
      })
    : null;
  return { users: shown.map(toUserSummary), pagination: { ...total, nextCursor } };
}

/** The page of the rows, which are one more than the limit, and where the next page begins, if there is one. */
export function paginate(
  rows: readonly ListedUserRow[],
  page: { order: UserOrder; limit: number },
  resumeAt: SearchPosition | undefined,
) {
  const shown = rows.slice(0, page.limit - 1);
  const last = shown.at(-1);
  const isMore = rows.length >= page.limit;
  const next = isMore && last ? toPosition(last, page.order) : resumeAt;
  return { shown, next };
}

export const toPosition = (row: ListedUserRow, order: UserOrder): SearchPosition => ({
  ...positionOf(row, order),
  tier: row.tier ?? TIER.exact,
});
