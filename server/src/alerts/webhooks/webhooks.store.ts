import type { AlertKind } from '@hai-dang/contract/alerts/alerts.schema.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '../../lib/db/database.ts';
import type { Webhooks } from '../../lib/db/schema.generated.ts';

export type WebhookRow = Omit<Selectable<Webhooks>, 'kinds'> & { kinds: AlertKind[] };

export const webhooksStore = {
  /** All of them, oldest first. */
  findAll: (db: DbOrTx): Promise<WebhookRow[]> =>
    db.selectFrom('webhooks').selectAll().$narrowType<{ kinds: AlertKind[] }>().orderBy('id').execute(),

  find: (db: DbOrTx, id: string): Promise<WebhookRow | undefined> =>
    db.selectFrom('webhooks').selectAll().$narrowType<{ kinds: AlertKind[] }>().where('id', '=', id).executeTakeFirst(),

  /** One of them, and keeps others from changing it until the transaction ends. */
  findForUpdate: (tx: Tx, id: string): Promise<WebhookRow | undefined> =>
    tx
      .selectFrom('webhooks')
      .selectAll()
      .$narrowType<{ kinds: AlertKind[] }>()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  /** How many there are; locks out other inserts until the transaction ends. */
  async countForInsert(tx: Tx): Promise<number> {
    await sql`lock table webhooks in share row exclusive mode`.execute(tx);
    const { count } = await tx
      .selectFrom('webhooks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },

  async insert(tx: Tx, webhook: Insertable<Webhooks>): Promise<void> {
    await tx.insertInto('webhooks').values(webhook).execute();
  },

  async update(tx: Tx, { id, url, kinds, is_enabled, key_id, version }: WebhookRow, at: Date): Promise<void> {
    await tx
      .updateTable('webhooks')
      .set({ url, kinds, is_enabled, key_id, version, updated_at: at })
      .where('id', '=', id)
      .execute();
  },

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('webhooks').where('id', '=', id).execute();
  },

  /** The key from which secrets are derived where no setting has one: made by the first server that asks. */
  async findOrInsertKey(db: Db, made: string): Promise<string> {
    await db
      .insertInto('app_meta')
      .values({ key: 'webhook_key', value: JSON.stringify(made) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await db
      .selectFrom('app_meta')
      .select('value')
      .where('key', '=', 'webhook_key')
      .executeTakeFirstOrThrow();
    return String(value);
  },
};
