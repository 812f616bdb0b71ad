import type { LoginBody } from '@hai-dang/contract/auth/auth.schema.ts';
import { APPEAL_TOKEN_MS } from '@hai-dang/contract/constants.ts';
import type { AccountDisabledDetails } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { inTransaction } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';
import { appealTokensStore } from './appeal-tokens.store.ts';
import { type CheckedAccount, openVerifiedSession, rejectChangedPassword, type SignInCtx, signIn } from './sign-in.ts';
import { hashToken, newToken } from './token.ts';

/** Says why an account is disabled. */
export type FindPenalty = (
  ctx: SignInCtx,
  accountId: string,
) => Promise<Pick<AccountDisabledDetails, 'reason' | 'notice'>>;

/**
 * Signs a user of the app in; as `login`, with the same limits, counted together.
 * @throws {DomainError} INVALID_CREDENTIALS, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS; ACCOUNT_DISABLED with why, until when
 *   and what one may appeal with
 */
export async function loginUser(ctx: SignInCtx, credentials: LoginBody, findPenalty: FindPenalty) {
  const { token, account } = await signIn(ctx, credentials, {
    role: 'user',
    finish: async (found) => ({ token: await openVerifiedSession(ctx, found), account: found }),
    disabledError: async (found) => {
      const appealToken = await openAppeal(ctx, found);
      const until = found.disabled_until?.toISOString() ?? null;
      return new DomainError('ACCOUNT_DISABLED', { until, ...(await findPenalty(ctx, found.id)), appealToken });
    },
  });
  const { id, username, email, avatar_url } = account;
  return { token, user: { _id: id, username, email, avatar: avatar_url } };
}

/**
 * Opens the endpoints with `allowedWithAppealToken` to a disabled account, for an hour, as long as it is disabled. The token is no
 * session, so nothing else knows of it.
 * @returns it; only its hash is stored
 */
const openAppeal = (ctx: SignInCtx, account: CheckedAccount): Promise<string> =>
  inTransaction(ctx, async (inTx) => {
    const token = newToken();
    const expires_at = new Date(inTx.clock.now().getTime() + APPEAL_TOKEN_MS);
    await appealTokensStore.insert(inTx.tx, { token_hash: hashToken(token), user_id: account.id, expires_at });
    await rejectChangedPassword(inTx, account);
    return token;
  });
