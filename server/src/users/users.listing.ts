import { USER_LIST_DEFAULT_LIMIT } from '@hai-dang/contract/constants.ts';
import { type CursorPagination, totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import type { ListUsersBody, SearchUsersBody, UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { toCriteria } from './users.filter.ts';
import {
  isCounted,
  positionOf,
  type UserOrder,
  type UserPage,
  type UserSummaryRow,
  usersListingStore,
} from './users.listing.store.ts';
import { toUserSummary } from './users.mapper.ts';
import type { SearchPosition } from './users.search.store.ts';
import { createUserSearch, type FoundUsers, SEARCH_WINDOW } from './users.search.ts';
import { TIER, type Tier, toUserTerm } from './users.search-term.ts';

/** Filters that no counter covers are counted up to here; the total is then "at least". */
const COUNT_UP_TO = 10_000;

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

type Total = Pick<CursorPagination, 'total' | 'totalRelation'>;
interface Listing {
  users: UserSummary[];
  pagination: CursorPagination;
}
interface ReadPage {
  page: UserPage & { after: SearchPosition | null };
  order: CursorOrder;
  total: Total | null;
}

/** Of a search of the chat: what matches by what is the user's own, or the rest, by the domain of the e-mail alone. */
export type MatchKind = 'own' | 'domain';
const TIERS_OF_KIND: Readonly<Record<MatchKind, readonly [Tier, Tier]>> = {
  own: [TIER.exact, TIER.contact],
  domain: [TIER.domain, TIER.domain],
};

interface LastSeenPage {
  /** What must occur in the name, e-mail or phone; '' for any. */
  term: string;
  kind: MatchKind;
  /** Only these accounts, a few thousand at most; all unless stated. */
  among?: readonly string[];
  after: SearchPosition | null;
  limit: number;
}
export interface LastSeenListing {
  /** Their positions in the list. */
  users: SearchPosition[];
  next: SearchPosition | null;
}

interface UserListingNeeds {
  db: Db;
  clock: Clock;
}

/** Listing and searching users by cursor (specification, section 2; the wire contract, Filters and Search). */
export function createUserListing({ db, clock }: UserListingNeeds) {
  const { search, searchAmong, findIds } = createUserSearch(db);

  /** @param defaultOrder where the client names none */
  function readPage(body: ListUsersBody, defaultOrder: CursorOrder): ReadPage {
    const cursor = body.cursor ? decodeCursor(body.cursor, cursorSchema) : null;
    const order = body.sort ?? defaultOrder;
    if (cursor && cursor.order !== order) throw new DomainError('INVALID_CURSOR');
    return {
      page: {
        criteria: toCriteria(body.filters, clock.now()),
        order: order === 'best' ? 'newest' : order,
        after: cursor && { at: cursor.at, id: cursor.id, tier: cursor.tier },
        // One row more than the limit shows whether there is a next page.
        limit: (body.limit ?? USER_LIST_DEFAULT_LIMIT) + 1,
      },
      order,
      total: cursor && { total: cursor.total, totalRelation: cursor.relation },
    };
  }

  function toListing(
    rows: readonly Row[],
    { page, order }: ReadPage,
    total: Total,
    resumeAt?: SearchPosition,
  ): Listing {
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

  async function countMatching(page: UserPage): Promise<Total> {
    if (isCounted(page.criteria))
      return { total: await usersListingStore.countByGroup(db, page.criteria), totalRelation: 'eq' };
    const counted = await usersListingStore.countUpTo(db, page.criteria, COUNT_UP_TO + 1);
    return { total: Math.min(counted, COUNT_UP_TO), totalRelation: counted > COUNT_UP_TO ? 'gte' : 'eq' };
  }

  return {
    /** A page of users; the first page also counts the total. */
    async listUsers(body: ListUsersBody): Promise<Listing> {
      const read = readPage(body, 'newest');
      const [rows, known] = await Promise.all([
        usersListingStore.findPage(db, read.page),
        read.total ?? countMatching(read.page),
      ]);
      return toListing(rows, read, known);
    },

    /**
     * A page of the users in whose name, e-mail or phone the term occurs, the best match first unless an order is named;
     * it may be short and still have a next one.
     */
    async searchUsers(body: SearchUsersBody): Promise<Listing> {
      const term = toUserTerm(body.searchTerm ?? '');
      if (!term) return { users: [], pagination: { total: 0, totalRelation: 'eq', nextCursor: null } };
      const read = readPage(body, 'best');
      const known = read.total?.totalRelation === 'eq' ? read.total.total : Number.POSITIVE_INFINITY;
      const found = await search({
        ...read.page,
        term,
        isBestFirst: read.order === 'best',
        total: read.total ? known : null,
      });
      return toListing(found.rows, read, read.total ?? (await toTotal(found.count)), found.resumeAt);
    },

    /**
     * The ids of all whom the list shows for a search, if any, and filters; at most `most` of them.
     * @throws {DomainError} BULK_TERM_TOO_SHORT
     */
    async findIdsMatching(
      { searchTerm, filters }: Pick<SearchUsersBody, 'searchTerm' | 'filters'>,
      most: number,
    ): Promise<string[]> {
      const criteria = toCriteria(filters, clock.now());
      const isSearch = Boolean(searchTerm?.trim());
      const term = toUserTerm(searchTerm ?? '');
      if (isSearch && !term) return [];
      const ids = await (term ? findIds(term, criteria, most) : usersListingStore.findIds(db, criteria, most));
      return ids;
    },

    /** An account as the list shows it; null where there is none. */
    async findListedUser(id: string): Promise<UserSummary | null> {
      const page = { criteria: {}, order: 'newest', after: null, limit: 1 } as const;
      const [row] = await usersListingStore.findPageAmong(db, [id], page);
      return row ? toUserSummary(row) : null;
    },

    /** Of these accounts the names of the first ones, and how many are administrators'. */
    async describeAccounts(ids: readonly string[], namesMost: number) {
      const described = await usersListingStore.describe(db, ids, namesMost);
      return described;
    },

    /**
     * A page of the app's users, whom the administrators chat with, by when they were last seen: the latest first; of
     * those who are searched for, the best match first.
     */
    async listByLastSeen({ term, among, kind, after, limit }: LastSeenPage): Promise<LastSeenListing> {
      const page = { criteria: { role: 'user' }, order: 'lastSeen', after, limit: limit + 1 } as const;
      const found = await findByLastSeen(term, among, kind, page);
      const { shown, next } = paginate(found.rows, page, found.resumeAt);
      return { users: shown.map((row) => toPosition(row, page.order)), next: next ?? null };
    },

    /** Whether anything is left of a text that could be searched for; else all are listed. */
    isSearch: (text: string): boolean => toUserTerm(text) !== undefined,
  };

  async function findByLastSeen(
    text: string,
    among: LastSeenPage['among'],
    kind: MatchKind,
    page: ReadPage['page'],
  ): Promise<{ rows: readonly Row[]; resumeAt?: SearchPosition | undefined }> {
    const term = toUserTerm(text);
    if (!term) {
      if (kind === 'domain') return { rows: [] };
      return {
        rows: await (among ? usersListingStore.findPageAmong(db, among, page) : usersListingStore.findPage(db, page)),
      };
    }
    const wanted = { ...page, term, isBestFirst: true, tiers: TIERS_OF_KIND[kind], total: Number.POSITIVE_INFINITY };
    return among ? searchAmong(among, wanted) : search(wanted);
  }

  /** How many match in all; where only the first 5 000 in order were scanned, estimated from those. */
  async function toTotal(count: FoundUsers['count']): Promise<Total> {
    if ('exactly' in count) return { total: count.exactly, totalRelation: 'eq' };
    if ('atLeast' in count) return { total: count.atLeast, totalRelation: 'gte' };
    const everyone = await usersListingStore.countByGroup(db, {});
    if (everyone <= SEARCH_WINDOW) return { total: count.near, totalRelation: 'eq' };
    return { total: Number(((count.near / SEARCH_WINDOW) * everyone).toPrecision(2)), totalRelation: 'approx' };
  }
}

/** Of a list without a search all are of one tier. */
type Row = UserSummaryRow & { readonly tier?: Tier };

const toPosition = (row: Row, order: UserOrder): SearchPosition => ({
  ...positionOf(row, order),
  tier: row.tier ?? TIER.exact,
});

/** The page of the rows, which are one more than the limit, and where the next page begins, if there is one. */
function paginate(
  rows: readonly Row[],
  page: { order: UserOrder; limit: number },
  resumeAt: SearchPosition | undefined,
) {
  const shown = rows.slice(0, page.limit - 1);
  const last = shown.at(-1);
  const isMore = rows.length >= page.limit;
  const next = isMore && last ? toPosition(last, page.order) : resumeAt;
  return { shown, next };
}
