import { randomBytes } from 'node:crypto';
import type { App } from '../../lib/context.ts';
import type { Db } from '../../lib/db/database.ts';
import { webhooksStore } from './webhooks.store.ts';

const KEY_BYTES = 32;

/**
 * Finds the configured key, or the one that the database keeps.
 * @param configured WEBHOOK_KEY
 */
export function createWebhookKey(db: Db, configured: string | undefined): App['findWebhookKey'] {
  let stored: Promise<string> | undefined;
  return async () => {
    if (configured) return configured;
    stored ??= webhooksStore.findOrInsertKey(db, randomBytes(KEY_BYTES).toString('base64'));
    // A failure is not kept: the next call tries again.
    stored.catch(() => {
      stored = undefined;
    });
    return stored;
  };
}
