import { NOTIFICATION_PAGE_TOAST_MS } from '@hai-dang/contract/constants.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, isUnauthorized } from '../lib/api-error.ts';
import { formatNumber } from '../lib/format.ts';
import { session } from '../lib/session.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { type ToastOptions, toast } from '../ui/toast.ts';
import type { NotificationFeed } from './notification-feed.ts';
import { messageOf, senderOf } from './notification-text.ts';
import { notificationsStrings as strings } from './notifications.strings.ts';
import type { Notifications } from './use-notifications.ts';

const TOAST: ToastOptions = { place: 'top', durationMs: NOTIFICATION_PAGE_TOAST_MS };

export interface NotificationActions {
  /** Marks one as read, and goes to the report if it tells of a new one. */
  open(notification: Notification): void;
  markAllRead(): void;
  /** @returns whether it has been removed */
  remove(notification: Notification): Promise<boolean>;
  removeAll(): Promise<boolean>;
  /** Whether something is being done to all of them. */
  readonly isBusy: boolean;
}

/** What one can do with notifications. Without an administrator's id nothing happens (specification, section 5). */
export function useNotificationActions({ view, feed }: Notifications): NotificationActions {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [isBusy, setIsBusy] = useState(false);

  const usable = (): NotificationFeed | undefined => (session.get()?.adminId === undefined ? undefined : feed);

  /** Does something and says what came of it; @returns whether it went well */
  async function attempt(work: () => Promise<void>, failed: string, done?: string): Promise<boolean> {
    try {
      await work();
      if (done !== undefined) toast.success(done, TOAST);
      return true;
    } catch (error) {
      // Without a session the guard is leading away already.
      if (!isUnauthorized(error)) toast.error(error instanceof ApiError ? failed : strings.handleFailed, TOAST);
      return false;
    }
  }

  async function attemptAll(work: () => Promise<void>, failed: string, done: string): Promise<boolean> {
    setIsBusy(true);
    try {
      return await attempt(work, failed, done);
    } finally {
      setIsBusy(false);
    }
  }

  return {
    isBusy,

    open(notification) {
      const { _id, read, type, reports } = notification;
      const usableFeed = usable();
      if (!usableFeed) return;
      if (!read) void attempt(() => usableFeed.setRead(_id), strings.readFailed);
      if (type !== 'new_report') return;
      if (reports) void navigate(`/admin/reports/${encodeURIComponent(reports)}`);
      else toast.error(strings.openFailed, TOAST);
    },

    markAllRead() {
      const usableFeed = usable();
      if (!usableFeed) return;
      void attemptAll(() => usableFeed.setAllRead(), strings.readFailed, strings.markedAllRead);
    },

    async remove(notification) {
      const usableFeed = usable();
      if (!usableFeed) return false;
      const confirmed = await confirm({
        title: strings.confirmTitle,
        message: (
          <>
            <p>{strings.confirmDelete}</p>
            <p className="mt-2 text-ink">
              <bdi>{senderOf(notification)}</bdi> · {messageOf(notification)}
            </p>
          </>
        ),
        confirmLabel: strings.confirmLabel,
        tone: 'danger',
      });
      if (!confirmed) return false;
      return attempt(() => usableFeed.remove(notification._id), strings.deleteFailed, strings.deleted);
    },

    async removeAll() {
      const usableFeed = usable();
      if (!usableFeed) return false;
      const count = formatNumber(view.notifications.length);
      const confirmed = await confirm({
        title: strings.confirmTitle,
        message: view.hasMore ? strings.confirmDeleteMany(count) : strings.confirmDeleteAll(count),
        confirmLabel: strings.confirmAllLabel,
        tone: 'danger',
      });
      if (!confirmed) return false;
      return attemptAll(() => usableFeed.removeAll(), strings.deleteAllFailed, strings.deletedAll);
    },
  };
}
