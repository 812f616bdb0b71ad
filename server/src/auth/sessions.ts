import { OWN_SESSIONS_LIST_LIMIT, SESSIONS_PER_ACCOUNT } from '@hai-dang/contract/constants.ts';
import type { App, AppTx } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { networkOf } from '../lib/http/client-network.ts';
import { newId } from '../lib/ids.ts';
import { appealTokensStore } from './appeal-tokens.store.ts';
import { authStore } from './auth.store.ts';
import { loginChallengesStore } from './login-challenges.store.ts';
import { hashToken, newToken } from './token.ts';

const SESSION_ABSOLUTE_MS = 24 * 3_600_000;
const SESSION_IDLE_MS = 8 * 3_600_000;

/** The valid sessions of an account. */
export interface SessionSummary {
  count: number;
  /** The last sign-in or use that is still known; null for none. */
  lastUsedAt: Date | null;
}

/** A session that expires after `now` and was used after `usedAfter` is valid. */
export function validNow({ clock }: Pick<App, 'clock'>): { now: Date; usedAfter: Date } {
  const now = clock.now();
  return { now, usedAfter: new Date(now.getTime() - SESSION_IDLE_MS) };
}

/**
 * Opens a session; of an account that has too many the oldest end, and their sockets close.
 * @returns its token, of which only the hash is stored
 */
export async function openSession(
  { tx, clock, publisher }: AppTx,
  userId: string,
  context: CallContext,
): Promise<string> {
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
}

/** Records a re-authentication of this session. */
export const noteConfirmedPassword = ({ tx, clock }: AppTx, { sessionId }: Caller): Promise<void> =>
  authStore.confirmPassword(tx, sessionId, clock.now());

/** The valid sessions of an account, the one used last first. */
export const listSessionsOf = (app: Pick<App, 'db' | 'clock'>, userId: string) =>
  authStore.findSessionsOf(app.db, userId, validNow(app), OWN_SESSIONS_LIST_LIMIT);

/** The sessions of several accounts, by id; of an account that nothing is known of there is none. */
export async function summarizeSessions(
  app: Pick<App, 'db' | 'clock'>,
  userIds: readonly string[],
): Promise<Map<string, SessionSummary>> {
  const rows = await authStore.summarizeSessions(app.db, userIds, validNow(app));
  return new Map(rows.map(({ user_id, count, last_used_at }) => [user_id, { count, lastUsedAt: last_used_at }]));
}

/** Ends one session of an account; its sockets close. @returns what it was; undefined where there is none */
export async function endSessionOf(ctx: AppTx, userId: string, sessionId: string) {
  const { tx, publisher } = ctx;
  const ended = await authStore.endSessionOf(tx, userId, sessionId, validNow(ctx));
  if (ended) afterCommit(tx, () => publisher.disconnectSessions({ sessionId }));
  return ended;
}

/**
 * Ends an account's sessions but this one, and sign-ins that wait for their code; their sockets close.
 * @returns how many sessions were still valid
 */
export async function endSessionsBeside(
  ctx: AppTx,
  { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
): Promise<number> {
  const { tx, publisher } = ctx;
  await loginChallengesStore.deleteOf(tx, id);
  await appealTokensStore.deleteOf(tx, id);
  const others = await authStore.deleteSessionsOf(tx, id, sessionId);
  for (const other of others) afterCommit(tx, () => publisher.disconnectSessions({ sessionId: other.id }));
  const { now, usedAfter } = validNow(ctx);
  return others.filter((other) => other.expires_at > now && other.last_used_at > usedAfter).length;
}
