import { NOTIFICATION_EVENTS_MAX, UNREAD_COUNT_CAP } from '@hai-dang/contract/constants.ts';
import {
  notificationAdded,
  notificationChanged,
  notificationRemoved,
  notificationsCleared,
} from '@hai-dang/contract/notifications/notifications.events.ts';
import type {
  AssignmentNotificationType,
  ListNotificationsBody,
  MENTION_NOTIFICATION_TYPE,
  NotificationPage,
  NotificationType,
  ReminderType,
} from '@hai-dang/contract/notifications/notifications.schema.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { newId } from '../lib/ids.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import type { MintFirebaseToken } from './firebase.ts';
import { toNotification, toNotificationContent } from './notifications.mapper.ts';
import { type NotificationRow, notificationsStore } from './notifications.store.ts';
import type { Outbox } from './outbox.service.ts';

/** The message of each type (specification, section 2, Notifications), for clients that show it as it is. */
const MESSAGES = {
  new_report: 'Có báo cáo mới cần xử lý',
  new_appeal: 'Có khiếu nại mới cần xử lý',
} as const satisfies Partial<Record<NotificationType, string>>;

const SYSTEM_NAME = 'Hệ thống';

/** An administrator may have a million; one statement for all of them would exceed its timeout. */
const CHANGE_BATCH_SIZE = 5_000;

interface NotificationsServiceNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  /** Null where notifications are in our own tables alone. */
  outbox: Pick<Outbox, 'add'> | null;
  audit: AuditService;
  publisher: Publisher;
  clock: Clock;
  /** Null where notifications are not stored in Firebase. */
  mintFirebaseToken: MintFirebaseToken | null;
}

/** What a notification says of a new report or objection. */
export interface Announcement {
  type?: keyof typeof MESSAGES;
  /** Null for an objection. */
  reportId: string | null;
  /** The objection that it announces. */
  appealId?: string;
  /** Whose profile it leads to, where it is about no report. */
  userId?: string;
  senderName: string | null;
  senderAvatar: string | null;
}

/** What one administrator is notified of. */
export interface OwnAnnouncement extends Omit<Announcement, 'type'> {
  type: NotificationType | AssignmentNotificationType | typeof MENTION_NOTIFICATION_TYPE;
  message: string;
}

/** By when a report is to be decided. */
export interface ReportReminder {
  type: ReminderType;
  reportId: string;
  message: string;
}

