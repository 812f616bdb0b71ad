import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { DbOrTx, Schema } from '../lib/db/database.ts';
import { unprepared } from '../lib/db/named-statements.ts';
import { indexFinds, textContains } from '../lib/db/search-sql.ts';
import type { UserCriteria } from './users.filter.ts';

export type UserOrder = 'newest' | 'oldest' | 'lastSeen';
/** The last row already seen. */
export interface UserPosition {
  /** When it was created, or last seen; null for never. */
  at: Date | null;
  id: string;
}
export interface UserPage {
  criteria: UserCriteria;
  order: UserOrder;
  after: UserPosition | null;
  limit: number;
}

export const SUMMARY_COLUMNS = [
  'id',
  'username',
  'email',
  'avatar_url',
  'is_verified',
  'role',
  'is_disabled',
  'created_at',
  'last_seen_at',
] as const;

type Users = ExpressionBuilder<Schema, 'users'>;

function matches(eb: Users, criteria: UserCriteria) {
  const conditions = [];
  if (criteria.isImpossible) conditions.push(eb.lit(false));
  if (criteria.role) conditions.push(eb('role', '=', sql.lit(criteria.role)));
  // Literals, not parameters: a partial index is only used when the plan can see the value.
  if (criteria.isDisabled !== undefined) {
    conditions.push(criteria.isDisabled ? eb.ref('is_disabled') : eb.not(eb.ref('is_disabled')));
  }
  if (criteria.isVerified !== undefined) conditions.push(eb('is_verified', '=', eb.lit(criteria.isVerified)));
  if (criteria.gender) conditions.push(eb('gender', '=', sql.lit(criteria.gender)));
  if (criteria.seen) {
    const { since, isActive } = criteria.seen;
    conditions.push(
      isActive
        ? eb('last_seen_at', '>=', since)
        : eb.or([eb('last_seen_at', '<', since), eb('last_seen_at', 'is', null)]),
    );
  }
  if (criteria.exceptIds) conditions.push(sql<boolean>`users.id <> all(${criteria.exceptIds}::text[])`);
  return eb.and(conditions);
}

const NEVER = sql`'-infinity'::timestamptz`;

/** What an order goes by, before the id; as its index has it. */
const sortKey = (order: UserOrder) =>
  order === 'lastSeen' ? sql<Date>`coalesce(users.last_seen_at, ${NEVER})` : sql<Date>`users.created_at`;

const directionOf = (order: UserOrder) => (order === 'oldest' ? 'asc' : 'desc');

function isAfter(eb: Users, { order, after }: Pick<UserPage, 'order' | 'after'>) {
  if (!after) return eb.lit(true);
  const sign = sql.raw(order === 'oldest' ? '>' : '<');
  return sql<boolean>`(${sortKey(order)}, users.id) ${sign} (coalesce(${after.at}::timestamptz, ${NEVER}), ${after.id})`;
}

function inOrder<Row>(query: SelectQueryBuilder<Schema, 'users', Row>, order: UserOrder) {
  return query.orderBy(sortKey(order), directionOf(order)).orderBy('users.id', directionOf(order));
}

const contains = (eb: Users, term: string) => textContains(eb.ref('search_text'), term);

