import {
  OWN_SESSIONS_LIST_LIMIT,
  REAUTHENTICATION_WINDOW_MS,
  SESSIONS_PER_ACCOUNT,
} from '@hai-dang/contract/constants.ts';
import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { purgeInBatches } from '../lib/async/purge-in-batches.ts';
import type { Clock } from '../lib/clock.ts';
import type { Db, Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { Account, CallContext, Caller } from '../lib/http/call.ts';
import { networkOf } from '../lib/http/client-network.ts';
import { newId } from '../lib/ids.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import type { AppealTokens } from './auth.appeal-tokens.ts';
import { authStore } from './auth.store.ts';
import { loginChallengesStore } from './login-challenges.store.ts';
import type { SecondFactors } from './second-factors.service.ts';
import { createSessionLookups } from './session-lookups.ts';
import { hashToken, newToken, readBearer } from './token.ts';

const SESSION_ABSOLUTE_MS = 24 * 3_600_000;
const SESSION_IDLE_MS = 8 * 3_600_000;
/** How long an IP network from which an account has signed in is known. */
const KNOWN_IP_MS = 30 * 24 * 3_600_000;
/** A session's last use is written down no more often than this. */
const LAST_USE_RESOLUTION_MS = 60_000;
const PURGE_BATCH_SIZE = 1_000;

export interface SessionsNeeds {
  db: Db;
  secondFactors: Pick<SecondFactors, 'isOn'>;
  appealTokens: Pick<AppealTokens, 'findAccount' | 'recognize' | 'endOf'>;
  publisher: Pick<Publisher, 'disconnectSessions'>;
  clock: Clock;
  /** Whether an administrator without a second factor may do nothing but set one up. */
  requireSecondFactor: boolean;
}

/** The valid sessions of an account. */
export interface SessionSummary {
  count: number;
  /** The last sign-in or use that is still known; null for none. */
  lastUsedAt: Date | null;
}

/** Who a token belongs to and what it may do, and how sessions begin and end (specification, sections 4 and 6). */
export function createSessions(needs: SessionsNeeds) {
  const { db, secondFactors, appealTokens, publisher, clock, requireSecondFactor } = needs;

  const lookups = createSessionLookups((tokenHash) => authStore.findSession(db, tokenHash));

  const validNow = () => {
    const now = clock.now();
    return { now, usedAfter: new Date(now.getTime() - SESSION_IDLE_MS) };
  };

  const knownSince = () => new Date(clock.now().getTime() - KNOWN_IP_MS);

  /**
   * The account behind a token, whatever its role.
   * @throws {DomainError} NOT_SIGNED_IN without a token, SESSION_EXPIRED for one that is no longer or never was
   *   valid, ACCOUNT_DISABLED
   */
  async function findAccount(authorization: string | undefined) {
    const token = readBearer(authorization);
    if (!token) throw new DomainError('NOT_SIGNED_IN');
    const session = await lookups.find(hashToken(token));
    const { now, usedAfter } = validNow();
    if (!session) throw new DomainError('SESSION_EXPIRED');
    if (session.expires_at <= now || session.last_used_at <= usedAfter) {
      // Over for good: a clock that is set back must not bring it to life again.
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

  const mustSetUpSecondFactor = async ({ id, role }: Pick<Account, 'id' | 'role'>): Promise<boolean> =>
    requireSecondFactor && role === 'admin' && !(await secondFactors.isOn(id));

  return {
    mustSetUpSecondFactor,

    /**
     * Opens a session; of an account that has too many the oldest end, and their sockets close.
     * @returns its token, of which only the hash is stored
     */
    async openSession(tx: Tx, userId: string, context: CallContext): Promise<string> {
      const token = newToken();
      const now = clock.now();
      for (const { id: sessionId } of await authStore.makeRoomForSession(tx, userId, SESSIONS_PER_ACCOUNT - 1)) {
        afterCommit(tx, () => publisher.disconnectSessions({ sessionId }));
      }
      await authStore.recordSignInIp(tx, userId, networkOf(context.address), now);
      await authStore.insertSession(tx, {
        token_hash: hashToken(token),
        id: newId(),
        user_id: userId,
        ip: context.address,
        user_agent: context.userAgent,
        created_at: now,
        last_used_at: now,
        expires_at: new Date(now.getTime() + SESSION_ABSOLUTE_MS),
      });
      return token;
    },

    /**
     * The account by which a call is counted: whose its token was, of a session or for an appeal, if that was valid when it
     * was last looked up. It costs no query, and is no permission.
     */
    recognize(authorization: string | undefined): string | undefined {
      const token = readBearer(authorization);
      if (!token) return undefined;
      const hash = hashToken(token);
      return lookups.recognize(hash) ?? appealTokens.recognize(hash);
    },

    /**
     * Settles who opens a socket. Unlike a call it is no use of the session: a tab left open would keep it for ever.
     * @throws {DomainError} NOT_SIGNED_IN, SESSION_EXPIRED, ACCOUNT_DISABLED, SECOND_FACTOR_SETUP_REQUIRED
     */
    async authenticate(authorization: string | undefined): Promise<Account> {
      const { account } = await findAccount(authorization);
      if (await mustSetUpSecondFactor(account)) throw new DomainError('SECOND_FACTOR_SETUP_REQUIRED');
      return account;
    },

    /**
     * Checks the sessions of many open sockets with one statement.
     * @returns of these sessions those that have not ended, with the role their account has now
     */
    async findValidSessions(sessionIds: readonly string[]): Promise<Map<string, Account['role']>> {
      const rows = await authStore.findValidSessions(db, sessionIds, validNow());
      return new Map(rows.map(({ session_id, role }) => [session_id, role === 'admin' ? 'admin' : 'user']));
    },

    /**
     * Settles who makes a call, and whether this session may make it.
     * @returns null where anyone may call
     * @throws {DomainError} NOT_SIGNED_IN, SESSION_EXPIRED, ACCOUNT_DISABLED, ADMIN_ONLY, USERS_ONLY,
     *   SECOND_FACTOR_SETUP_REQUIRED, PASSWORD_CONFIRMATION_REQUIRED
     */
    async authorize(endpoint: AuthorizedEndpoint, authorization: string | undefined): Promise<Account | null> {
      const { access, allowedBeforeTwoFactor, allowedWithAppealToken, requiresReauthentication } = endpoint;
      if (access === 'public') return null;
      const session = await findAccount(authorization).catch((error: unknown) => {
        if (allowedWithAppealToken && error instanceof DomainError && error.code === 'SESSION_EXPIRED') return null;
        throw error;
      });
      if (!session) return appealTokens.findAccount(authorization);
      const { account, lastUsedAt, confirmedAt } = session;
      if (access !== 'authenticated' && account.role !== access) {
        throw new DomainError(access === 'admin' ? 'ADMIN_ONLY' : 'USERS_ONLY');
      }
      if (!allowedBeforeTwoFactor && (await mustSetUpSecondFactor(account))) {
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
    },

    /** Records a re-authentication of this session. */
    noteConfirmedPassword: (tx: Tx, { sessionId }: Caller): Promise<void> =>
      authStore.confirmPassword(tx, sessionId, clock.now()),

    /** The valid sessions of an account, the one used last first. */
    listSessions: (userId: string) => authStore.findSessionsOf(db, userId, validNow(), OWN_SESSIONS_LIST_LIMIT),

    /** The sessions of several accounts, by id; of an account that nothing is known of there is none. */
    async summarizeSessions(userIds: readonly string[]): Promise<Map<string, SessionSummary>> {
      const rows = await authStore.summarizeSessions(db, userIds, validNow());
      return new Map(rows.map(({ user_id, count, last_used_at }) => [user_id, { count, lastUsedAt: last_used_at }]));
    },

    /** Ends one session of an account; its sockets close. @returns what it was; undefined where there is none */
    async endSession(tx: Tx, userId: string, sessionId: string) {
      const ended = await authStore.endSessionOf(tx, userId, sessionId, validNow());
      if (ended) afterCommit(tx, () => publisher.disconnectSessions({ sessionId }));
      return ended;
    },

    /**
     * Ends the caller's sessions but the one that makes the call, and sign-ins that wait for their code; their sockets close.
     * @returns how many sessions were still valid
     */
    async endOtherSessions(tx: Tx, { id, sessionId }: Caller): Promise<number> {
      await loginChallengesStore.deleteOf(tx, id);
      await appealTokens.endOf(tx, id);
      const others = await authStore.deleteSessionsOf(tx, id, sessionId);
      for (const other of others) afterCommit(tx, () => publisher.disconnectSessions({ sessionId: other.id }));
      const { now, usedAfter } = validNow();
      return others.filter((other) => other.expires_at > now && other.last_used_at > usedAfter).length;
    },

    /** Closes the sockets of an account that has no second factor any more, where it may have none open without. */
    closeSocketsIfSecondFactorRequired(tx: Tx, userId: string): void {
      if (requireSecondFactor) afterCommit(tx, () => publisher.disconnectSessions({ accountId: userId }));
    },

    /**
     * Purges expired sessions. Several servers may do so at once.
     * @param signal ends it between two batches
     */
    async purgeExpiredSessions(signal?: AbortSignal): Promise<void> {
      await purgeInBatches(PURGE_BATCH_SIZE, signal, () =>
        authStore.deleteSessionsExpiredBefore(db, clock.now(), PURGE_BATCH_SIZE),
      );
    },

    /** Whether an account has recently signed in from an IP; without an account the same query runs, so that it takes as long. */
    isKnownAddress: (accountId: string | undefined, address: string): Promise<boolean> =>
      authStore.hasSignedInFrom(db, accountId ?? '', networkOf(address), knownSince()),

    /**
     * Purges old sign-in IPs. Several servers may do so at once.
     * @param signal ends it between two batches
     */
    async purgeOldSignInIps(signal?: AbortSignal): Promise<void> {
      await purgeInBatches(PURGE_BATCH_SIZE, signal, () =>
        authStore.deleteSignInIpsBefore(db, knownSince(), PURGE_BATCH_SIZE),
      );
    },

    /** Purges challenges that have expired. Several servers may do so at once. */
    purgeExpiredChallenges: (): Promise<void> => loginChallengesStore.deleteExpiredBefore(db, clock.now()),
  };
}

type AuthorizedEndpoint = Pick<
  Endpoint,
  'access' | 'allowedBeforeTwoFactor' | 'allowedWithAppealToken' | 'requiresReauthentication'
>;
export type Sessions = ReturnType<typeof createSessions>;
