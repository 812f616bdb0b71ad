import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { usersDeletionStore } from './users.deletion.store.ts';
import { toUserDetail } from './users.mapper.ts';
import { usersStore } from './users.store.ts';

/** @throws {DomainError} USER_NOT_FOUND, which says whether the account is being deleted */
export async function getUserDetail(db: Db, id: string): Promise<UserDetail> {
  const row = await usersStore.findDetail(db, id);
  if (row) return toUserDetail(row);
  const isBeingDeleted = await usersDeletionStore.isBeingDeleted(db, id);
  throw new DomainError('USER_NOT_FOUND', ...(isBeingDeleted ? [{ isBeingDeleted }] : []));
}
