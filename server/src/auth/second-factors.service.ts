import type { SecondFactorSecret } from '@hai-dang/contract/account/account.schema.ts';
import type { Clock } from '../lib/clock.ts';
import type { Db, Tx } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { hashRecoveryCode, newRecoveryCodes, newRecoverySalt } from './recovery-code.ts';
import { secondFactorsStore } from './second-factors.store.ts';
import { newTotpSecret, totpUri, verifyTotp } from './totp.ts';

interface SecondFactorsNeeds {
  db: Db;
  clock: Clock;
}

export interface SecondFactorState {
  isOn: boolean;
  /** Null while it is off. */
  since: Date | null;
  recoveryCodesLeft: number;
}

/** A code that fits; it still has to be used up, which only one of several at the same time can do. */
export interface VerifiedCode {
  kind: 'totp' | 'recovery_code';
  /** @returns false for a code that was used before */
  use: (tx: Tx) => Promise<boolean>;
}

/** Deletes the data of an account that is being deleted, with an unfinished enrolment. */
export const forgetSecondFactor = (tx: Tx, userId: string): Promise<void> => secondFactorsStore.deleteOf(tx, userId);

/** The second factor of an account: TOTP (RFC 6238) and recovery codes for a lost phone. */
export function createSecondFactors({ db, clock }: SecondFactorsNeeds) {
  async function isOn(userId: string): Promise<boolean> {
    return (await secondFactorsStore.find(db, userId))?.confirmed_at != null;
  }

  /** Hashes take their time, so they are made before any row is held. */
  async function makeRecoveryCodes(salt: Buffer): Promise<{ codes: string[]; hashes: Buffer[] }> {
    const codes = newRecoveryCodes();
    const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code, salt)));
    return { codes, hashes: hashes.flatMap((hash) => hash ?? []) };
  }

  return {
    isOn,

    /** Those of these accounts that have it. */
    findThoseOn: async (userIds: readonly string[]): Promise<Set<string>> =>
      new Set(await secondFactorsStore.findThoseOn(db, userIds)),

    async getState(userId: string): Promise<SecondFactorState> {
      const factor = await secondFactorsStore.find(db, userId);
      if (!factor?.confirmed_at) return { isOn: false, since: null, recoveryCodesLeft: 0 };
      return {
        isOn: true,
        since: factor.confirmed_at,
        recoveryCodesLeft: await secondFactorsStore.countRecoveryCodes(db, userId),
      };
    },

    /**
     * Verifies a code as it was typed.
     * @returns null for one that is wrong, or of a time step used before; see {@link VerifiedCode.use} for the rest
     */
    async findFitting(userId: string, code: string): Promise<VerifiedCode | null> {
      const factor = await secondFactorsStore.find(db, userId);
      if (!factor?.confirmed_at) return null;
      const { secret, recovery_salt: salt, last_step: lastStep } = factor;
      const step = verifyTotp(secret, code, clock.now(), lastStep);
      if (step !== null) return { kind: 'totp', use: (tx) => secondFactorsStore.takeStep(tx, userId, secret, step) };
      const hash = await hashRecoveryCode(code, salt);
      return hash && { kind: 'recovery_code', use: (tx) => secondFactorsStore.takeRecoveryCode(tx, userId, hash) };
    },

    /**
     * Makes a secret, replacing one that was never confirmed.
     * @param label by which an authenticator app tells accounts apart
     * @throws {DomainError} SECOND_FACTOR_ALREADY_ON
     */
    async begin(tx: Tx, userId: string, label: string): Promise<SecondFactorSecret> {
      const secret = newTotpSecret();
      const begun = await secondFactorsStore.begin(tx, {
        user_id: userId,
        secret,
        recovery_salt: newRecoverySalt(),
        created_at: clock.now(),
      });
      if (!begun) throw new DomainError('SECOND_FACTOR_ALREADY_ON');
      return { secret, address: totpUri(secret, label) };
    },

    /**
     * The enrolment that was started and not confirmed.
     * @throws {DomainError} SECOND_FACTOR_NOT_BEGUN, SECOND_FACTOR_ALREADY_ON
     */
    async pendingEnrolment(userId: string) {
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
    },

    /**
     * Makes other recovery codes.
     * @returns them, and a function that stores them in place of the old ones
     * @throws {DomainError} SECOND_FACTOR_NOT_ON
     */
    async prepareRecoveryCodes(userId: string) {
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
    },

    /**
     * Turns it off and deletes its data.
     * @throws {DomainError} SECOND_FACTOR_NOT_ON
     */
    async remove(tx: Tx, userId: string): Promise<void> {
      if (!(await secondFactorsStore.delete(tx, userId))) throw new DomainError('SECOND_FACTOR_NOT_ON');
    },
  };
}
export type SecondFactors = ReturnType<typeof createSecondFactors>;
