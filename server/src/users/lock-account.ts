import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import type { AppTx, TxCtx } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { DenyReason, denyReasonForDisable } from './users.policy.ts';
import { type UserDetailRow, usersStore } from './users.store.ts';

/** The row of an account that is locked until the transaction ends. */
export type LockedAccount = UserDetailRow;

/** A change that the policy denies; `auditDenial` records it. */
export class PolicyViolation extends DomainError<DenyReason> {
  readonly subject: LockedAccount;

  constructor(code: DenyReason, subject: LockedAccount) {
    super(code);
    this.subject = subject;
  }
}

/**
 * Locks the account that is to be changed. All administrators are locked only if it is one of them, for the sake of the
 * last one; else the caller's row is enough. Administrators are locked first, so that two callers cannot block each other.
 * @param policy says why the change is denied; without one none is
 * @throws {DomainError} USER_NOT_FOUND, SESSION_EXPIRED; {PolicyViolation} the reason of the policy
 */
export async function lockAccount(
  { tx, caller }: TxCtx,
  id: string,
  policy?: typeof denyReasonForDisable,
): Promise<LockedAccount> {
  const isAdmin = (await usersStore.findRole(tx, id)) === 'admin';
  const activeAdminIds = await usersStore.lockActiveAdmins(tx, isAdmin ? undefined : caller.id);
  const account = await usersStore.findDetailForUpdate(tx, id);
  if (!account) throw new DomainError('USER_NOT_FOUND');
  const reason = policy?.(caller.id, account, activeAdminIds);
  if (reason) throw new PolicyViolation(reason, account);
  // The call was authorized before it waited for the locks; meanwhile another administrator may have disabled the caller.
  if (!activeAdminIds.includes(caller.id)) throw new DomainError('SESSION_EXPIRED');
  return account;
}

/** Locks an account for the system; undefined where there is none. */
export const lockAnyAccount = (tx: Tx, id: string): Promise<LockedAccount | undefined> =>
  usersStore.findDetailForUpdate(tx, id);

/** Publishes the change of an account after commit; app users are not in the list of administrators. */
export function publishIfAdmin({ tx, publisher }: AppTx, { role }: LockedAccount): void {
  if (role === 'admin') afterCommit(tx, () => publisher.toAdmins(administratorsChanged, {}));
}
