import type { SettingsFields } from '@hai-dang/contract/moderation/settings.schema.ts';
import type { Selectable } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { ModerationSettings } from '../../lib/db/schema.generated.ts';

export type SettingsRow = Selectable<ModerationSettings>;

/** The settings are one row, which the migration inserts. */
export const settingsStore = {
  find(db: DbOrTx): Promise<SettingsRow> {
    return db.selectFrom('moderation_settings').selectAll().executeTakeFirstOrThrow();
  },

  /** Keeps others from changing them until the transaction ends. */
  findForUpdate(tx: Tx): Promise<SettingsRow> {
    return tx.selectFrom('moderation_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
  },

  /** Makes these the present ones. */
  update(tx: Tx, version: number, fields: SettingsFields, at: Date): Promise<SettingsRow> {
    return tx
      .updateTable('moderation_settings')
      .set({
        version,
        ladder: JSON.stringify(fields.ladder),
        due_hours: fields.dueHours,
        appeal_due_hours: fields.appealDueHours,
        appeal_days: fields.appealDays,
        is_sealing_on: fields.isSealingOn,
        is_hiding_on: fields.isHidingOn,
        hiding_reporters: fields.hidingReporters,
        updated_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  },
};