/** Each administrator's own notifications (specification, sections 2, 3 and 6). */
export function createNotificationsService(needs: NotificationsServiceNeeds) {
  const { outbox, audit, publisher, clock, mintFirebaseToken } = needs;
  const { db, transact } = needs.database;

  /** @throws {DomainError} NOTIFICATION_NOT_FOUND, also for one of another administrator */
  async function lockOwn(tx: Tx, id: string, { id: adminId }: Caller): Promise<NotificationRow> {
    const row = await notificationsStore.findForUpdate(tx, adminId, id);
    if (!row) throw new DomainError('NOTIFICATION_NOT_FOUND');
    return row;
  }

  async function enqueueSync(tx: Tx, adminId: string, ids: readonly string[]): Promise<void> {
    await outbox?.add(
      tx,
      ids.map((notificationId) => ({ adminId, notificationId })),
    );
  }

  /** @returns how many there were */
  async function deleteAllOf(tx: Tx, adminId: string): Promise<number> {
    let count = 0;
    for (;;) {
      const ids = await notificationsStore.deleteNewest(tx, adminId, CHANGE_BATCH_SIZE);
      if (ids.length === 0) return count;
      await enqueueSync(tx, adminId, ids);
      count += ids.length;
    }
  }

  /** @param adminId the recipient; null for every administrator */
  async function insert(
    tx: Tx,
    announced: Omit<OwnAnnouncement, 'type'> & { type: string },
    adminId: string | null,
  ): Promise<void> {
    const { senderAvatar: senderAvatarUrl, ...rest } = announced;
    const notification = { ...rest, senderAvatarUrl, timestampId: newId(), createdAt: clock.now() };
    const rows = await notificationsStore.insertForAdministrators(tx, notification, adminId);
    await outbox?.add(
      tx,
      rows.map((row) => ({ adminId: row.admin_id, notificationId: row.id })),
    );
    afterCommit(tx, () => {
      for (const row of rows) {
        publisher.toAccount(row.admin_id, notificationAdded, { id: row.id, notification: toNotification(row) });
      }
    });
  }

  const publishChanged = (row: NotificationRow) =>
    publisher.toAccount(row.admin_id, notificationChanged, { id: row.id, notification: toNotification(row) });

  async function markReadOf(
    tx: Tx,
    column: 'report_id' | 'appeal_id',
    what: { ids: readonly string[]; adminId: string | null },
  ): Promise<void> {
    const published = new Map<string, NotificationRow[]>();
    for (;;) {
      const rows = await notificationsStore.markReadOf(tx, column, what, CHANGE_BATCH_SIZE);
      if (rows.length === 0) break;
      await outbox?.add(
        tx,
        rows.map((row) => ({ adminId: row.admin_id, notificationId: row.id })),
      );
      for (const row of rows.toSorted(newestFirst)) {
        const ofAdmin = published.get(row.admin_id) ?? [];
        // A client that receives this many at once refetches its list.
        if (ofAdmin.length < NOTIFICATION_EVENTS_MAX) published.set(row.admin_id, [...ofAdmin, row]);
      }
    }
    afterCommit(tx, () => [...published.values()].flat().forEach(publishChanged));
  }

  return {
    /**
     * What an administrator's browser signs in to Firebase with.
     * @returns null where there is no Firebase to sign in to
     */
    createFirebaseToken: async ({ id }: Caller): Promise<string | null> =>
      mintFirebaseToken ? await mintFirebaseToken(id) : null,

    /** A page of the caller's own, newest first, with the number of unread ones. */
    async listNotifications(
      { page, limit, before }: ListNotificationsBody,
      { id: adminId }: Caller,
    ): Promise<NotificationPage> {
      const [rows, unreadCount] = await Promise.all([
        // One row more than the limit shows whether there is a next page.
        notificationsStore.findPage(db, {
          adminId,
          limit: limit + 1,
          offset: (page - 1) * limit,
          before: before ?? null,
        }),
        notificationsStore.countUnreadUpTo(db, adminId, UNREAD_COUNT_CAP),
      ]);
      return {
        notifications: rows.slice(0, limit).map(toNotification),
        pagination: { currentPage: page, limit, hasMore: rows.length > limit },
        unreadCount,
      };
    },

    /** @returns at most UNREAD_COUNT_CAP */
    countUnreadNotifications: ({ id }: Caller): Promise<number> =>
      notificationsStore.countUnreadUpTo(db, id, UNREAD_COUNT_CAP),

    /**
     * Marks one of the caller's own as read. A repeat changes nothing and records no second audit entry.
     * @throws {DomainError} NOTIFICATION_NOT_FOUND
     */
    markNotificationRead: (id: string, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const row = await lockOwn(tx, id, caller);
        if (row.is_read) return;
        await notificationsStore.markRead(tx, id);
        await enqueueSync(tx, caller.id, [id]);
        await audit.record(tx, {
          action: 'notification.read',
          actor: caller,
          target: targetOf(row),
          before: { read: false },
          after: { read: true },
          context,
        });
        afterCommit(tx, () => publishChanged({ ...row, is_read: true }));
      }),

    /** Marks all of the caller's own as read; idempotent like marking one. */
    markAllNotificationsRead: (caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const newest = await notificationsStore.markNewestRead(tx, caller.id, CHANGE_BATCH_SIZE);
        let count = 0;
        let rows = newest;
        while (rows.length > 0) {
          count += rows.length;
          await enqueueSync(
            tx,
            caller.id,
            rows.map(({ id }) => id),
          );
          rows = await notificationsStore.markNewestRead(tx, caller.id, CHANGE_BATCH_SIZE);
        }
        if (count === 0) return;
        await audit.record(tx, { action: 'notification.read_all', actor: caller, after: { count }, context });
        const published = newest.toSorted(newestFirst).slice(0, NOTIFICATION_EVENTS_MAX);
        afterCommit(tx, () => published.forEach(publishChanged));
      }),

    /**
     * Marks the notifications of these reports as read: they are decided.
     * @param tx the transaction that decides the reports; its audit entries cover this change, too
     * @param adminId the recipient; null for every administrator
     */
    markReportsRead: (tx: Tx, reportIds: readonly string[], adminId: string | null): Promise<void> =>
      markReadOf(tx, 'report_id', { ids: reportIds, adminId }),

    /**
     * Marks the notifications of these objections as read at every administrator: they have ended.
     * @param tx the transaction that ends them
     */
    markAppealsRead: (tx: Tx, appealIds: readonly string[]): Promise<void> =>
      markReadOf(tx, 'appeal_id', { ids: appealIds, adminId: null }),

    /**
     * Deletes one of the caller's own.
     * @throws {DomainError} NOTIFICATION_NOT_FOUND
     */
    deleteNotification: (id: string, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const row = await lockOwn(tx, id, caller);
        await notificationsStore.delete(tx, id);
        await enqueueSync(tx, caller.id, [id]);
        await audit.record(tx, {
          action: 'notification.delete',
          actor: caller,
          target: targetOf(row),
          before: toNotificationContent(row),
          context,
        });
        afterCommit(tx, () => publisher.toAccount(caller.id, notificationRemoved, { id }));
      }),

    /** Deletes all of the caller's own. A repeat changes nothing and records no second audit entry. */
    deleteAllNotifications: (caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const count = await deleteAllOf(tx, caller.id);
        if (count === 0) return;
        await audit.record(tx, { action: 'notification.delete_all', actor: caller, before: { count }, context });
        afterCommit(tx, () => publisher.toAccount(caller.id, notificationsCleared, {}));
      }),

    /**
     * Purges up to `most` that an account has, in a step of the job that deletes it; the sink gets the change too.
     * @returns false where none was left
     */
    async purgeSomeOf(tx: Tx, accountId: string, most: number): Promise<boolean> {
      const ids = await notificationsStore.deleteNewest(tx, accountId, most);
      await enqueueSync(tx, accountId, ids);
      return ids.length > 0;
    },

    /**
     * Notifies every administrator who can sign in of a new report or objection.
     * @param tx the transaction that stores it
     */
    notifyAdmins: (tx: Tx, { type = 'new_report', ...announced }: Announcement): Promise<void> =>
      insert(tx, { ...announced, type, message: MESSAGES[type] }, null),

    /**
     * Notifies one administrator of what a colleague did with a report; somebody who cannot sign in is not.
     * @param tx the transaction that does it
     */
    notifyAdmin: (tx: Tx, adminId: string, announced: OwnAnnouncement): Promise<void> => insert(tx, announced, adminId),

    /**
     * Reminds every administrator who can sign in, or only one, of a report that is due.
     * @param tx the transaction that remembers the reminder
     * @param adminId null for all
     */
    remindAdmins: (tx: Tx, adminId: string | null, reminder: ReportReminder): Promise<void> =>
      insert(tx, { ...reminder, senderName: null, senderAvatar: null }, adminId),
  };
}
export type NotificationsService = ReturnType<typeof createNotificationsService>;

const targetOf = (row: NotificationRow) => ({
  type: 'notification' as const,
  id: row.id,
  name: `${row.sender_name ?? SYSTEM_NAME} · ${row.message ?? row.type}`,
});

const newestFirst = (a: NotificationRow, b: NotificationRow): number => (a.id < b.id ? 1 : -1);
