import type { LoginWithSecondFactorBody } from '@hai-dang/contract/auth/auth.schema.ts';
import { SECOND_FACTOR_CHALLENGE_TRIES } from '@hai-dang/contract/constants.ts';
import { insertAuditEntry } from '../audit/record-audit.ts';
import { inTransaction } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';
import { auditFailedAttempt } from './audit-failed-attempt.ts';
import { isKnownAddress } from './known-address.ts';
import { loginChallengesStore } from './login-challenges.store.ts';
import { verifySecondFactor } from './second-factor.ts';
import { openSession } from './sessions.ts';
import { failedSignIn, type SignInCtx } from './sign-in.ts';
import { hashToken } from './token.ts';

/**
 * Completes the challenge of `login`. A wrong code counts as a wrong password does.
 * @throws {DomainError} SECOND_FACTOR_CHALLENGE_ENDED for a challenge that was used, has run out or had too many tries,
 *   INVALID_SECOND_FACTOR, ACCOUNT_DISABLED, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS; audited as there
 */
export async function loginWithSecondFactor(ctx: SignInCtx, { challenge, code }: LoginWithSecondFactorBody) {
  const { db, clock, request, attempts } = ctx;
  const hash = hashToken(challenge);
  const found = await loginChallengesStore.find(db, hash);
  // It is neither audited nor counted: there is no account, and nobody guesses one of 2^256.
  if (found?.role !== 'admin') throw new DomainError('SECOND_FACTOR_CHALLENGE_ENDED');
  const { id, username, email } = found;
  const token = await auditFailedAttempt(ctx, failedSignIn(found, request), async () => {
    const isOver = found.expires_at <= clock.now() || found.attempts >= SECOND_FACTOR_CHALLENGE_TRIES;
    if (isOver) {
      // It is audited once: from now on the challenge is unknown.
      await loginChallengesStore.delete(db, hash);
      throw new DomainError('SECOND_FACTOR_CHALLENGE_ENDED');
    }
    if (found.is_disabled) throw new DomainError('ACCOUNT_DISABLED');
    const { address } = request;
    const attempt = { account: id, address, isKnownAddress: await isKnownAddress(ctx, id, address) };
    return attempts.attempt(attempt, () => completeChallenge(ctx, hash, found, code));
  });
  return { token, admin: { id, username, email } };
}

/** One attempt at a challenge that was valid a moment ago. @returns a new token */
async function completeChallenge(
  ctx: SignInCtx,
  hash: Buffer,
  account: { id: string; username: string },
  code: string,
): Promise<string> {
  if (!(await loginChallengesStore.take(ctx.db, hash, SECOND_FACTOR_CHALLENGE_TRIES))) {
    throw new DomainError('SECOND_FACTOR_CHALLENGE_ENDED');
  }
  const verified = await verifySecondFactor(ctx, account.id, code);
  if (!verified) throw new DomainError('INVALID_SECOND_FACTOR');
  return inTransaction(ctx, async (inTx) => {
    const { tx, clock, request: context } = inTx;
    if (!(await loginChallengesStore.delete(tx, hash))) throw new DomainError('SECOND_FACTOR_CHALLENGE_ENDED');
    if (!(await verified.use(tx))) throw new DomainError('INVALID_SECOND_FACTOR');
    const after = { secondFactor: verified.kind };
    await insertAuditEntry(tx, { action: 'auth.login', actor: account, after, context }, clock.now());
    return openSession(inTx, account.id, context);
  });
}
