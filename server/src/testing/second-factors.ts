import { generateSync } from 'otplib';
import { hashRecoveryCode, newRecoveryCodes, newRecoverySalt } from '../auth/recovery-code.ts';
import { newTotpSecret } from '../auth/totp.ts';
import type { Db } from '../lib/db/database.ts';

/** The TOTP code at a moment, or some steps of 30 s before or after it. */
export const codeAt = (secret: string, at: Date, stepsAway = 0): string =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1_000) + stepsAway * 30 });

/** Six digits that are valid neither now nor one step before or after. */
export function wrongCodeAt(secret: string, at: Date): string {
  const right = [-1, 0, 1].map((away) => codeAt(secret, at, away));
  const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code));
  if (!wrong) throw new Error('three codes cannot be four');
  return wrong;
}

/**
 * Two-factor as the enrolment stores it.
 * @param at since when it is on; null for a pending enrolment
 * @param codesCount number of recovery codes; hashing each takes as long as a password
 */
export async function insertSecondFactor(
  db: Db,
  userId: string,
  at: Date | null = new Date(),
  codesCount = 0,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = newTotpSecret();
  const salt = newRecoverySalt();
  await db
    .insertInto('mfa_enrolments')
    .values({ user_id: userId, secret, recovery_salt: salt, created_at: at ?? new Date(), confirmed_at: at })
    .execute();
  const recoveryCodes = newRecoveryCodes().slice(0, codesCount);
  if (recoveryCodes.length === 0) return { secret, recoveryCodes };
  const hashes = await Promise.all(recoveryCodes.map((code) => hashRecoveryCode(code, salt)));
  await db
    .insertInto('recovery_codes')
    .values(hashes.flatMap((hash) => (hash ? [{ user_id: userId, code_hash: hash }] : [])))
    .execute();
  return { secret, recoveryCodes };
}
