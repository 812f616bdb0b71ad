import type { AlertKind } from '@hai-dang/contract/alerts/alerts.schema.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../lib/db/database.ts';
import type { Alerts } from '../lib/db/schema.generated.ts';

export type AlertRow = Selectable<Alerts> & { kind: AlertKind };

export const alertsStore = {
  async insert(tx: Tx, alert: Insertable<Alerts>): Promise<void> {
    await tx.insertInto('alerts').values(alert).execute();
  },

  /** Whether a subject was alerted of since then, for this kind. */
  async hasSince(
    tx: Tx,
    { kind, itemType, itemId, since }: { kind: AlertKind; itemType: string; itemId: string; since: Date },
  ): Promise<boolean> {
    const found = await tx
      .selectFrom('alerts')
      .select('id')
      .where('kind', '=', kind)
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .where('created_at', '>', since)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  },

  /** Deletes alerts from before a time, with their e-mails and deliveries. @returns how many, at most `most` */
  async deleteBefore(db: Db, before: Date, most: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from alerts where id = any(array(
        select id from alerts where created_at < ${before} order by created_at limit ${most}))`.execute(db);
    return Number(numAffectedRows ?? 0n);
  },
};
