import { USER_LIST_DEFAULT_LIMIT } from '@hai-dang/contract/constants.ts';
import { type CursorPagination, totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import type { ListUsersBody, SearchUsersBody, UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { isIndexed, toSearchTerm } from '../lib/search/search-term.ts';
import { toCriteria, type UserCriteria } from './users.filter.ts';
import {
  positionOf,
  type UserOrder,
  type UserPage,
  type UserPosition,
  type UserSummaryRow,
  type UsersListingStore,
} from './users.listing.store.ts';
import { toUserSummary } from './users.mapper.ts';

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
/** What a search has found, and what is known of how many there are: all, or those among the first in order. */
interface Found {
  rows: UserSummaryRow[];
  count: Total | { near: number };
  /** Where to look on although the page is not full. */
  resumeAt?: UserPosition | undefined;
}

interface LastSeenPage {
  /** What must occur in the name, e-mail or phone; '' for any. */
  term: string;
  among: { only: readonly string[] } | { except: readonly string[] };
  after: UserPosition | null;
  limit: number;
}
interface LastSeenListing {
  ids: string[];
  next: UserPosition | null;
}

/** Listing and searching users by cursor (specification, section 2; the wire contract, Filters and Search). */
export function createUserListing({ db, store, clock }: { db: Db; store: UsersListingStore; clock: Clock }) {
  function readPage(body: ListUsersBody): { page: UserPage; total: Total | null } {
    const order: UserOrder = body.sort ?? 'newest';
    const cursor = body.cursor ? decodeCursor(body.cursor, cursorSchema) : null;
    if (cursor && cursor.order !== order) throw new DomainError('INVALID_CURSOR');
    return {
      page: {
        criteria: toCriteria(body.filters, clock.now()),
        order,
        after: cursor && { at: cursor.at, id: cursor.id },
        // One more than asked tells whether there is a next page.
        limit: (body.limit ?? USER_LIST_DEFAULT_LIMIT) + 1,
      },
      total: cursor && { total: cursor.total, totalRelation: cursor.relation },
    };
  }

  function toListing(rows: UserSummaryRow[], page: UserPage, total: Total, resumeAt?: UserPosition): Listing {
    const { shown, next } = cut(rows, page, resumeAt);
    const nextCursor = next?.at
      ? encodeCursor({
          at: next.at.toISOString(),
          id: next.id,
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

  /**
   * A page of the users in whose name, e-mail or phone the term occurs. First the next 5 000 users in order are
   * looked through, then as many as should do if some matched; only then is the index asked. A term that the
   * index does not know is looked for window by window: such a page may be short, or empty, and still have a next one.
   */
  async function search(term: string, page: UserPage, isCounted: boolean): Promise<Found> {
    const near = await store.searchWindow(db, term, page, SEARCH_WINDOW, isCounted);
    const isFull = (rows: UserSummaryRow[]) => rows.length >= page.limit;
    if (isFull(near.rows)) return { rows: near.rows, count: { near: near.matches } };

    if (!isIndexed(term)) {
      const resumeAt = await store.endOfWindow(db, page, SEARCH_WINDOW);
      const count = { total: near.rows.length, totalRelation: resumeAt ? 'gte' : 'eq' } as const;
      return { rows: near.rows, count, resumeAt };
    }
    const width = Math.ceil(((SEARCH_WINDOW * page.limit) / near.rows.length) * WINDOW_MARGIN);
    if (width <= WIDEST_WINDOW) {
      const wide = await store.searchWindow(db, term, page, width, false);
      if (isFull(wide.rows)) return { rows: wide.rows, count: { near: near.rows.length } };
    }
    const found = await store.searchIndex(db, term, page);
    return { rows: found.rows, count: { total: found.matches, totalRelation: 'eq' } };
  }

  return {
    /** A page of users; the first page also works out the total. */
    async listUsers(body: ListUsersBody): Promise<Listing> {
      const { page, total } = readPage(body);
      const [rows, known] = await Promise.all([store.findPage(db, page), total ?? countMatching(page)]);
      return toListing(rows, page, known);
    },

    /** A page of the users in whose name, e-mail or phone the term occurs; it may be short and still have a next one. */
    async searchUsers(body: SearchUsersBody): Promise<Listing> {
      const term = toSearchTerm(body.searchTerm);
      if (term === '') {
        return { users: [], pagination: { total: 0, totalRelation: 'eq', nextCursor: null } };
      }
      const { page, total } = readPage(body);
      const { rows, count, resumeAt } = await search(term, page, total === null);
      return toListing(rows, page, total ?? ('near' in count ? await estimate(count.near) : count), resumeAt);
    },

    /**
     * A page of the app's users, whom the administrators chat with, by when they were last seen: the latest first.
     * @param among only these accounts, or all but these; a few thousand at most
     */
    async listByLastSeen({ term, among, after, limit }: LastSeenPage): Promise<LastSeenListing> {
      const criteria: UserCriteria = { role: 'user', ...('except' in among ? { exceptIds: among.except } : {}) };
      const page: UserPage = { criteria, order: 'lastSeen', after, limit: limit + 1 };
      const words = toSearchTerm(term);
      const found = await findByLastSeen(words, among, page);
      const { shown, next } = cut(found.rows, page, found.resumeAt);
      return { ids: shown.map(({ id }) => id), next: next ?? null };
    },
  };

  async function findByLastSeen(
    term: string,
    among: LastSeenPage['among'],
    page: UserPage,
  ): Promise<Pick<Found, 'rows' | 'resumeAt'>> {
    if ('only' in among) return { rows: await store.findPageAmong(db, among.only, term, page) };
    return term === '' ? { rows: await store.findPage(db, page) } : search(term, page, false);
  }

  /** How many match in all, from how many do among the first 5 000. */
  async function estimate(matches: number): Promise<Total> {
    const everyone = await store.countByGroup(db, {});
    if (everyone <= SEARCH_WINDOW) return { total: matches, totalRelation: 'eq' };
    return { total: Number(((matches / SEARCH_WINDOW) * everyone).toPrecision(2)), totalRelation: 'approx' };
  }
}

/** What is shown of the rows, one more than asked, and where the next page begins, if there is one. */
function cut(rows: UserSummaryRow[], page: UserPage, resumeAt: UserPosition | undefined) {
  const shown = rows.slice(0, page.limit - 1);
  const last = shown.at(-1);
  return { shown, next: rows.length >= page.limit && last ? positionOf(last, page.order) : resumeAt };
}
