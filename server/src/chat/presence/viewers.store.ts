import { fixedQuery } from '../../lib/db/fixed-query.ts';

export const chatViewersStore = {
  /** An account as others see it. */
  findAccount: fixedQuery((db, id: string) =>
    db.selectFrom('users').select(['id', 'username', 'avatar_url']).where('id', '=', id),
  ),
};
