import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { DbOrTx, Schema } from '../lib/db/database.ts';
import { fixedQuery } from '../lib/db/fixed-query.ts';
import { unprepared } from '../lib/db/named-statements.ts';
import { containingPattern, indexPattern } from './search-term.ts';
import type { UserCriteria } from './users.filter.ts';

export type UserOrder = 'newest' | 'oldest';
/** The last row already seen. */
export interface UserPosition {
  createdAt: Date;
  id: string;
}
export interface UserPage {
  criteria: UserCriteria;
  order: UserOrder;
  after: UserPosition | null;
  limit: number;
}

const SUMMARY_COLUMNS = [
  'id',
  'username',
  'email',
  'avatar_url',
  'is_verified',
  'role',
  'is_disabled',
  'created_at',
] as const;

const DETAIL_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'phone',
  'address',
  'gender',
  'age',
  'marital_status',
  'bio',
  'nationality',
  'hometown',
  'followers_count',
  'following_count',
  'posts_count',
  'travel_posts_count',
  'last_seen_at',
] as const;

/** What may be much, and the column that refers to the account. */
const HANGING_ON_ACCOUNT = [
  ['follows', 'follower_id'],
  ['follows', 'followee_id'],
  ['post_likes', 'user_id'],
  ['travel_post_likes', 'user_id'],
] as const;
const DELETED_AT_ONCE = 1_000;

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
  return eb.and(conditions);
}

function isAfter(eb: Users, { order, after }: Pick<UserPage, 'order' | 'after'>) {
  if (!after) return eb.lit(true);
  return eb(eb.refTuple('created_at', 'id'), order === 'newest' ? '<' : '>', eb.tuple(after.createdAt, after.id));
}

function inOrder<Row>(query: SelectQueryBuilder<Schema, 'users', Row>, order: UserOrder) {
  const direction = order === 'newest' ? 'desc' : 'asc';
  return query.orderBy('users.created_at', direction).orderBy('users.id', direction);
}

/** As search_text is folded: case and marks gone. */
const folded = (text: string) => sql<string>`normalize_search(${text})`;

/** A folded text as the trigram index knows it. */
const searchKey = (text: Expression<string>) => sql<string>`search_key(${text})`;

export const usersStore = {
  /** One page of the users that meet the criteria, at most `limit` of them. */
  findPage(db: DbOrTx, page: UserPage) {
    const query = db
      .selectFrom('users')
      .select(SUMMARY_COLUMNS)
      .where((eb) => eb.and([matches(eb, page.criteria), isAfter(eb, page)]))
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
      .where((eb) => eb.and([eb('search_text', 'like', folded(containingPattern(term))), matches(eb, page.criteria)]))
      .limit(page.limit);
    const rows = await inOrder(query, page.order).modifyEnd(unprepared).execute();
    return { rows, matches: rows[0]?.matches ?? 0 };
  },

  /** The position of the `width`-th user from `page.after` on, or undefined when there are fewer. */
  async endOfWindow(db: DbOrTx, page: UserPage, width: number): Promise<UserPosition | undefined> {
    const query = db
      .selectFrom('users')
      .select(['created_at', 'id'])
      .where((eb) => isAfter(eb, page))
      .offset(width - 1)
      .limit(1);
    const row = await inOrder(query, page.order).executeTakeFirst();
    return row && { createdAt: row.created_at, id: row.id };
  },

  /**
   * Finds a term through the trigram index, whose answer is checked. The matching ids are worked out first and kept
   * apart (MATERIALIZED), so that the plan cannot walk all users in order hoping to meet the rare one.
   * @returns rows, and how many match from `page.after` on
   */
  async searchIndex(db: DbOrTx, term: string, page: UserPage) {
    const direction = page.order === 'newest' ? 'desc' : 'asc';
    const query = db
      .with(
        (cte) => cte('matching').materialized(),
        (cte) =>
          cte
            .selectFrom('users')
            .select(['id', 'created_at'])
            .where((eb) =>
              eb.and([
                eb(searchKey(eb.ref('search_text')), 'like', searchKey(folded(indexPattern(term)))),
                eb(eb.fn<number>('strpos', ['search_text', folded(term)]), '>', 0),
                matches(eb, page.criteria),
                isAfter(eb, page),
              ]),
            ),
      )
      .with('page', (cte) =>
        cte
          .selectFrom('matching')
          .selectAll()
          .orderBy('created_at', direction)
          .orderBy('id', direction)
          .limit(page.limit),
      )
      .selectFrom('page')
      .innerJoin('users', 'users.id', 'page.id')
      .select(SUMMARY_COLUMNS.map((column) => `users.${column}` as const))
      .select((eb) => eb.selectFrom('matching').select(eb.fn.countAll<number>().as('n')).as('matches'))
      .orderBy('page.created_at', direction)
      .orderBy('page.id', direction)
      .modifyEnd(unprepared);
    const rows = await query.execute();
    return { rows, matches: rows[0]?.matches ?? 0 };
  },

  findDetail: fixedQuery((db, id: string) => db.selectFrom('users').select(DETAIL_COLUMNS).where('id', '=', id)),

  /** As findDetail, and keeps others from changing the row until the transaction ends. */
  findDetailForUpdate(db: DbOrTx, id: string) {
    return db.selectFrom('users').select(DETAIL_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
  },

  /** Ids of the administrators who can sign in, held until the transaction ends; they may sign in meanwhile. */
  async lockActiveAdmins(db: DbOrTx): Promise<string[]> {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', sql.lit('admin'))
      .where((eb) => eb.not(eb.ref('is_disabled')))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    return rows.map(({ id }) => id);
  },

  async setDisabled(db: DbOrTx, id: string, isDisabled: boolean, at: Date): Promise<void> {
    await db.updateTable('users').set({ is_disabled: isDisabled, updated_at: at }).where('id', '=', id).execute();
  },

  /**
   * Deletes an account with its follows and likes; triggers put the counters right. Foreign keys alone would do, but one
   * statement that takes along a million followers does not end within the time a statement is given.
   * @param db a transaction, in which the other features have removed what is theirs
   */
  async delete(db: DbOrTx, id: string): Promise<void> {
    for (const [table, column] of HANGING_ON_ACCOUNT) {
      let removed: bigint | undefined;
      do {
        ({ numAffectedRows: removed } = await sql`
          delete from ${sql.table(table)} where ctid = any(array(
            select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${sql.lit(DELETED_AT_ONCE)}))
        `.execute(db));
      } while (removed === BigInt(DELETED_AT_ONCE));
    }
    await db.deleteFrom('users').where('id', '=', id).execute();
  },

  async insertAdmin(
    db: DbOrTx,
    admin: { id: string; username: string; email: string; passwordHash: string; at: Date },
  ): Promise<void> {
    await db
      .insertInto('users')
      .values({
        id: admin.id,
        username: admin.username,
        email: admin.email,
        password_hash: admin.passwordHash,
        role: 'admin',
        is_verified: true,
        created_at: admin.at,
        updated_at: admin.at,
      })
      .execute();
  },

  async existsWithEmail(db: DbOrTx, email: string): Promise<boolean> {
    const row = await db
      .selectFrom('users')
      .select('id')
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(email)])))
      .executeTakeFirst();
    return row !== undefined;
  },
};
export type UsersStore = typeof usersStore;
export type UserSummaryRow = Awaited<ReturnType<typeof usersStore.findPage>>[number];
export type UserDetailRow = NonNullable<Awaited<ReturnType<typeof usersStore.findDetail>>>;
