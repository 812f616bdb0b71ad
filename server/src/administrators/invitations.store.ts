import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../lib/db/database.ts';

export interface InvitationRow {
  id: string;
  email: string;
  invited_by_name: string;
  created_at: Date;
  expires_at: Date;
}
const COLUMNS = ['i.id', 'i.email', 'i.invited_by_name', 'i.created_at', 'i.expires_at'] as const;
/** Invitations are made one after the other: their number has a maximum, and an e-mail has one at most. */
const INVITATIONS_LOCK = 7_310_006;

export const invitationsStore = {
  /** Blocks other new invitations until the transaction ends. */
  async lockNew(tx: Tx): Promise<void> {
    await sql`select pg_advisory_xact_lock(${INVITATIONS_LOCK})`.execute(tx);
  },

  async insert(tx: Tx, invitation: InvitationRow & { token_hash: Buffer; invited_by: string }): Promise<void> {
    await tx.insertInto('administrator_invitations').values(invitation).execute();
  },

  /** Finds the invitations that can be accepted, newest first: their inviter can still sign in. */
  findValid(db: DbOrTx, at: Date, most: number): Promise<InvitationRow[]> {
    return db
      .selectFrom('administrator_invitations as i')
      .innerJoin('users as u', 'u.id', 'i.invited_by')
      .select(COLUMNS)
      .where('i.accepted_at', 'is', null)
      .where('i.withdrawn_at', 'is', null)
      .where('i.expires_at', '>', at)
      .where('u.role', '=', 'admin')
      .where('u.is_disabled', '=', false)
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id', 'desc')
      .limit(most)
      .execute();
  },

  /** The invitation of a token, whatever its state. */
  findByToken(db: DbOrTx, tokenHash: Buffer) {
    return db
      .selectFrom('administrator_invitations as i')
      .leftJoin('users as u', 'u.id', 'i.invited_by')
      .select([...COLUMNS, 'i.accepted_at', 'i.withdrawn_at'])
      .select((eb) =>
        eb
          .case()
          .when(eb.and([eb('u.role', '=', 'admin'), eb('u.is_disabled', '=', false)]))
          .then(true)
          .else(false)
          .end()
          .as('is_inviter_active'),
      )
      .where('i.token_hash', '=', tokenHash)
      .executeTakeFirst();
  },

  /** Keeps an invitation as it is, and its inviter from being disabled, until the transaction ends. */
  async lock(tx: Tx, tokenHash: Buffer): Promise<void> {
    const row = await tx
      .selectFrom('administrator_invitations')
      .select('invited_by')
      .where('token_hash', '=', tokenHash)
      .forUpdate()
      .executeTakeFirst();
    if (row?.invited_by) {
      await tx.selectFrom('users').select('id').where('id', '=', row.invited_by).forShare().execute();
    }
  },

  async accept(tx: Tx, id: string, at: Date): Promise<void> {
    await tx.updateTable('administrator_invitations').set({ accepted_at: at }).where('id', '=', id).execute();
  },

  /** Withdraws an invitation that can still be accepted. @returns it; undefined where there is none */
  withdraw(tx: Tx, id: string, at: Date): Promise<InvitationRow | undefined> {
    return tx
      .updateTable('administrator_invitations as i')
      .set({ withdrawn_at: at })
      .where('i.id', '=', id)
      .where('i.accepted_at', 'is', null)
      .where('i.withdrawn_at', 'is', null)
      .where('i.expires_at', '>', at)
      .returning(COLUMNS)
      .executeTakeFirst();
  },

  /** Withdraws those of an e-mail that were neither accepted nor withdrawn. */
  async withdrawOfEmail(tx: Tx, email: string, at: Date): Promise<void> {
    await tx
      .updateTable('administrator_invitations')
      .set({ withdrawn_at: at })
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(email)])))
      .where('accepted_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .execute();
  },

  async deleteExpiredBefore(db: DbOrTx, at: Date): Promise<void> {
    await db.deleteFrom('administrator_invitations').where('expires_at', '<', at).execute();
  },
};
