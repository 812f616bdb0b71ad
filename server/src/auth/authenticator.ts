import { REAUTHENTICATION_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import type { App } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { Account, Authorize } from '../lib/http/call.ts';
import { appealTokensStore } from './appeal-tokens.store.ts';
import { authStore } from './auth.store.ts';
import { mustSetUpSecondFactor } from './second-factor.ts';
import { createSessionLookups } from './session-lookups.ts';
import { validNow } from './sessions.ts';
import { hashToken, readBearer } from './token.ts';

/** A session's last use is written down no more often than this. */
const LAST_USE_RESOLUTION_MS = 60_000;

/** Says who a token belongs to and what it may do (specification, sections 4 and 6). It remembers the tokens that it has seen. */
export function createAuthenticator(app: Pick<App, 'db' | 'clock' | 'config'>) {
  const { db, clock } = app;
  const sessions = createSessionLookups((tokenHash) => authStore.findSession(db, tokenHash));
  const appealTokens = createSessionLookups((tokenHash) => appealTokensStore.find(db, tokenHash));

  /**
   * The session of a token, whatever the role of its account.
   * @throws {DomainError} NOT_SIGNED_IN without a token, SESSION_EXPIRED for one that is no longer or never was
   *   valid, ACCOUNT_DISABLED
   */
  async function findSession(authorization: string | undefined) {
    const token = readBearer(authorization);
    if (!token) throw new DomainError('NOT_SIGNED_IN');
    const session = await sessions.find(hashToken(token));
    const { now, usedAfter } = validNow(app);
    if (!session) throw new DomainError('SESSION_EXPIRED');
    if (session.expires_at <= now || session.last_used_at <= usedAfter) {
      // It is over for good: a clock that is set back must not bring it to life again.
      await authStore.deleteSession(db, session.session_id);
      throw new DomainError('SESSION_EXPIRED');
    }
    if (session.is_disabled) throw new DomainError('ACCOUNT_DISABLED');
    const { id, username, email, session_id: sessionId } = session;
    const account: Account = { id, username, email, sessionId, role: session.role === 'admin' ? 'admin' : 'user' };
    return {
      account,
      lastUsedAt: session.last_used_at,
      confirmedAt: session.reauthenticated_at ?? session.created_at,
    };
  }

  /**
   * The account behind a token for an appeal.
   * @throws {DomainError} SESSION_EXPIRED for one that is no longer or never was valid
   */
  async function findAppellant(authorization: string | undefined): Promise<Account> {
    const token = readBearer(authorization);
    const found = token ? await appealTokens.find(hashToken(token)) : undefined;
    const isValid = found?.is_disabled && found.role === 'user' && found.expires_at > clock.now();
    if (!found || !isValid) throw new DomainError('SESSION_EXPIRED');
    const { id, username, email } = found;
    return { id, username, email, sessionId: '', role: 'user' };
  }

  /**
   * Settles who makes a call, and whether this session may make it.
   * @returns null where anyone may call
   * @throws {DomainError} NOT_SIGNED_IN, SESSION_EXPIRED, ACCOUNT_DISABLED, ADMIN_ONLY, USERS_ONLY,
   *   SECOND_FACTOR_SETUP_REQUIRED, PASSWORD_CONFIRMATION_REQUIRED
   */
  const authorize: Authorize = async (endpoint, authorization) => {
    const { access, allowedBeforeTwoFactor, allowedWithAppealToken, requiresReauthentication } = endpoint;
    if (access === 'public') return null;
    const session = await findSession(authorization).catch((error: unknown) => {
      if (allowedWithAppealToken && error instanceof DomainError && error.code === 'SESSION_EXPIRED') return null;
      throw error;
    });
    if (!session) return findAppellant(authorization);
    const { account, lastUsedAt, confirmedAt } = session;
    if (access !== 'authenticated' && account.role !== access) {
      throw new DomainError(access === 'admin' ? 'ADMIN_ONLY' : 'USERS_ONLY');
    }
    if (!allowedBeforeTwoFactor && (await mustSetUpSecondFactor(app, account))) {
      throw new DomainError('SECOND_FACTOR_SETUP_REQUIRED');
    }
    const now = clock.now();
    if (requiresReauthentication && now.getTime() - confirmedAt.getTime() >= REAUTHENTICATION_WINDOW_MS) {
      throw new DomainError('PASSWORD_CONFIRMATION_REQUIRED');
    }
    if (now.getTime() - lastUsedAt.getTime() >= LAST_USE_RESOLUTION_MS) {
      await authStore.touchSession(db, account.sessionId, now);
    }
    return account;
  };

  return {
    authorize,

    /**
     * The account by which a call is counted: whose its token was, of a session or for an appeal, if that was valid when it
     * was last looked up. It costs no query, and is no permission.
     */
    recognize(authorization: string | undefined): string | undefined {
      const token = readBearer(authorization);
      if (!token) return undefined;
      const hash = hashToken(token);
      return sessions.recognize(hash) ?? appealTokens.recognize(hash);
    },

    /**
     * Settles who opens a socket. Unlike a call it is no use of the session: a tab left open would keep it for ever.
     * @throws {DomainError} NOT_SIGNED_IN, SESSION_EXPIRED, ACCOUNT_DISABLED, SECOND_FACTOR_SETUP_REQUIRED
     */
    async authenticate(authorization: string | undefined): Promise<Account> {
      const { account } = await findSession(authorization);
      if (await mustSetUpSecondFactor(app, account)) throw new DomainError('SECOND_FACTOR_SETUP_REQUIRED');
      return account;
    },

    /**
     * Checks the sessions of many open sockets with one statement.
     * @returns of these sessions those that have not ended, with the role their account has now
     */
    async findValidSessions(sessionIds: readonly string[]): Promise<Map<string, Account['role']>> {
      const rows = await authStore.findValidSessions(db, sessionIds, validNow(app));
      return new Map(rows.map(({ session_id, role }) => [session_id, role === 'admin' ? 'admin' : 'user']));
    },
  };
}
