import type { SecondFactorSecret } from '@hai-dang/contract/account/account.schema.ts';
import type { App, AppTx } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { hashRecoveryCode, newRecoveryCodes, newRecoverySalt } from './recovery-code.ts';
import { secondFactorsStore } from './second-factors.store.ts';
import { newTotpSecret, totpUri, verifyTotp } from './totp.ts';

/**
 * Makes a secret, replacing one that was never confirmed.
 * @param label by which an authenticator app tells accounts apart
 * @throws {DomainError} SECOND_FACTOR_ALREADY_ON
 */
export async function beginEnrolment({ tx, clock }: AppTx, userId: string, label: string): Promise<SecondFactorSecret> {
  const secret = newTotpSecret();
  const begun = await secondFactorsStore.begin(tx, {
    user_id: userId,
    secret,
    recovery_salt: newRecoverySalt(),
    created_at: clock.now(),
  });
  if (!begun) throw new DomainError('SECOND_FACTOR_ALREADY_ON');
  return { secret, address: totpUri(secret, label) };
}

/**
 * The enrolment that was started and not confirmed.
 * @throws {DomainError} SECOND_FACTOR_NOT_BEGUN, SECOND_FACTOR_ALREADY_ON
 */
export async function findPendingEnrolment({ db, clock }: Pick<App, 'db' | 'clock'>, userId: string) {
  const factor = await secondFactorsStore.find(db, userId);
  if (!factor) throw new DomainError('SECOND_FACTOR_NOT_BEGUN');
  if (factor.confirmed_at) throw new DomainError('SECOND_FACTOR_ALREADY_ON');
  return {
    /**
     * Verifies the first code.
     * @returns the recovery codes, and the function that enables two-factor with them
     * @throws {DomainError} SECOND_FACTOR_CODE_WRONG
     */
    async tryCode(code: string) {
      const step = verifyTotp(factor.secret, code, clock.now(), 0);
      if (step === null) throw new DomainError('SECOND_FACTOR_CODE_WRONG');
      const { codes, hashes } = await makeRecoveryCodes(factor.recovery_salt);
      return {
        codes,
        /** @throws {DomainError} SECOND_FACTOR_ALREADY_ON, where another call was quicker */
        confirm: async (tx: Tx): Promise<void> => {
          const confirmed = await secondFactorsStore.confirm(tx, userId, factor.secret, step, clock.now());
          if (!confirmed) throw new DomainError('SECOND_FACTOR_ALREADY_ON');
          await secondFactorsStore.replaceRecoveryCodes(tx, userId, hashes);
        },
      };
    },
  };
}

/**
 * Makes other recovery codes.
 * @returns them, and a function that stores them in place of the old ones
 * @throws {DomainError} SECOND_FACTOR_NOT_ON
 */
export async function prepareRecoveryCodes({ db }: Pick<App, 'db'>, userId: string) {
  const factor = await secondFactorsStore.find(db, userId);
  if (!factor?.confirmed_at) throw new DomainError('SECOND_FACTOR_NOT_ON');
  const { codes, hashes } = await makeRecoveryCodes(factor.recovery_salt);
  return {
    codes,
    /** @throws {DomainError} SECOND_FACTOR_NOT_ON, where it was turned off meanwhile */
    replace: async (tx: Tx): Promise<void> => {
      const held = await secondFactorsStore.findForUpdate(tx, userId);
      if (!held?.confirmed_at || held.secret !== factor.secret) throw new DomainError('SECOND_FACTOR_NOT_ON');
      await secondFactorsStore.replaceRecoveryCodes(tx, userId, hashes);
    },
  };
}

/** Hashes take their time, so they are made before any row is held. */
async function makeRecoveryCodes(salt: Buffer): Promise<{ codes: string[]; hashes: Buffer[] }> {
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code, salt)));
  return { codes, hashes: hashes.flatMap((hash) => hash ?? []) };
}
