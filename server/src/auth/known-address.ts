import type { App } from '../lib/context.ts';
import { networkOf } from '../lib/http/client-network.ts';
import { authStore } from './auth.store.ts';

/** How long an IP network from which an account has signed in is known. */
const KNOWN_IP_MS = 30 * 24 * 3_600_000;

/** When a sign-in from a network must have been for the network to be known. */
export const knownSince = ({ clock }: Pick<App, 'clock'>): Date => new Date(clock.now().getTime() - KNOWN_IP_MS);

/** Whether an account has recently signed in from an IP; without an account the same query runs, so that it takes as long. */
export const isKnownAddress = (
  app: Pick<App, 'db' | 'clock'>,
  accountId: string | undefined,
  address: string,
): Promise<boolean> => authStore.hasSignedInFrom(app.db, accountId ?? '', networkOf(address), knownSince(app));
