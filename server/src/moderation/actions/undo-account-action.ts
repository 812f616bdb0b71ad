import type { TxCtx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { denyReasonForDisable } from '../../users/users.policy.ts';
import type { Cause } from '../subjects/append-event.ts';
import { isOpen, isOver } from './account-state.ts';
import { penaltiesStore } from './penalties.store.ts';
import { lockPenalties, lockUserSubject, settlePenalties } from './penalties.ts';

/**
 * Undoes what an administrator has done to an account by hand, where nothing has been done to it since: penalties that were
 * ended are in force again, and those that were added end.
 * @param version of the event
 * @throws {DomainError} ACTION_CHANGED where it has added and ended nothing; USER_NOT_FOUND, SESSION_EXPIRED;
 *   {PolicyViolation} OWN_ACCOUNT, LAST_ADMIN
 */
export async function undoAccountAction(ctx: TxCtx, id: string, version: number, cause: Cause): Promise<void> {
  const { tx } = ctx;
  const subject = await lockUserSubject(ctx, id);
  const hasEnded = (await penaltiesStore.findOf(tx, id)).some((row) => row.ended_version === version);
  const locked = await lockPenalties(ctx, subject, hasEnded ? denyReasonForDisable : undefined);
  const { penalties, now } = locked;
  const added = penalties.filter((row) => row.version === version && isOpen(row));
  const ended = penalties.filter((row) => row.ended_version === version);
  if (added.length + ended.length === 0) throw new DomainError('ACTION_CHANGED');
  const left = penalties.filter((row) => isOpen(row) && !added.includes(row));
  const resumed = ended.filter((row) => !isOver(row, now));
  await settlePenalties(ctx, locked, [...left, ...resumed.map((row) => ({ ...row, ended_version: null }))], cause);
  await penaltiesStore.end(tx, added, subject.state.version);
  await penaltiesStore.resume(tx, resumed, subject.state.version);
}
