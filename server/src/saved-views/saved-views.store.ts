import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../lib/db/database.ts';
import type { SavedViews } from '../lib/db/schema.generated.ts';

const COLUMNS = ['id', 'owner_id', 'screen', 'name', 'query', 'version'] as const;

export type SavedViewRow = Pick<Selectable<SavedViews>, (typeof COLUMNS)[number]>;

export const savedViewsStore = {
  /** Finds the views of one administrator and those of all, by name. */
  findAll(db: DbOrTx, ownerId: string, screen: string) {
    return db
      .selectFrom('saved_views')
      .select(COLUMNS)
      .where('screen', '=', screen)
      .where((eb) => eb.or([eb('owner_id', '=', ownerId), eb('owner_id', 'is', null)]))
      .orderBy(sql`normalize_search(name)`)
      .orderBy('id')
      .execute();
  },

  /** How many an owner has of a screen, null for all administrators; locks out other changes of the table. */
  async countForInsert(tx: Tx, ownerId: string | null, screen: string): Promise<number> {
    await sql`lock table saved_views in share row exclusive mode`.execute(tx);
    const { count } = await tx
      .selectFrom('saved_views')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('owner_id', 'is not distinct from', ownerId)
      .where('screen', '=', screen)
      .executeTakeFirstOrThrow();
    return count;
  },

  /** Finds one that the administrator may change, and keeps others from changing it until the transaction ends. */
  findForUpdate(tx: Tx, id: string, callerId: string) {
    return tx
      .selectFrom('saved_views')
      .select(COLUMNS)
      .where('id', '=', id)
      .where((eb) => eb.or([eb('owner_id', '=', callerId), eb('owner_id', 'is', null)]))
      .forUpdate()
      .executeTakeFirst();
  },

  async insert(tx: Tx, view: Insertable<SavedViews>): Promise<void> {
    await tx.insertInto('saved_views').values(view).execute();
  },

  async update(tx: Tx, { id, screen: _, ...values }: SavedViewRow, at: Date): Promise<void> {
    await tx
      .updateTable('saved_views')
      .set({ ...values, updated_at: at })
      .where('id', '=', id)
      .execute();
  },

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('saved_views').where('id', '=', id).execute();
  },
};
