import type { DbOrTx } from '../../lib/db/database.ts';

export const chatViewersStore = {
  /** An account as others see it. */
  findAccount(db: DbOrTx, id: string) {
    return db.selectFrom('users').select(['id', 'username', 'avatar_url']).where('id', '=', id).executeTakeFirst();
  },
};
