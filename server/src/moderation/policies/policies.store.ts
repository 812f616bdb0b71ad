import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { Policies } from '../../lib/db/schema.generated.ts';

/** The columns that a version of a rule consists of. */
const VERSION_COLUMNS = [
  'key',
  'version',
  'title',
  'text',
  'severity',
  'points',
  'expires_days',
  'default_actions',
  'suspend_days',
  'is_enabled',
] as const;
const COLUMNS = [...VERSION_COLUMNS, 'applied_count', 'overturned_count', 'updated_at'] as const;

export type PolicyRow = Pick<Selectable<Policies>, (typeof COLUMNS)[number]>;
export type PolicyVersionRow = Pick<PolicyRow, (typeof VERSION_COLUMNS)[number]>;

export const policiesStore = {
  /** All of them, the most severe first, then by title. */
  findAll(db: DbOrTx): Promise<PolicyRow[]> {
    return db.selectFrom('policies').select(COLUMNS).orderBy('severity', 'desc').orderBy('title_key').execute();
  },

  /** The keys of all; locks out other inserts until the transaction ends. */
  async findKeysForInsert(tx: Tx): Promise<string[]> {
    await sql`lock table policies in share row exclusive mode`.execute(tx);
    return (await tx.selectFrom('policies').select('key').execute()).map(({ key }) => key);
  },

  /** One of them, and keeps others from changing it until the transaction ends. */
  findForUpdate(tx: Tx, key: string): Promise<PolicyRow | undefined> {
    return tx.selectFrom('policies').select(COLUMNS).where('key', '=', key).forUpdate().executeTakeFirst();
  },

  find(db: DbOrTx, key: string): Promise<PolicyRow | undefined> {
    return db.selectFrom('policies').select(COLUMNS).where('key', '=', key).executeTakeFirst();
  },

  /** How severe a rule is, switched off or not; undefined where there is none. */
  findRule: (db: DbOrTx, key: string): Promise<{ severity: number; title: string } | undefined> =>
    db.selectFrom('policies').select(['severity', 'title']).where('key', '=', key).executeTakeFirst(),

  /** Counts decisions that name a rule; a negative number for those that were undone. */
  async countApplied(tx: Tx, key: string, change: number): Promise<void> {
    await tx
      .updateTable('policies')
      .set((eb) => ({ applied_count: eb('applied_count', '+', change) }))
      .where('key', '=', key)
      .execute();
  },

  /** Counts a decision that was overturned. */
  async countOverturned(tx: Tx, key: string): Promise<void> {
    await tx
      .updateTable('policies')
      .set((eb) => ({ overturned_count: eb('overturned_count', '+', 1) }))
      .where('key', '=', key)
      .execute();
  },

  /** Adds a rule in its first version. */
  insert(tx: Tx, policy: PolicyVersionRow, at: Date): Promise<PolicyRow> {
    return tx
      .insertInto('policies')
      .values({ ...policy, created_at: at, updated_at: at })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  },

  /** Makes this the present version; the counters stay. */
  update(tx: Tx, { key, ...columns }: PolicyVersionRow, at: Date): Promise<PolicyRow> {
    return tx
      .updateTable('policies')
      .set({ ...columns, updated_at: at })
      .where('key', '=', key)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  },

  /** Keeps a version for the decisions that will refer to it. */
  async insertVersion(
    tx: Tx,
    version: PolicyVersionRow,
    by: { id: string; username: string },
    at: Date,
  ): Promise<void> {
    await tx
      .insertInto('policy_versions')
      .values({ ...version, created_at: at, created_by_id: by.id, created_by_name: by.username })
      .execute();
  },
};
