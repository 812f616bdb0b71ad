import type { App } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { Account } from '../lib/http/call.ts';
import { hashRecoveryCode } from './recovery-code.ts';
import { secondFactorsStore } from './second-factors.store.ts';
import { verifyTotp } from './totp.ts';

export interface SecondFactorState {
  isOn: boolean;
  /** Null while it is off. */
  since: Date | null;
  recoveryCodesLeft: number;
}

/** A code that fits; it still has to be used up, which only one of several at the same time can do. */
interface VerifiedCode {
  kind: 'totp' | 'recovery_code';
  /** @returns false for a code that was used before */
  use: (tx: Tx) => Promise<boolean>;
}

/** Whether an account has a second factor: TOTP (RFC 6238), and recovery codes for a lost phone. */
export const isSecondFactorOn = async ({ db }: Pick<App, 'db'>, userId: string): Promise<boolean> =>
  (await secondFactorsStore.find(db, userId))?.confirmed_at != null;

/** Whether this account may do nothing but set up a second factor. */
export const mustSetUpSecondFactor = async (
  app: Pick<App, 'db' | 'config'>,
  { id, role }: Pick<Account, 'id' | 'role'>,
): Promise<boolean> => app.config.requiresSecondFactor && role === 'admin' && !(await isSecondFactorOn(app, id));

/** Returns the ids of those accounts that have a second factor. */
export const findThoseWithSecondFactor = async (
  { db }: Pick<App, 'db'>,
  userIds: readonly string[],
): Promise<Set<string>> => new Set(await secondFactorsStore.findThoseOn(db, userIds));

export async function getSecondFactorState({ db }: Pick<App, 'db'>, userId: string): Promise<SecondFactorState> {
  const factor = await secondFactorsStore.find(db, userId);
  if (!factor?.confirmed_at) return { isOn: false, since: null, recoveryCodesLeft: 0 };
  const recoveryCodesLeft = await secondFactorsStore.countRecoveryCodes(db, userId);
  return { isOn: true, since: factor.confirmed_at, recoveryCodesLeft };
}

/**
 * Verifies a code as it was typed.
 * @returns null for one that is wrong, or of a time step used before; see {@link VerifiedCode.use} for the rest
 */
export async function verifySecondFactor(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  code: string,
): Promise<VerifiedCode | null> {
  const factor = await secondFactorsStore.find(db, userId);
  if (!factor?.confirmed_at) return null;
  const { secret, recovery_salt: salt, last_step: lastStep } = factor;
  const step = verifyTotp(secret, code, clock.now(), lastStep);
  if (step !== null) return { kind: 'totp', use: (tx) => secondFactorsStore.takeStep(tx, userId, secret, step) };
  const hash = await hashRecoveryCode(code, salt);
  return hash && { kind: 'recovery_code', use: (tx) => secondFactorsStore.takeRecoveryCode(tx, userId, hash) };
}

/**
 * Removes the second factor of an account, with its data.
 * @throws {DomainError} SECOND_FACTOR_NOT_ON
 */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  if (!(await secondFactorsStore.delete(tx, userId))) throw new DomainError('SECOND_FACTOR_NOT_ON');
}

/** Deletes the data of an account that is being deleted, with an unfinished enrolment. */
export const forgetSecondFactor = (tx: Tx, userId: string): Promise<void> => secondFactorsStore.deleteOf(tx, userId);
