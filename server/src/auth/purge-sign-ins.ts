import { purgeInBatches } from '../lib/async/purge-in-batches.ts';
import type { App } from '../lib/context.ts';
import { appealTokensStore } from './appeal-tokens.store.ts';
import { authStore } from './auth.store.ts';
import { knownSince } from './known-address.ts';
import { loginChallengesStore } from './login-challenges.store.ts';

const BATCH_SIZE = 1_000;

/**
 * Purges expired sessions. Several servers may do so at once.
 * @param signal ends it between two batches
 */
export async function purgeExpiredSessions({ db, clock }: App, signal?: AbortSignal): Promise<void> {
  await purgeInBatches(BATCH_SIZE, signal, () => authStore.deleteSessionsExpiredBefore(db, clock.now(), BATCH_SIZE));
}

/**
 * Purges old sign-in IPs. Several servers may do so at once.
 * @param signal ends it between two batches
 */
export async function purgeOldSignInIps(app: App, signal?: AbortSignal): Promise<void> {
  await purgeInBatches(BATCH_SIZE, signal, () => authStore.deleteSignInIpsBefore(app.db, knownSince(app), BATCH_SIZE));
}

/** Purges sign-ins that have waited too long for their code. Several servers may do so at once. */
export const purgeExpiredChallenges = ({ db, clock }: App): Promise<void> =>
  loginChallengesStore.deleteExpiredBefore(db, clock.now());

/** Purges tokens for an appeal that have expired. Several servers may do so at once. */
export const purgeExpiredAppealTokens = ({ db, clock }: App): Promise<void> =>
  appealTokensStore.deleteExpiredBefore(db, clock.now());
