import { randomBytes } from 'node:crypto';
import type { Db } from '../../lib/db/database.ts';
import { webhooksStore } from './webhooks.store.ts';

const KEY_BYTES = 32;

/** Finds the key from which the secrets of all webhooks are derived. */
export type FindWebhookKey = () => Promise<string>;

/**
 * Finds the configured key, or the one that the database keeps.
 * @param configured WEBHOOK_KEY
 */
export function createWebhookKey(db: Db, configured: string | undefined): FindWebhookKey {
  let stored: Promise<string> | undefined;
  return async () => {
    if (configured) return configured;
    stored ??= webhooksStore.findOrInsertKey(db, randomBytes(KEY_BYTES).toString('base64'));
    // Not a failure for good.
    stored.catch(() => {
      stored = undefined;
    });
    return stored;
  };
}
