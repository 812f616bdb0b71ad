import type { LoginBody } from '@hai-dang/contract/auth/auth.schema.ts';
import type { Access } from '@hai-dang/contract/lib/endpoint.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database, DbOrTx, Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { Account, CallContext, Caller } from '../lib/http/call.ts';
import { newId } from '../lib/ids.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import type { AuthStore } from './auth.store.ts';
import { type LoginLimiter, TooManyLoginFailures } from './login-limiter.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { hashToken, newToken, readBearer } from './token.ts';

const SESSION_ABSOLUTE_MS = 24 * 3_600_000;
const SESSION_IDLE_MS = 8 * 3_600_000;
/** A session's last use is written down no more often than this. */
const LAST_USE_RESOLUTION_MS = 60_000;
const REMOVED_AT_ONCE = 1_000;
const KNOWN_ADDRESS_MS = 30 * 24 * 3_600_000;

interface AuthServiceNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  store: AuthStore;
  audit: AuditService;
  limiter: LoginLimiter;
  publisher: Pick<Publisher, 'sessionsEnded'>;
  clock: Clock;
}

/** Signing in and out, and who a token belongs to (specification, sections 4 and 6; the wire contract, login). */
export function createAuthService({ database, store, audit, limiter, publisher, clock }: AuthServiceNeeds) {
  const { db, transact } = database;

  /**
   * The account of a role behind an e-mail and password, or a DomainError that does not tell what was wrong: an account
   * of the other role is like none.
   */
  async function checkPassword(role: Account['role'], { email, password }: LoginBody) {
    const account = await store.findAccountByEmail(db, email);
    const isRight = await verifyPassword(account?.password_hash, password);
    if (!account || !isRight || account.role !== role) throw new DomainError('INVALID_CREDENTIALS');
    if (account.is_disabled) throw new DomainError('ACCOUNT_DISABLED');
    return account;
  }

  async function openSession(tx: DbOrTx, userId: string, context: CallContext): Promise<string> {
    const token = newToken();
    const now = clock.now();
    await store.insertSession(tx, {
      token_hash: hashToken(token),
      id: newId(),
      user_id: userId,
      address: context.address,
      user_agent: context.userAgent,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + SESSION_ABSOLUTE_MS),
    });
    return token;
  }

  /**
   * The account behind a token, whatever its role.
   * @throws {DomainError} NOT_SIGNED_IN without a token, SESSION_EXPIRED for one that is no longer or never was
   *   valid, ACCOUNT_DISABLED
   */
  async function findAccount(authorization: string | undefined): Promise<{ account: Account; lastUsedAt: Date }> {
    const token = readBearer(authorization);
    if (!token) throw new DomainError('NOT_SIGNED_IN');
    const session = await store.findSession(db, hashToken(token));
    const now = clock.now().getTime();
    if (!session || session.expires_at.getTime() <= now || session.last_used_at.getTime() + SESSION_IDLE_MS <= now) {
      throw new DomainError('SESSION_EXPIRED');
    }
    if (session.is_disabled) throw new DomainError('ACCOUNT_DISABLED');
    const { id, username, email, session_id: sessionId } = session;
    const role = session.role === 'admin' ? 'admin' : 'user';
    return { account: { id, username, email, sessionId, role }, lastUsedAt: session.last_used_at };
  }

  /**
   * Signs an account of a role in.
   * @returns a new token, shown once, and whom it belongs to
   */
  async function signIn(role: Account['role'], credentials: LoginBody, context: CallContext) {
    const claimed = await store.findAccountByEmail(db, credentials.email);
    const since = new Date(clock.now().getTime() - KNOWN_ADDRESS_MS);
    // Looked up for unknown e-mails too, so that the time taken tells nothing.
    const isKnownAddress = await store.hasSignedInFrom(db, claimed?.id ?? '', context.address, since);
    const attempt = { email: credentials.email, address: context.address, isKnownAddress };
    try {
      return await limiter.attempt(attempt, async () => {
        const account = await checkPassword(role, credentials);
        const token = await transact(async (tx) => {
          await audit.record(tx, { action: 'auth.login', actor: account, context });
          return openSession(tx, account.id, context);
        });
        return { token, account };
      });
    } catch (error) {
      const isRepeated = error instanceof TooManyLoginFailures && !error.isFirst;
      if (error instanceof DomainError && !isRepeated) {
        const target = claimed && { type: 'user' as const, id: claimed.id, name: claimed.username };
        await audit.record(db, {
          action: 'auth.login_refused',
          actor: null,
          ...(target ? { target } : {}),
          reason: error.code,
          context,
        });
      }
      throw error;
    }
  }

  return {
    /**
     * Signs an administrator in.
     * @throws {DomainError} INVALID_CREDENTIALS, ACCOUNT_DISABLED, TOO_MANY_LOGIN_FAILURES; each refusal is audited, of
     *   the last one only the first in its window
     */
    async login(credentials: LoginBody, context: CallContext) {
      const { token, account } = await signIn('admin', credentials, context);
      return { token, admin: { id: account.id, username: account.username, email: account.email } };
    },

    /**
     * Signs a user of the app in; as {@link login}, with the same limits, counted together.
     * @throws {DomainError} INVALID_CREDENTIALS, ACCOUNT_DISABLED, TOO_MANY_LOGIN_FAILURES
     */
    async loginUser(credentials: LoginBody, context: CallContext) {
      const { token, account } = await signIn('user', credentials, context);
      const { id, username, email, avatar_url } = account;
      return { token, user: { _id: id, username, email, avatar: avatar_url } };
    },

    /** Ends the session the call was made with. */
    async logout(caller: Caller, context: CallContext): Promise<void> {
      await transact(async (tx) => {
        await store.deleteSession(tx, caller.sessionId);
        await audit.record(tx, { action: 'auth.logout', actor: caller, context });
        afterCommit(tx, () => publisher.sessionsEnded({ sessionId: caller.sessionId }));
      });
    },

    /**
     * Settles who opens a socket. Unlike a call it is no use of the session: a tab left open would keep it for ever.
     * @throws {DomainError} NOT_SIGNED_IN, SESSION_EXPIRED, ACCOUNT_DISABLED
     */
    identify: async (authorization: string | undefined): Promise<Account> => (await findAccount(authorization)).account,

    /**
     * Looks after many open sockets with one statement.
     * @returns of these sessions those that have not ended, with the role their account has now
     */
    async findValidSessions(sessionIds: readonly string[]): Promise<Map<string, Account['role']>> {
      const now = clock.now();
      const usedAfter = new Date(now.getTime() - SESSION_IDLE_MS);
      const rows = await store.findValidSessions(db, sessionIds, now, usedAfter);
      return new Map(rows.map(({ session_id, role }) => [session_id, role === 'admin' ? 'admin' : 'user']));
    },

    /**
     * Settles who makes a call.
     * @returns null where anyone may call
     * @throws {DomainError} NOT_SIGNED_IN, SESSION_EXPIRED, ACCOUNT_DISABLED, ADMIN_ONLY, USERS_ONLY
     */
    async authorize(access: Access, authorization: string | undefined): Promise<Account | null> {
      if (access === 'public') return null;
      const { account, lastUsedAt } = await findAccount(authorization);
      if (access !== 'signedIn' && account.role !== access) {
        throw new DomainError(access === 'admin' ? 'ADMIN_ONLY' : 'USERS_ONLY');
      }
      const now = clock.now();
      if (now.getTime() - lastUsedAt.getTime() >= LAST_USE_RESOLUTION_MS) {
        await store.touchSession(db, account.sessionId, now);
      }
      return account;
    },

    /** Ends every session of an account, in the transaction that disables or deletes it; its sockets close after it. */
    revokeSessions(tx: Tx, userId: string): Promise<number> {
      afterCommit(tx, () => publisher.sessionsEnded({ accountId: userId }));
      return store.deleteSessionsOf(tx, userId);
    },

    /** What is stored of a new password. */
    hashPassword,

    /** Forgets sessions that have run out. Several servers may do so at once. */
    async removeExpiredSessions(): Promise<void> {
      let removed: number;
      do {
        removed = await store.deleteSessionsExpiredBefore(db, clock.now(), REMOVED_AT_ONCE);
      } while (removed === REMOVED_AT_ONCE);
    },
  };
}
export type AuthService = ReturnType<typeof createAuthService>;
