import { session } from '../lib/session.ts';
import { loadSettings } from '../lib/settings.ts';
import type { NotificationFeed } from './notification-feed.ts';

/** The one place that chooses where the notifications come from. */
export async function openFeed(): Promise<NotificationFeed> {
  const { firebase } = await loadSettings();
  const adminId = session.get()?.adminId;
  // Of whom nobody knows the id the database has none.
  if (firebase && adminId !== undefined) {
    const { createFirebaseFeed } = await import('./firebase-feed.ts');
    return createFirebaseFeed(firebase, adminId);
  }
  const { createServerFeed } = await import('./server-feed.ts');
  return createServerFeed();
}
