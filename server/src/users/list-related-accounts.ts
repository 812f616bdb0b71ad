import { RELATED_ACCOUNTS_MAX } from '@hai-dang/contract/constants.ts';
import { RELATIONS, type RelatedAccounts } from '@hai-dang/contract/users/related-accounts.schema.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { relatedAccountsStore } from './related-accounts.store.ts';
import { toUserSummary } from './users.mapper.ts';

/**
 * Accounts that may be of one person (docs/decisions/004): they share an IP or a device with a user, or have a similar name or
 * e-mail.
 * @throws {DomainError} USER_NOT_FOUND
 */
export async function listRelatedAccounts(db: Db, id: string): Promise<RelatedAccounts> {
  const keys = await relatedAccountsStore.findKeys(db, id);
  if (!keys) throw new DomainError('USER_NOT_FOUND');
  const rows = await relatedAccountsStore.findRelated(db, id, keys);
  return {
    accounts: rows.slice(0, RELATED_ACCOUNTS_MAX).map((row) => ({
      ...toUserSummary(row),
      relations: RELATIONS.filter((relation) => row.relations.includes(relation)),
    })),
    isCut: rows.length > RELATED_ACCOUNTS_MAX,
  };
}
