import { USER_LIST_DEFAULT_LIMIT } from '@hai-dang/contract/constants.ts';
import { type CursorPagination, totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import type { ListUsersBody, SearchUsersBody, UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { isIndexed, toSearchTerm } from './search-term.ts';
import { toCriteria } from './users.filter.ts';
import { toUserSummary } from './users.mapper.ts';
import type { UserOrder, UserPage, UserPosition, UserSummaryRow, UsersStore } from './users.store.ts';

/** Filters that no counter covers are counted up to here; the answer then says "at least". */
const COUNT_UP_TO = 10_000;
/** How many users in order a search looks through before it asks the index. */
const SEARCH_WINDOW = 5_000;
/** A wider look costs more than asking the index. */
const WIDEST_WINDOW = 10_000;
/** Matches are spread unevenly; a window made to measure gets this much more. */
const WINDOW_MARGIN = 1.5;

/** The total travels in the cursor: it is worked out once, for the first page. */
const cursorSchema = z.object({
  at: z.iso.datetime().transform((text) => new Date(text)),
  id: z.string().max(64),
  order: z.enum(['newest', 'oldest']),
  total: z.int().nonnegative(),
  relation: z.enum(totalRelationSchema.options),
});

type Total = Pick<CursorPagination, 'total' | 'totalRelation'>;
interface Listing {
  users: UserSummary[];
  pagination: CursorPagination;
}

/** Listing and searching users by cursor (specification, section 2; the wire contract, Filters and Search). */
export function createUserListing({ db, store, clock }: { db: Db; store: UsersStore; clock: Clock }) {
  function readPage(body: ListUsersBody): { page: UserPage; total: Total | null } {
    const order: UserOrder = body.sort ?? 'newest';
    const cursor = body.cursor ? decodeCursor(body.cursor, cursorSchema) : null;
    if (cursor && cursor.order !== order) throw new DomainError('INVALID_CURSOR');
    return {
      page: {
        criteria: toCriteria(body.filters, clock.now()),
        order,
        after: cursor && { createdAt: cursor.at, id: cursor.id },
        // One more than asked tells whether there is a next page.
        limit: (body.limit ?? USER_LIST_DEFAULT_LIMIT) + 1,
      },
      total: cursor && { total: cursor.total, totalRelation: cursor.relation },
    };
  }

  function toListing(rows: UserSummaryRow[], page: UserPage, total: Total, resumeAt?: UserPosition): Listing {
    const shown = rows.slice(0, page.limit - 1);
    const last = shown.at(-1);
    const hasMore = rows.length >= page.limit;
    const position = hasMore && last ? { createdAt: last.created_at, id: last.id } : resumeAt;
    const nextCursor = position
      ? encodeCursor({
          at: position.createdAt.toISOString(),
          id: position.id,
          order: page.order,
          total: total.total,
          relation: total.totalRelation,
        })
      : null;
    return { users: shown.map(toUserSummary), pagination: { ...total, nextCursor } };
  }

  async function countMatching(page: UserPage): Promise<Total> {
    if (!page.criteria.seen) return { total: await store.countByGroup(db, page.criteria), totalRelation: 'eq' };
    const counted = await store.countUpTo(db, page.criteria, COUNT_UP_TO + 1);
    return { total: Math.min(counted, COUNT_UP_TO), totalRelation: counted > COUNT_UP_TO ? 'gte' : 'eq' };
  }

  return {
    /** A page of users; the first page also works out the total. */
    async listUsers(body: ListUsersBody): Promise<Listing> {
      const { page, total } = readPage(body);
      const [rows, known] = await Promise.all([store.findPage(db, page), total ?? countMatching(page)]);
      return toListing(rows, page, known);
    },

    /**
     * A page of the users in whose name, e-mail or phone the term occurs. First the next 5 000 users in order are
     * looked through, then as many as should do if some matched; only then is the index asked. A term that the
     * index does not know is looked for window by window: such a page may be short, or empty, and still have a next one.
     */
    async searchUsers(body: SearchUsersBody): Promise<Listing> {
      const term = toSearchTerm(body.searchTerm);
      if (term === '') {
        return { users: [], pagination: { total: 0, totalRelation: 'eq', nextCursor: null } };
      }
      const { page, total } = readPage(body);
      const near = await store.searchWindow(db, term, page, SEARCH_WINDOW, total === null);
      const isFull = (rows: UserSummaryRow[]) => rows.length >= page.limit;
      if (isFull(near.rows)) return toListing(near.rows, page, total ?? (await estimate(near.matches)));

      if (!isIndexed(term)) {
        const resumeAt = await store.endOfWindow(db, page, SEARCH_WINDOW);
        const relation = resumeAt ? 'gte' : 'eq';
        return toListing(near.rows, page, total ?? { total: near.rows.length, totalRelation: relation }, resumeAt);
      }
      const width = Math.ceil(((SEARCH_WINDOW * page.limit) / near.rows.length) * WINDOW_MARGIN);
      if (width <= WIDEST_WINDOW) {
        const wide = await store.searchWindow(db, term, page, width, false);
        if (isFull(wide.rows)) return toListing(wide.rows, page, total ?? (await estimate(near.rows.length)));
      }
      const found = await store.searchIndex(db, term, page);
      return toListing(found.rows, page, total ?? { total: found.matches, totalRelation: 'eq' });
    },
  };

  /** How many match in all, from how many do among the first 5 000. */
  async function estimate(matches: number): Promise<Total> {
    const everyone = await store.countByGroup(db, {});
    if (everyone <= SEARCH_WINDOW) return { total: matches, totalRelation: 'eq' };
    return { total: Number(((matches / SEARCH_WINDOW) * everyone).toPrecision(2)), totalRelation: 'approx' };
  }
}
