import type { LockedAccount } from '../../users/lock-account.ts';
import type { PenaltyRow } from './penalties.store.ts';

/** Whether an account is disabled, and until when; null for no end. */
export interface AccountState {
  readonly isDisabled: boolean;
  readonly until: Date | null;
}
export const ENABLED: AccountState = { isDisabled: false, until: null };

export const isOpen = ({ ended_version }: Pick<PenaltyRow, 'ended_version'>): boolean => ended_version === null;

export const isOver = ({ until }: Pick<PenaltyRow, 'until'>, now: Date): boolean => until !== null && until <= now;

/** The state that the longest of the penalties in force gives. */
export function stateOf(
  penalties: ReadonlyArray<Pick<PenaltyRow, 'ended_version' | 'until'>>,
  now: Date,
): AccountState {
  const standing = penalties.filter((row) => isOpen(row) && !isOver(row, now));
  if (standing.length === 0) return ENABLED;
  if (standing.some(({ until }) => until === null)) return { isDisabled: true, until: null };
  return { isDisabled: true, until: new Date(Math.max(...standing.map(({ until }) => Number(until)))) };
}

/** The state that the row of an account has. */
export const actualState = ({ is_disabled, disabled_until }: LockedAccount): AccountState => ({
  isDisabled: is_disabled === true,
  until: disabled_until,
});

export const isSame = (one: AccountState, other: AccountState): boolean =>
  one.isDisabled === other.isDisabled && one.until?.getTime() === other.until?.getTime();
