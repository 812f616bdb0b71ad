import { type Notification, notificationSchema } from '@hai-dang/contract/notifications/notifications.schema.ts';
import type { MediaUrls } from '../lib/media/media-urls.ts';

/** One notification as it is now; null: it was deleted. */
export interface SyncChange {
  readonly notificationId: string;
  readonly content: Omit<Notification, '_id'> | null;
}

/**
 * A second store of notifications beside our own tables, such as a realtime database. It may be
 * away for long: what it has not taken waits in the outbox.
 */
export interface NotificationSink {
  /** How the log names it. */
  readonly name: string;
  /**
   * Brings one administrator's notifications to the given state. The same change may be delivered again, also after it has been
   * taken, so it has to end in the same state.
   * @throws if any change was not stored; then all are delivered again later
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
