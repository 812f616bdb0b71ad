import { NOTIFICATION_PAGE_TOAST_MS } from '@hai-dang/contract/constants.ts';
import {
  ASSIGNMENT_NOTIFICATION_TYPES,
  MENTION_NOTIFICATION_TYPE,
  REMINDER_TYPES,
} from '@hai-dang/contract/notifications/notifications.schema.ts';
import { CheckCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Action, type ActionDefinition, useActions } from '../lib/actions.ts';
import { ApiError, isUnauthorized } from '../lib/api-error.ts';
import { formatNumber } from '../lib/format.ts';
import { session } from '../lib/session.ts';
import { queueLinks } from '../moderation/queue-links.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { type ToastOptions, toast } from '../ui/toast.ts';
import type { NotificationFeed } from './notification-feed.ts';
import { groupTextOf } from './notification-group-text.ts';
import { countSubjects, type NotificationGroup } from './notification-groups.ts';
import { messageOf, senderOf, subjectOf } from './notification-text.ts';
import { notificationsStrings as strings } from './notifications.strings.ts';
import type { Notifications } from './use-notifications.ts';

const TOAST: ToastOptions = { place: 'top', durationMs: NOTIFICATION_PAGE_TOAST_MS };

/** Whether notifications of this type open the list of appeals. */
const isOfAppeal = (type: string): boolean => type.includes('appeal');

/** The types of notifications that open a report. */
const TYPES_OF_REPORTS: readonly string[] = [
  'new_report',
  ...REMINDER_TYPES.filter((type) => !isOfAppeal(type)),
  ...ASSIGNMENT_NOTIFICATION_TYPES,
  MENTION_NOTIFICATION_TYPE,
];

const ALL = {
  markRead: { id: 'notifications.markAllRead', label: strings.markAllRead, group: 'decide', icon: CheckCheck },
  remove: {
    id: 'notifications.removeAll',
    label: strings.deleteAll,
    group: 'decide',
    icon: Trash2,
    isDangerous: true,
  },
} as const satisfies Record<string, ActionDefinition>;

/** Deletes one notification, or a group of them. */
export function removeAction(group: NotificationGroup) {
  const { newest, items } = group;
  const count = formatNumber(items.length);
  const label = (): string => {
    if (items.length === 1) return strings.delete(senderOf(newest));
    return countSubjects(group) > 1
      ? strings.deleteReminders(groupTextOf(group))
      : strings.deleteGroup(count, subjectOf(newest));
  };
  return {
    id: 'notifications.remove',
    label: label(),
    group: 'decide',
    icon: Trash2,
    isDangerous: true,
  } as const satisfies ActionDefinition;
}

export interface NotificationActions {
  /** Marks a row as read, and opens the report or profile that its newest is of, the list of its many subjects, or the appeals that wait. */
  open(group: NotificationGroup): void;
  /** @returns whether it has been removed */
  remove(group: NotificationGroup): Promise<boolean>;
  /** The actions on all notifications. */
  readonly all: readonly Action[];
}

/** The actions on notifications. Without an administrator's id they do nothing (specification, section 5). */
export function useNotificationActions({ view, feed }: Notifications): NotificationActions {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [isBusy, setIsBusy] = useState(false);

  const usable = (): NotificationFeed | undefined => (session.get()?.adminId === undefined ? undefined : feed);

  /**
   * Runs an action and shows its outcome.
   * @returns whether it succeeded
   */
  async function attempt(work: () => Promise<void>, failed: string, done?: string): Promise<boolean> {
    try {
      await work();
      if (done !== undefined) toast.success(done, TOAST);
      return true;
    } catch (error) {
      // Without a session the guard already redirects.
      if (!isUnauthorized(error)) toast.error(error instanceof ApiError ? failed : strings.handleFailed, TOAST);
      return false;
    }
  }

  async function attemptAll(work: () => Promise<void>, failed: string, done: string): Promise<void> {
    setIsBusy(true);
    try {
      await attempt(work, failed, done);
    } finally {
      setIsBusy(false);
    }
  }

  function markAllRead(): void {
    const usableFeed = usable();
    if (!usableFeed) return;
    void attemptAll(() => usableFeed.setAllRead(), strings.readFailed, strings.markedAllRead);
  }

  async function removeAll(): Promise<void> {
    const usableFeed = usable();
    if (!usableFeed) return;
    const count = formatNumber(view.notifications.length);
    const confirmed = await confirm({
      title: strings.confirmTitle,
      message: view.hasMore ? strings.confirmDeleteMany(count) : strings.confirmDeleteAll(count),
      confirmLabel: strings.confirmAllLabel,
      tone: 'danger',
    });
    if (confirmed) await attemptAll(() => usableFeed.removeAll(), strings.deleteAllFailed, strings.deletedAll);
  }

  const all = useActions([
    { ...ALL.markRead, when: view.unread > 0 && !isBusy, run: markAllRead },
    { ...ALL.remove, when: view.notifications.length > 0 && !isBusy, run: () => void removeAll() },
  ]);
  return {
    all,

    open(group) {
      const { newest, items } = group;
      const { _id, read, type, reports, userId } = newest;
      const usableFeed = usable();
      if (!usableFeed) return;
      if (!read) {
        const ids = items.map((item) => item._id);
        const setRead = () => (ids.length === 1 ? usableFeed.setRead(_id) : usableFeed.setSomeRead(ids));
        void attempt(setRead, strings.readFailed);
      }
      if (isOfAppeal(type)) return void navigate('/admin/appeals');
      if (!TYPES_OF_REPORTS.includes(type)) return;
      if (countSubjects(group) > 1)
        return void navigate(type === 'report_half_due' ? queueLinks.mine : queueLinks.overdue);
      if (reports) void navigate(`/admin/reports/${encodeURIComponent(reports)}`);
      else if (userId) void navigate(`/admin/users/${encodeURIComponent(userId)}`);
      else toast.error(strings.openFailed, TOAST);
    },

    async remove(group) {
      const { newest, items } = group;
      const count = formatNumber(items.length);
      const isGroup = items.length > 1;
      const usableFeed = usable();
      if (!usableFeed) return false;
      const confirmed = await confirm({
        title: strings.confirmTitle,
        message: (
          <>
            <p>{isGroup ? strings.confirmDeleteGroup(count) : strings.confirmDelete}</p>
            <p className="mt-2 text-ink">
              <bdi>{senderOf(newest)}</bdi> · {isGroup ? groupTextOf(group) : messageOf(newest)}
            </p>
          </>
        ),
        confirmLabel: strings.confirmLabel,
        tone: 'danger',
      });
      if (!confirmed) return false;
      const ids = items.map(({ _id }) => _id);
      return isGroup
        ? attempt(() => usableFeed.removeSome(ids), strings.deleteFailed, strings.deletedGroup(count))
        : attempt(() => usableFeed.remove(newest._id), strings.deleteFailed, strings.deleted);
    },
  };
}
