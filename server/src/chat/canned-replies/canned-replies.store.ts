import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { CannedReplies } from '../../lib/db/schema.generated.ts';

const COLUMNS = ['id', 'shortcut', 'content', 'version'] as const;

export type CannedReplyRow = Pick<Selectable<CannedReplies>, (typeof COLUMNS)[number]>;

export const cannedRepliesStore = {
  /** All of them, by shortcut. */
  findAll(db: DbOrTx) {
    return db.selectFrom('canned_replies').select(COLUMNS).orderBy('shortcut_key').execute();
  },

  /** How many there are; locks out other inserts until the transaction ends. */
  async countForInsert(tx: Tx): Promise<number> {
    await sql`lock table canned_replies in share row exclusive mode`.execute(tx);
    const { count } = await tx
      .selectFrom('canned_replies')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },

  /** One of them, and keeps others from changing it until the transaction ends. */
  findForUpdate(tx: Tx, id: string) {
    return tx.selectFrom('canned_replies').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
  },

  async insert(tx: Tx, reply: Insertable<CannedReplies>): Promise<void> {
    await tx.insertInto('canned_replies').values(reply).execute();
  },

  async update(tx: Tx, { id, shortcut, content, version }: CannedReplyRow, at: Date): Promise<void> {
    await tx
      .updateTable('canned_replies')
      .set({ shortcut, content, version, updated_at: at })
      .where('id', '=', id)
      .execute();
  },

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('canned_replies').where('id', '=', id).execute();
  },
};
