import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { DbOrTx } from '../lib/db/database.ts';
import { toUserDetail } from './users.mapper.ts';
import { usersStore } from './users.store.ts';

/** An account as it is, read where `on` says; null where there is none. */
export async function findUser(on: DbOrTx, id: string): Promise<UserDetail | null> {
  const row = await usersStore.findDetail(on, id);
  return row ? toUserDetail(row) : null;
}
