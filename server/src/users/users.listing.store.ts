import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { DbOrTx, Schema } from '../lib/db/database.ts';
import { unprepared } from '../lib/db/prepared-statements.ts';
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
  'disabled_until',
  'created_at',
  'last_seen_at',
] as const;

export type Users = ExpressionBuilder<Schema, 'users'>;

/** Whose points count at a time. */
const ownersOfPoints = (at: Date) => sql<{ owner_id: string }>`
  select owner_id from decisions where points_expire_at > ${at} and undone_at is null and points > 0`;

/** Whether a user meets the criteria. */
export function matches(eb: Users, criteria: UserCriteria) {
  const conditions = [];
  if (criteria.matchesNothing) conditions.push(eb.lit(false));
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
  if (criteria.points) {
    const { at, areCounting } = criteria.points;
    const hasPoints = sql<boolean>`exists (${ownersOfPoints(at)} and owner_id = users.id)`;
    conditions.push(areCounting ? hasPoints : eb.not(hasPoints));
  }
  if (criteria.isSuspended !== undefined) {
    conditions.push(eb('disabled_until', criteria.isSuspended ? 'is not' : 'is', null));
  }
  return eb.and(conditions);
}

const NEVER = sql`'-infinity'::timestamptz`;

/** Whether counters say how many users meet the criteria. */
export const isCounted = ({ seen, points, isSuspended }: UserCriteria): boolean =>
  seen === undefined && points === undefined && isSuspended === undefined;

/** The sort key of an order, before the id; as in its index. */
export const sortKey = (order: UserOrder) =>
  order === 'lastSeen' ? sql<Date>`coalesce(users.last_seen_at, ${NEVER})` : sql<Date>`users.created_at`;

export const directionOf = (order: UserOrder) => (order === 'oldest' ? 'asc' : 'desc');

/** Whether a user comes after a position. */
export function isAfter(eb: Users, { order, after }: Pick<UserPage, 'order' | 'after'>) {
  if (!after) return eb.lit(true);
  const sign = sql.raw(order === 'oldest' ? '>' : '<');
  return sql<boolean>`(${sortKey(order)}, users.id) ${sign} (coalesce(${after.at}::timestamptz, ${NEVER}), ${after.id})`;
}

function inOrder<Row>(query: SelectQueryBuilder<Schema, 'users', Row>, order: UserOrder) {
  return query.orderBy(sortKey(order), directionOf(order)).orderBy('users.id', directionOf(order));
}

/** The table of users, or of the few whose points count: each is fetched by its id, as in `amongIds`. */
const sourceOf = ({ points }: UserCriteria) =>
  points?.areCounting
    ? sql<Selectable<Schema['users']>>`(
  select found.* from (select distinct owner_id from (${ownersOfPoints(points.at)}) owners) wanted
  cross join lateral (select * from users where users.id = wanted.owner_id offset 0) found)`
    : sql<Selectable<Schema['users']>>`users`;

/** A few thousand accounts as a table. Each is fetched by its id, apart from the rest (OFFSET 0): the plan would rather
 *  look through everybody, hoping to meet them. */
export const amongIds = (ids: readonly string[]) => sql<Selectable<Schema['users']>>`(
  select found.* from unnest(${ids}::text[]) as wanted (id)
  cross join lateral (select * from users where users.id = wanted.id offset 0) found)`;

export const usersListingStore = {
  /** One page of the users that meet the criteria, at most `limit` of them. */
  findPage(db: DbOrTx, page: UserPage) {
    const query = db
      .selectFrom(sourceOf(page.criteria).as('users'))
      .select(SUMMARY_COLUMNS)
      .where((eb) => eb.and([matches(eb, page.criteria), isAfter(eb, page)]))
      .limit(page.limit);
    return inOrder(query, page.order).modifyEnd(unprepared).execute();
  },

  /** The same among a few thousand accounts, all of which are scanned. */
  findPageAmong(db: DbOrTx, ids: readonly string[], page: UserPage) {
    const query = db
      .selectFrom(amongIds(ids).as('users'))
      .select(SUMMARY_COLUMNS)
      .where((eb) => eb.and([matches(eb, page.criteria), isAfter(eb, page)]))
      .limit(page.limit);
    return inOrder(query, page.order).modifyEnd(unprepared).execute();
  },

  /** The ids of users that meet the criteria, newest first, at most `most` of them. */
  async findIds(db: DbOrTx, criteria: UserCriteria, most: number): Promise<string[]> {
    const query = db
      .selectFrom(sourceOf(criteria).as('users'))
      .select('id')
      .where((eb) => matches(eb, criteria))
      .limit(most);
    const rows = await inOrder(query, 'newest').modifyEnd(unprepared).execute();
    return rows.map(({ id }) => id);
  },

  /** Returns the names of the first ones of some accounts, and how many are administrators'. */
  async describe(db: DbOrTx, ids: readonly string[], namesMost: number) {
    const [names, administrators] = await Promise.all([
      db
        .selectFrom('users')
        .select(['id', 'username'])
        .where('id', 'in', [...ids.slice(0, namesMost), ''])
        .execute(),
      db
        .selectFrom(amongIds(ids).as('users'))
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('role', '=', 'admin')
        .executeTakeFirstOrThrow(),
    ]);
    const nameOf = new Map(names.map(({ id, username }) => [id, username]));
    return {
      names: ids.slice(0, namesMost).flatMap((id) => nameOf.get(id) ?? []),
      administrators: administrators.count,
    };
  },

  /** How many users meet criteria that counters cover (`isCounted`): read from counters, exact. */
  async countByGroup(db: DbOrTx, criteria: UserCriteria): Promise<number> {
    if (criteria.matchesNothing) return 0;
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
          .selectFrom(sourceOf(criteria).as('users'))
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
};
export type UserSummaryRow = Awaited<ReturnType<typeof usersListingStore.findPage>>[number];

/** The position of a row in an order. */
export const positionOf = (
  row: { id: string; created_at: Date; last_seen_at: Date | null },
  order: UserOrder,
): UserPosition => ({ at: order === 'lastSeen' ? row.last_seen_at : row.created_at, id: row.id });