export const usersListingStore = {
  /** One page of the users that meet the criteria, at most `limit` of them. */
  findPage(db: DbOrTx, page: UserPage) {
    const query = db
      .selectFrom('users')
      .select(SUMMARY_COLUMNS)
      .where((eb) => eb.and([matches(eb, page.criteria), isAfter(eb, page)]))
      .limit(page.limit);
    return inOrder(query, page.order).modifyEnd(unprepared).execute();
  },

  /**
   * The same among a few thousand accounts, all of which are looked at. Each is fetched by its id, apart from the rest
   * (OFFSET 0): the plan would rather look through everybody, hoping to meet them.
   * @param term what must occur in their name, e-mail or phone; '' for any
   */
  findPageAmong(db: DbOrTx, ids: readonly string[], term: string, page: UserPage) {
    const among = sql<Selectable<Schema['users']>>`(
      select found.* from unnest(${ids}::text[]) as wanted (id)
      cross join lateral (select * from users where users.id = wanted.id offset 0) found)`;
    const query = db
      .selectFrom(among.as('users'))
      .select(SUMMARY_COLUMNS)
      .where((eb) => eb.and([matches(eb, page.criteria), isAfter(eb, page)]))
      .$if(term !== '', (q) => q.where((eb) => contains(eb, term)))
      .limit(page.limit);
    return inOrder(query, page.order).modifyEnd(unprepared).execute();
  },

  /** How many users meet criteria without `seen`: read from counters, exact. */
  async countByGroup(db: DbOrTx, criteria: UserCriteria): Promise<number> {
    if (criteria.isImpossible) return 0;
    let query = db
      .selectFrom('user_group_counts')
      .select((eb) => sql<number>`coalesce(${eb.fn.sum('count')}, 0)::bigint`.as('total'));
    if (criteria.role) query = query.where('role', '=', criteria.role);
    if (criteria.isDisabled !== undefined) query = query.where('is_disabled', '=', criteria.isDisabled);
    if (criteria.isVerified !== undefined) query = query.where('is_verified', '=', criteria.isVerified);
    if (criteria.gender) query = query.where('gender', '=', criteria.gender);
    return (await query.executeTakeFirstOrThrow()).total;
  },

  /** How many users meet the criteria, counted up to `most`. */
  async countUpTo(db: DbOrTx, criteria: UserCriteria, most: number): Promise<number> {
    const { total } = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('users')
          .select(sql.lit(1).as('one'))
          .where((users) => matches(users, criteria))
          .limit(most)
          .as('counted'),
      )
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .modifyEnd(unprepared)
      .executeTakeFirstOrThrow();
    return total;
  },

  /**
   * Looks for a term in the next `width` users by order only: for a frequent term that is enough, and cheap.
   * @returns rows, and with `countAll` how many of those `width` users match
   */
  async searchWindow(db: DbOrTx, term: string, page: UserPage, width: number, countAll: boolean) {
    const window = inOrder(
      db
        .selectFrom('users')
        .selectAll()
        .where((eb) => isAfter(eb, page))
        .limit(width),
      page.order,
    );
    const query = db
      .selectFrom(window.as('users'))
      .select(SUMMARY_COLUMNS)
      .$if(countAll, (q) => q.select(sql<number>`count(*) over ()`.as('matches')))
      .where((eb) => eb.and([contains(eb, term), matches(eb, page.criteria)]))
      .limit(page.limit);
    const rows = await inOrder(query, page.order).modifyEnd(unprepared).execute();
    return { rows, matches: rows[0]?.matches ?? 0 };
  },

  /** The position of the `width`-th user from `page.after` on, or undefined when there are fewer. */
  async endOfWindow(db: DbOrTx, page: UserPage, width: number): Promise<UserPosition | undefined> {
    const query = db
      .selectFrom('users')
      .select(['id', 'created_at', 'last_seen_at'])
      .where((eb) => isAfter(eb, page))
      .offset(width - 1)
      .limit(1);
    const row = await inOrder(query, page.order).executeTakeFirst();
    return row && positionOf(row, page.order);
  },

  /**
   * Finds a term through the trigram index, whose answer is checked. The matching ids are worked out first and kept
   * apart (MATERIALIZED), so that the plan cannot walk all users in order hoping to meet the rare one.
   * @returns rows, and how many match from `page.after` on
   */
  async searchIndex(db: DbOrTx, term: string, page: UserPage) {
    const direction = directionOf(page.order);
    const query = db
      .with(
        (cte) => cte('matching').materialized(),
        (cte) =>
          cte
            .selectFrom('users')
            .select(['id', sortKey(page.order).as('sort_key')])
            .where((eb) =>
              eb.and([indexFinds(eb.ref('search_text'), term), matches(eb, page.criteria), isAfter(eb, page)]),
            ),
      )
      .with('page', (cte) =>
        cte
          .selectFrom('matching')
          .selectAll()
          .orderBy('sort_key', direction)
          .orderBy('id', direction)
          .limit(page.limit),
      )
      .selectFrom('page')
      .innerJoin('users', 'users.id', 'page.id')
      .select(SUMMARY_COLUMNS.map((column) => `users.${column}` as const))
      .select((eb) => eb.selectFrom('matching').select(eb.fn.countAll<number>().as('n')).as('matches'))
      .orderBy('page.sort_key', direction)
      .orderBy('page.id', direction)
      .modifyEnd(unprepared);
    const rows = await query.execute();
    return { rows, matches: rows[0]?.matches ?? 0 };
  },
};
export type UsersListingStore = typeof usersListingStore;
export type UserSummaryRow = Awaited<ReturnType<typeof usersListingStore.findPage>>[number];

/** Where a row stands in an order. */
export const positionOf = (
  row: { id: string; created_at: Date; last_seen_at: Date | null },
  order: UserOrder,
): UserPosition => ({ at: order === 'lastSeen' ? row.last_seen_at : row.created_at, id: row.id });
