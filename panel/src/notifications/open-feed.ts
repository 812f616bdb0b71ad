import type { NotificationFeed } from './notification-feed.ts';

/** The one place that chooses where the notifications come from. */
export async function openFeed(): Promise<NotificationFeed> {
  const { createServerFeed } = await import('./server-feed.ts');
  return createServerFeed();
}
