import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Schema } from '../lib/db/database.ts';
import { unprepared } from '../lib/db/prepared-statements.ts';
import {
  amongIds,
  directionOf,
  isAfter,
  matches,
  SUMMARY_COLUMNS,
  sortKey,
  type UserPage,
  type UserPosition,
  type UserSummaryRow,
} from './users.listing.store.ts';
import { type Ranking, userMatches } from './users.ranking.store.ts';
import type { Tier, UserTerm } from './users.search-term.ts';

/** The last user already seen. */
export interface SearchPosition extends UserPosition {
  readonly tier: Tier;
}

/** The requested matches: a page of the tiers `from` to `upTo`. */
export interface SearchPage extends UserPage {
  readonly after: SearchPosition | null;
  readonly term: UserTerm;
  readonly ranking: Ranking;
  readonly from: Tier;
  readonly upTo: Tier;
}

export type FoundUserRow = UserSummaryRow & { readonly tier: Tier };
type CountedRow = FoundUserRow & { readonly matches: number };
type Condition = RawBuilder<boolean>;

const users = expressionBuilder<Schema, 'users'>();
const columnsOf = (table: string) => sql.join(SUMMARY_COLUMNS.map((column) => sql.ref(`${table}.${column}`)));

/**
 * All who match in a table of users: with their tiers, and whether they come after the position that the page goes on
 * from. Worked out once for each (OFFSET 0).
 */
const foundIn = (table: RawBuilder<unknown>, page: SearchPage, condition: Condition) => {
  const { term, ranking, criteria, order, after } = page;
  return sql`(
    select ${columnsOf('users')}, ${sortKey(order)} as sort_key, ${ranking.tier} as tier,
      ${isAfter(users, page)} as is_after
    from ${table} as users
    where ${condition} and ${userMatches(term)} and ${matches(users, criteria)}
    offset 0) as found
    where found.tier between ${sql.lit(page.from)} and ${sql.lit(page.upTo)}
      and ${after ? sql`(found.is_after or found.tier > ${sql.lit(after.tier)})` : sql`true`}`;
};

const inOrder = (table: string, { order, limit }: SearchPage) => {
  const direction = sql.raw(directionOf(order));
  return sql`order by ${sql.ref(`${table}.tier`)}, ${sql.ref(`${table}.sort_key`)} ${direction},
    ${sql.ref(`${table}.id`)} ${direction} limit ${limit}`;
};

const ANY = sql<boolean>`true`;

export const usersSearchStore = {
  /**
   * Scans only the next `width` users by order, from the top or from `start` on: for a frequent term that is
   * enough, and cheap.
   * @returns rows, and with `isCounted` how many of those `width` users match
   */
  async searchWindow(
    db: DbOrTx,
    page: SearchPage,
    { start, width, isCounted }: { start: UserPosition | null; width: number; isCounted: boolean },
  ) {
    const { order } = page;
    const direction = sql.raw(directionOf(order));
    const window = sql`(
      select * from users where ${isAfter(users, { order, after: start })}
      order by ${sortKey(order)} ${direction}, users.id ${direction} limit ${width})`;
    const count = isCounted ? sql`count(*) over ()` : sql`0::bigint`;
    const { rows } = await sql<CountedRow>`
      select ${columnsOf('found')}, found.tier, ${count} as matches from ${foundIn(window, page, ANY)}
      ${inOrder('found', page)} ${unprepared}`.execute(db);
    return { rows, matches: rows[0]?.matches ?? 0 };
  },

  /**
   * Finds a term through the trigram indexes, whose matches are checked. The matching ids are worked out first and kept
   * apart (MATERIALIZED), so that the plan cannot walk all users in order hoping to meet the rare one.
   * @returns rows, and how many match from `page.after` on
   */
  async searchIndex(db: DbOrTx, page: SearchPage) {
    const found = foundIn(sql.table('users'), page, page.ranking.finds(page.upTo));
    const { rows } = await sql<CountedRow>`
      with matching as materialized (select found.id, found.sort_key, found.tier from ${found}),
        page as (select * from matching ${inOrder('matching', page)})
      select ${columnsOf('users')}, page.tier, (select count(*) from matching) as matches
      from page join users on users.id = page.id
      ${inOrder('page', page)} ${unprepared}`.execute(db);
    return { rows, matches: rows[0]?.matches ?? 0 };
  },

  /**
   * The ids of those who match a term, at most `most` of them, in no order.
   * @param finds what the indexes find it by; without it everybody is scanned
   */
  async findIds(
    db: DbOrTx,
    { term, criteria, finds = ANY }: Pick<SearchPage, 'term' | 'criteria'> & { finds: Condition | undefined },
    most: number,
  ): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select users.id from users where ${finds} and ${userMatches(term)} and ${matches(users, criteria)}
      limit ${most} ${unprepared}`.execute(db);
    return rows.map(({ id }) => id);
  },

  /**
   * Searches a few thousand accounts, all of which are scanned. Each is fetched by its id, apart from the rest
   * (OFFSET 0): the plan would rather look through everybody, hoping to meet them.
   */
  async searchAmong(db: DbOrTx, ids: readonly string[], page: SearchPage): Promise<FoundUserRow[]> {
    const { rows } = await sql<FoundUserRow>`
      select ${columnsOf('found')}, found.tier from ${foundIn(amongIds(ids), page, ANY)}
      ${inOrder('found', page)} ${unprepared}`.execute(db);
    return rows;
  },
};
