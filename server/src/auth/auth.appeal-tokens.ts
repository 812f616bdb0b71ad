import { APPEAL_TOKEN_MS } from '@hai-dang/contract/constants.ts';
import type { Clock } from '../lib/clock.ts';
import type { Db, Tx } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { Account } from '../lib/http/call.ts';
import { appealTokensStore } from './appeal-tokens.store.ts';
import { createSessionLookups } from './session-lookups.ts';
import { hashToken, newToken, readBearer } from './token.ts';

/**
 * Tokens of app users who are suspended or disabled: each opens the endpoints with `allowedWithAppealToken`, for an hour,
 * as long as the account is disabled. It is no session, so nothing else knows of it.
 */
export function createAppealTokens({ db, clock }: { db: Db; clock: Clock }) {
  const lookups = createSessionLookups((tokenHash) => appealTokensStore.find(db, tokenHash));

  return {
    /** @returns a new token, of which only the hash is stored */
    async open(tx: Tx, userId: string): Promise<string> {
      const token = newToken();
      const expires_at = new Date(clock.now().getTime() + APPEAL_TOKEN_MS);
      await appealTokensStore.insert(tx, { token_hash: hashToken(token), user_id: userId, expires_at });
      return token;
    },

    /**
     * The account behind a token.
     * @throws {DomainError} SESSION_EXPIRED for one that is no longer or never was valid
     */
    async findAccount(authorization: string | undefined): Promise<Account> {
      const token = readBearer(authorization);
      const found = token ? await lookups.find(hashToken(token)) : undefined;
      const isValid = found?.is_disabled && found.role === 'user' && found.expires_at > clock.now();
      if (!found || !isValid) throw new DomainError('SESSION_EXPIRED');
      const { id, username, email } = found;
      return { id, username, email, sessionId: '', role: 'user' };
    },

    /** The account by which a call is counted, as that of a session is: {@link createSessionLookups}. */
    recognize: lookups.recognize,

    /** Ends those of an account. */
    endOf: appealTokensStore.deleteOf,

    /** Purges those that have expired. Several servers may do so at once. */
    purgeExpired: (): Promise<void> => appealTokensStore.deleteExpiredBefore(db, clock.now()),
  };
}
export type AppealTokens = ReturnType<typeof createAppealTokens>;
