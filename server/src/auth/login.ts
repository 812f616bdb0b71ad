import type { LoginBody } from '@hai-dang/contract/auth/auth.schema.ts';
import { SECOND_FACTOR_CHALLENGE_MS } from '@hai-dang/contract/constants.ts';
import { inTransaction } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';
import { loginChallengesStore } from './login-challenges.store.ts';
import { isSecondFactorOn } from './second-factor.ts';
import { type CheckedAccount, openVerifiedSession, rejectChangedPassword, type SignInCtx, signIn } from './sign-in.ts';
import { hashToken, newToken } from './token.ts';

/**
 * Signs an administrator in.
 * @throws {DomainError} INVALID_CREDENTIALS, ACCOUNT_DISABLED, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS; each failure is audited, of
 *   the last one only the first in its window. SECOND_FACTOR_REQUIRED with the challenge for `loginWithSecondFactor`, which is
 *   only half of a sign-in and not audited as a failure
 */
export async function login(ctx: SignInCtx, credentials: LoginBody) {
  const outcome = await signIn(ctx, credentials, {
    role: 'admin',
    finish: async (account) =>
      (await isSecondFactorOn(ctx, account.id))
        ? { challenge: await openChallenge(ctx, account) }
        : { token: await openVerifiedSession(ctx, account), account },
    disabledError: ({ disabled_until: until }) =>
      new DomainError('ACCOUNT_DISABLED', ...(until ? [{ until: until.toISOString() }] : [])),
    isWhole: (result) => 'token' in result,
  });
  if ('challenge' in outcome) throw new DomainError('SECOND_FACTOR_REQUIRED', { challenge: outcome.challenge });
  const { id, username, email } = outcome.account;
  return { token: outcome.token, admin: { id, username, email } };
}

/** @returns a new challenge */
const openChallenge = (ctx: SignInCtx, account: CheckedAccount): Promise<string> =>
  inTransaction(ctx, async (inTx) => {
    const challenge = newToken();
    await loginChallengesStore.insert(inTx.tx, {
      challenge_hash: hashToken(challenge),
      user_id: account.id,
      expires_at: new Date(inTx.clock.now().getTime() + SECOND_FACTOR_CHALLENGE_MS),
    });
    await rejectChangedPassword(inTx, account);
    return challenge;
  });
