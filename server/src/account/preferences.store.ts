import type { Insertable } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import type { AdministratorPreferences } from '../lib/db/schema.generated.ts';

/** The columns to change; an undefined one stays. */
export type PreferenceColumns = {
  [Column in keyof Omit<Insertable<AdministratorPreferences>, 'user_id' | 'updated_at'>]?:
    | Insertable<AdministratorPreferences>[Column]
    | undefined;
};

export const preferencesStore = {
  find(db: DbOrTx, userId: string) {
    return db.selectFrom('administrator_preferences').selectAll().where('user_id', '=', userId).executeTakeFirst();
  },

  /** Changes the columns that are given; a new row has the defaults of the table for the others. */
  update(db: DbOrTx, userId: string, columns: PreferenceColumns, at: Date) {
    const changed = { ...columns, updated_at: at };
    return db
      .insertInto('administrator_preferences')
      .values({ user_id: userId, ...changed })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
      .returningAll()
      .executeTakeFirstOrThrow();
  },
};
export type PreferencesRow = NonNullable<Awaited<ReturnType<typeof preferencesStore.find>>>;
