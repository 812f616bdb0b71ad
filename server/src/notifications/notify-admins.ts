import { notificationAdded } from '@hai-dang/contract/notifications/notifications.events.ts';
import type {
  AssignmentNotificationType,
  MENTION_NOTIFICATION_TYPE,
  NotificationType,
  ReminderType,
} from '@hai-dang/contract/notifications/notifications.schema.ts';
import type { AppTx } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { announce } from './announcements.ts';
import { toNotification } from './notifications.mapper.ts';
import { type NotificationAbout, notificationsStore } from './notifications.store.ts';
import { addOwn } from './outbox.ts';

/** The message of each type (specification, section 2, Notifications), for clients that show it as it is. */
const MESSAGES = {
  new_report: 'Có báo cáo mới cần xử lý',
  new_appeal: 'Có khiếu nại mới cần xử lý',
} as const satisfies Partial<Record<NotificationType, string>>;

/** The content of a notification of a new report or appeal. */
export interface Announcement {
  type?: keyof typeof MESSAGES;
  /** Null for an appeal. */
  reportId: string | null;
  /** The appeal that it announces. */
  appealId?: string;
  /** The account whose profile it leads to, where it is about no report. */
  userId?: string;
  senderName: string | null;
  senderAvatar: string | null;
  about?: NotificationAbout;
}

/** The content of a notification of one administrator. */
export interface OwnAnnouncement extends Omit<Announcement, 'type'> {
  type: NotificationType | AssignmentNotificationType | typeof MENTION_NOTIFICATION_TYPE | ReminderType;
  message: string;
}

/** A reminder of the time by which a report or appeal is to be decided. */
export interface Reminder {
  type: ReminderType;
  /** Null for an appeal. */
  reportId: string | null;
  appealId?: string;
  about?: NotificationAbout;
  message: string;
}

const toNew = ({ clock }: AppTx, { senderAvatar, ...rest }: OwnAnnouncement) => ({
  ...rest,
  senderAvatarUrl: senderAvatar,
  createdAt: clock.now(),
});

/**
 * Notifies every administrator of a new report or appeal.
 * @param ctx of the transaction that stores it
 */
export const notifyAdmins = (ctx: AppTx, { type = 'new_report', ...announced }: Announcement): Promise<void> =>
  announce(ctx, toNew(ctx, { ...announced, type, message: MESSAGES[type] }));

/**
 * Notifies one administrator; somebody who cannot sign in is not.
 * @param ctx of the transaction that makes the change
 */
export async function notifyAdmin(ctx: AppTx, adminId: string, announced: OwnAnnouncement): Promise<void> {
  const { tx, publisher } = ctx;
  if (!(await notificationsStore.lockAdministrator(tx, adminId))) return;
  const row = await notificationsStore.insert(tx, adminId, toNew(ctx, announced));
  await addOwn(ctx, adminId, [row.id]);
  afterCommit(tx, () =>
    publisher.toAccount(adminId, notificationAdded, { id: row.id, notification: toNotification(row) }),
  );
}

/**
 * Reminds every administrator, or only one who can sign in, of a report or appeal that is due.
 * @param ctx of the transaction that remembers the reminder
 * @param adminId null for all
 */
export async function remindAdmins(ctx: AppTx, adminId: string | null, reminder: Reminder): Promise<void> {
  const announced = { ...reminder, senderName: null, senderAvatar: null };
  if (adminId === null) await announce(ctx, toNew(ctx, announced));
  else await notifyAdmin(ctx, adminId, announced);
}
