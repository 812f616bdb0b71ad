import { sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import { SUMMARY_COLUMNS } from './users.listing.store.ts';

const DETAIL_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'phone',
  'postal_address',
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
] as const;

export const usersStore = {
  findDetail(db: DbOrTx, id: string) {
    return db.selectFrom('users').select(DETAIL_COLUMNS).where('id', '=', id).executeTakeFirst();
  },

  /** Finds one as `findDetail` does, and keeps others from changing the row until the transaction ends. */
  findDetailForUpdate(db: DbOrTx, id: string) {
    return db.selectFrom('users').select(DETAIL_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
  },

  async findRole(db: DbOrTx, id: string): Promise<string | undefined> {
    return (await db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst())?.role;
  },

  /**
   * Ids of the administrators who can sign in, locked until the transaction ends; they may sign in meanwhile.
   * @param onlyId locks this one alone, shared: callers of the same account do not wait for each other
   */
  async lockActiveAdmins(db: DbOrTx, onlyId?: string): Promise<string[]> {
    const active = db
      .selectFrom('users')
      .select('id')
      .where('role', '=', sql.lit('admin'))
      .where((eb) => eb.not(eb.ref('is_disabled')));
    const rows = await (onlyId === undefined
      ? active.orderBy('id').forNoKeyUpdate()
      : active.where('id', '=', onlyId).forShare()
    ).execute();
    return rows.map(({ id }) => id);
  },

  /** @param until when a suspension ends; null for none */
  async setDisabled(
    db: DbOrTx,
    id: string,
    { isDisabled, until, at }: { isDisabled: boolean; until: Date | null; at: Date },
  ): Promise<void> {
    const columns = { is_disabled: isDisabled, disabled_until: until, updated_at: at };
    await db.updateTable('users').set(columns).where('id', '=', id).execute();
  },

  /**
   * Accounts whose suspension is over, the first that ended first.
   * @param skip leaves out so many of the first ones
   */
  async findSuspensionsOver(db: DbOrTx, at: Date, { skip, most }: { skip: number; most: number }): Promise<string[]> {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where('disabled_until', '<=', at)
      .orderBy('disabled_until')
      .orderBy('id')
      .offset(skip)
      .limit(most)
      .execute();
    return rows.map(({ id }) => id);
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
export type UserDetailRow = NonNullable<Awaited<ReturnType<typeof usersStore.findDetail>>>;
