import { recordAudit } from '../../audit/record-audit.ts';
import { revokeSessions } from '../../auth/revoke-sessions.ts';
import type { AppTx, TxCtx } from '../../lib/context.ts';
import { findUser } from '../../users/find-user.ts';
import { type LockedAccount, lockAccount } from '../../users/lock-account.ts';
import { setDisabled } from '../../users/set-disabled.ts';
import { denyReasonForDisable } from '../../users/users.policy.ts';
import { administrator, appendEvent, type Cause } from '../subjects/append-event.ts';
import { findLastValid, type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { type AccountState, actualState, isOpen, isOver, isSame, stateOf } from './account-state.ts';
import { type PenaltyRow, penaltiesStore } from './penalties.store.ts';

const ACCOUNT_EVENTS = ['suspended', 'unsuspended', 'disabled', 'enabled'] as const;

/**
 * An account with its penalties, locked until the transaction ends. It has any number of them beside each other; the longest
 * one in force decides whether it is disabled, and until when.
 */
export interface PenalizedAccount {
  readonly subject: LockedSubject;
  readonly account: LockedAccount;
  /** All but those of decisions that were undone. */
  readonly penalties: readonly PenaltyRow[];
  /** The database's time. */
  readonly now: Date;
}

/** Locks an account as a subject, which every change of it does first. */
export const lockUserSubject = (ctx: AppTx, id: string): Promise<LockedSubject> =>
  lockSubject(ctx, { itemType: 'User', itemId: id }, id);

/**
 * Locks the account of a locked subject and reads its penalties: also the state that another program or a former release has
 * set.
 * @throws {DomainError} those of {@link lockAccount}
 */
export async function lockPenalties(
  ctx: TxCtx,
  subject: LockedSubject,
  policy?: typeof denyReasonForDisable,
): Promise<PenalizedAccount> {
  const { tx } = ctx;
  const account = await lockAccount(ctx, subject.ref.itemId, policy);
  const now = await ctx.dbNow(tx);
  const penalties = await penaltiesStore.findOf(tx, account.id);
  const actual = stateOf([{ ended_version: account.is_disabled ? null : 0, until: account.disabled_until }], now);
  if (isSame(stateOf(penalties, now), actual)) return { subject, account, penalties, now };
  await penaltiesStore.end(tx, penalties.filter(isOpen), subject.state.version);
  if (!actual.isDisabled) return { subject, account, penalties: [], now };
  const last = await findLastValid(subject, ACCOUNT_EVENTS);
  // An account without any row was disabled before penalties were kept, by its last event.
  const isOfLast = penalties.length === 0 && (last?.kind === 'suspended' || last?.kind === 'disabled');
  const found = await penaltiesStore.insert(tx, account.id, {
    version: last?.version ?? 0,
    decisionId: isOfLast ? last.decision_id : null,
    until: actual.until,
  });
  return { subject, account, penalties: [found], now };
}

/** Gives an account another state and ends its sessions where that disables it. @returns how many sessions were ended */
export async function setAccountState(
  ctx: AppTx,
  account: LockedAccount,
  state: AccountState,
): Promise<{ sessionsEnded?: number }> {
  await setDisabled(ctx, account, state);
  return state.isDisabled ? { sessionsEnded: await revokeSessions(ctx, account.id) } : {};
}

/**
 * Gives a locked account the state that these penalties say, with an event where that changes it, and an audit entry unless a
 * decision is the cause.
 */
export async function settlePenalties(
  ctx: TxCtx,
  locked: PenalizedAccount,
  penalties: readonly PenaltyRow[],
  cause: Cause = {},
): Promise<void> {
  const { subject, account, now } = locked;
  const state = stateOf(penalties, now);
  // They stay ended, whatever a clock says later.
  const over = penalties.filter((row) => isOpen(row) && isOver(row, now));
  await penaltiesStore.end(ctx.tx, over, subject.state.version);
  if (isSame(state, actualState(account))) return;
  const ended = await setAccountState(ctx, account, state);
  await appendPenalty(ctx, locked, state, cause);
  if (cause.decisionId !== undefined) return;
  await recordAudit(ctx, {
    action: state.isDisabled ? 'user.disable' : 'user.enable',
    target: { type: 'user', id: account.id, name: account.username },
    before: { isDisabled: account.is_disabled },
    after: { isDisabled: state.isDisabled, ...ended },
  });
}

/** Appends the event of a penalty, or of the end of all. */
const appendPenalty = (
  { caller }: TxCtx,
  { subject, account }: PenalizedAccount,
  { isDisabled, until }: AccountState,
  cause: Cause,
): Promise<void> =>
  appendEvent(subject, {
    kind: isDisabled ? (until ? 'suspended' : 'disabled') : 'enabled',
    actor: administrator(caller),
    targetName: account.username,
    ...cause,
    ...(until ? { until } : {}),
  });

/**
 * Adds the penalty of a decision. The account is disabled for as long as the longest one says.
 * @param until null for no end
 * @returns the account as it was, and whether it changed
 * @throws {DomainError} USER_NOT_FOUND, SESSION_EXPIRED; {PolicyViolation} OWN_ACCOUNT, LAST_ADMIN
 */
export async function penalize(
  ctx: TxCtx,
  id: string,
  until: Date | null,
  cause: Cause & { decisionId: string },
): Promise<{ was: AccountState; hasChanged: boolean }> {
  const locked = await lockPenalties(ctx, await lockUserSubject(ctx, id), denyReasonForDisable);
  const { subject, account, penalties, now } = locked;
  await appendPenalty(ctx, locked, { isDisabled: true, until }, cause);
  const { version } = subject.state;
  const added = await penaltiesStore.insert(ctx.tx, id, { version, decisionId: cause.decisionId, until });
  const state = stateOf([...penalties, added], now);
  const was = actualState(account);
  const hasChanged = !isSame(state, was);
  if (hasChanged) await setAccountState(ctx, account, state);
  return { was, hasChanged };
}

/**
 * Stores the state of an account as penalties, before a decision that may have led to it is marked as undone; nothing for an
 * account that was deleted.
 * @throws {DomainError} SESSION_EXPIRED
 */
export async function storePenaltiesBeforeUndo(ctx: TxCtx, id: string): Promise<void> {
  const subject = await lockUserSubject(ctx, id);
  if (await findUser(ctx.tx, id)) await lockPenalties(ctx, subject);
}

/**
 * Gives an account the state that is left of its penalties, once a decision is marked as undone; nothing for an account that was
 * deleted.
 * @throws {DomainError} SESSION_EXPIRED
 */
export async function settlePenaltiesAfterUndo(
  ctx: TxCtx,
  id: string,
  cause: Cause & { decisionId: string },
): Promise<void> {
  const { tx } = ctx;
  const subject = await lockUserSubject(ctx, id);
  if (!(await findUser(tx, id))) return;
  const account = await lockAccount(ctx, id);
  const penalties = await penaltiesStore.findOf(tx, id);
  await settlePenalties(ctx, { subject, account, penalties, now: await ctx.dbNow(tx) }, penalties, cause);
}
