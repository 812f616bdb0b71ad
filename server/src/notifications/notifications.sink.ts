import { type Notification, notificationSchema } from '@hai-dang/contract/notifications/notifications.schema.ts';
import type { MediaUrls } from '../lib/media/media-urls.ts';

/** One notification as it is now; null: it was deleted. */
export interface SyncChange {
  readonly notificationId: string;
  readonly content: Omit<Notification, '_id'> | null;
}

/**
 * Another place beside our own tables where notifications are to be found, such as a realtime database. It may be
 * away for long: what it has not taken waits in the outbox.
 */
export interface NotificationSink {
  /** How the log names it. */
  readonly name: string;
  /**
   * Brings one administrator's notifications to the state given. The same may come again, also after it has been
   * taken, so it has to end in the same state.
   * @throws if any of it was not taken; then all of it comes again later
   */
  deliver(adminId: string, changes: readonly SyncChange[]): Promise<void>;
}

/**
 * A sink that gets absolute URLs of images. What it writes has no request, so only PUBLIC_URL says where images
 * are; without it they stay as the rows have them.
 */
export const sinkWithUrls = (sink: NotificationSink, media: Pick<MediaUrls, 'withUrls'>): NotificationSink => ({
  ...sink,
  deliver: (adminId, changes) =>
    sink.deliver(
      adminId,
      changes.map((change) => ({ ...change, content: media.withUrls(notificationSchema, change.content, '') })),
    ),
});
