import type { DbOrTx, Tx } from '../lib/db/database.ts';

export interface NewSecondFactor {
  user_id: string;
  secret: string;
  recovery_salt: Buffer;
  created_at: Date;
}

export const secondFactorsStore = {
  find(db: DbOrTx, userId: string) {
    return db.selectFrom('mfa_enrolments').selectAll().where('user_id', '=', userId).executeTakeFirst();
  },

  async findThoseOn(db: DbOrTx, userIds: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectFrom('mfa_enrolments')
      .select('user_id')
      .where((eb) => eb('user_id', '=', eb.fn.any(eb.val(userIds))))
      .where('confirmed_at', 'is not', null)
      .execute();
    return rows.map(({ user_id }) => user_id);
  },

  /** Finds one as `find` does, and keeps others from changing it until the transaction ends. */
  findForUpdate(db: DbOrTx, userId: string) {
    return db.selectFrom('mfa_enrolments').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
  },

  /** Replaces one that was never confirmed. @returns false where there is a confirmed one */
  async begin(db: DbOrTx, factor: NewSecondFactor): Promise<boolean> {
    const { user_id: _userId, ...values } = factor;
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('mfa_enrolments')
      .values(factor)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(values).where('mfa_enrolments.confirmed_at', 'is', null),
      )
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  },

  /** Turns it on with the step of its first code. @returns false where it is on already or has another secret by now */
  async confirm(db: DbOrTx, userId: string, secret: string, step: number, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('mfa_enrolments')
      .set({ confirmed_at: at, last_step: step })
      .where('user_id', '=', userId)
      .where('secret', '=', secret)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** Uses up a time step and all before it. @returns false where one as late was used already */
  async takeStep(db: DbOrTx, userId: string, secret: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('mfa_enrolments')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('secret', '=', secret)
      .where('last_step', '<', step)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** Uses up a recovery code. @returns false for one that is none, or not any more */
  async takeRecoveryCode(db: DbOrTx, userId: string, hash: Buffer): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  /** Replaces all codes with these, which are distinct. */
  async replaceRecoveryCodes(db: DbOrTx, userId: string, hashes: readonly Buffer[]): Promise<void> {
    await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await db
      .insertInto('recovery_codes')
      .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
      .execute();
  },

  async countRecoveryCodes(db: DbOrTx, userId: string): Promise<number> {
    const { count } = await db
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  },

  /** Deletes one that is on, with its recovery codes. @returns false where none was on */
  async delete(db: DbOrTx, userId: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('mfa_enrolments')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  /** Confirmed or not, with its recovery codes. */
  async deleteOf(tx: Tx, userId: string): Promise<void> {
    await tx.deleteFrom('mfa_enrolments').where('user_id', '=', userId).execute();
  },
};
