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
import type { Publisher } from '../lib/realtime/publisher.ts';
import { createAnnouncements } from './announcements.service.ts';
import { announcementsStore } from './announcements.store.ts';
import type { MintFirebaseToken } from './firebase.ts';
import { newestFirst, toNotification, toNotificationContent } from './notifications.mapper.ts';
import {
  type ListedNotification,
  type NotificationAbout,
  type NotificationContentRow,
  notificationsStore,
} from './notifications.store.ts';
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
  outbox: Pick<Outbox, 'add' | 'addAnnouncements' | 'addAnnouncementsForAll' | 'addAnnouncementsFrom'> | null;
  audit: AuditService;
  publisher: Publisher;
  clock: Clock;
  /** Null where notifications are not stored in Firebase. */
  mintFirebaseToken: MintFirebaseToken | null;
}

/** What a notification says of a new report or appeal. */
export interface Announcement {
  type?: keyof typeof MESSAGES;
  /** Null for an appeal. */
  reportId: string | null;
  /** The appeal that it announces. */
  appealId?: string;
  /** Whose profile it leads to, where it is about no report. */
  userId?: string;
  senderName: string | null;
  senderAvatar: string | null;
  about?: NotificationAbout;
}

/** What one administrator is notified of. */
export interface OwnAnnouncement extends Omit<Announcement, 'type'> {
  type: NotificationType | AssignmentNotificationType | typeof MENTION_NOTIFICATION_TYPE;
  message: string;
}

/** By when a report or appeal is to be decided. */
export interface Reminder {
  type: ReminderType;
  /** Null for an appeal. */
  reportId: string | null;
  appealId?: string;
  about?: NotificationAbout;
  message: string;
}

/**
 * Administrators' notifications (specification, sections 2, 3 and 6): those of one alone, and the announcements, which all
 * share.
 */
export function createNotificationsService(needs: NotificationsServiceNeeds) {
  const { outbox, audit, publisher, clock, mintFirebaseToken } = needs;
  const { db, transact } = needs.database;
  const announcements = createAnnouncements({ outbox, publisher });

  /** @throws {DomainError} NOTIFICATION_NOT_FOUND, also for one of another administrator */
  async function lockOwn(tx: Tx, id: string, { id: adminId }: Caller): Promise<ListedNotification> {
    const own = await notificationsStore.findForUpdate(tx, adminId, id);
    if (own) return { ...own, is_announcement: false };
    const announcement = await announcements.lock(tx, adminId, id);
    if (!announcement) throw new DomainError('NOTIFICATION_NOT_FOUND');
    return announcement;
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

  const toNew = ({ senderAvatar, ...rest }: Omit<OwnAnnouncement, 'type'> & { type: string }) => ({
    ...rest,
    senderAvatarUrl: senderAvatar,
    createdAt: clock.now(),
  });

  /** Notifies one administrator; somebody who cannot sign in is not. */
  async function insertOwn(
    tx: Tx,
    adminId: string,
    announced: Omit<OwnAnnouncement, 'type'> & { type: string },
  ): Promise<void> {
    if (!(await notificationsStore.lockAdministrator(tx, adminId))) return;
    const row = await notificationsStore.insert(tx, adminId, toNew(announced));
    await enqueueSync(tx, adminId, [row.id]);
    afterCommit(tx, () =>
      publisher.toAccount(adminId, notificationAdded, { id: row.id, notification: toNotification(row) }),
    );
  }

  const publishChanged = (adminId: string, row: NotificationContentRow) =>
    publisher.toAccount(adminId, notificationChanged, { id: row.id, notification: toNotification(row) });

  /** Of very many changed at once the newest: a client that receives this many refetches its list. */
  const newestOf = (rows: readonly NotificationContentRow[]) =>
    rows.toSorted(newestFirst).slice(0, NOTIFICATION_EVENTS_MAX);

  /** @param adminId null for every administrator */
  async function markReadOf(
    tx: Tx,
    column: 'report_id' | 'appeal_id',
    { ids, adminId }: { ids: readonly string[]; adminId: string | null },
  ): Promise<void> {
    const changed = new Map<string, NotificationContentRow[]>();
    const add = (recipient: string, rows: readonly NotificationContentRow[]) =>
      changed.set(recipient, newestOf([...(changed.get(recipient) ?? []), ...rows]));
    for (;;) {
      const rows = await notificationsStore.markReadOf(tx, column, { ids, adminId }, CHANGE_BATCH_SIZE);
      if (rows.length === 0) break;
      await outbox?.add(
        tx,
        rows.map((row) => ({ adminId: row.admin_id, notificationId: row.id })),
      );
      for (const [recipient, own] of Map.groupBy(rows, (row) => row.admin_id)) add(recipient, own);
    }
    // After their own, as in every other change.
    if (adminId === null) await announcements.handle(tx, column, ids);
    else add(adminId, await announcements.markReadOf(tx, column, { ids, adminId }));
    afterCommit(tx, () => {
      for (const [recipient, rows] of changed) for (const row of rows) publishChanged(recipient, row);
    });
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
        announcementsStore.findPage(db, {
          adminId,
          limit: limit + 1,
          offset: (page - 1) * limit,
          before: before ?? null,
        }),
        announcementsStore.countUnreadUpTo(db, adminId, UNREAD_COUNT_CAP),
      ]);
      return {
        notifications: rows.slice(0, limit).map(toNotification),
        pagination: { currentPage: page, limit, hasMore: rows.length > limit },
        unreadCount,
      };
    },

    /** @returns at most UNREAD_COUNT_CAP */
    countUnreadNotifications: ({ id }: Caller): Promise<number> =>
      announcementsStore.countUnreadUpTo(db, id, UNREAD_COUNT_CAP),

    /**
     * Marks one of the caller's own as read. A repeat changes nothing and records no second audit entry.
     * @throws {DomainError} NOTIFICATION_NOT_FOUND
     */
    markNotificationRead: (id: string, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const row = await lockOwn(tx, id, caller);
        if (row.is_read) return;
        if (row.is_announcement) await announcements.markSomeRead(tx, caller.id, [id]);
        else {
          await notificationsStore.markRead(tx, id);
          await enqueueSync(tx, caller.id, [id]);
        }
        await audit.record(tx, {
          action: 'notification.read',
          actor: caller,
          target: targetOf(row),
          before: { read: false },
          after: { read: true },
          context,
        });
        afterCommit(tx, () => publishChanged(caller.id, { ...row, is_read: true }));
      }),

    /** Marks these of the caller's own as read; those that are no more, or somebody else's, are left out. */
    markNotificationsRead: (ids: readonly string[], caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const own = await notificationsStore.markSomeRead(tx, caller.id, ids);
        const rows = [...own, ...(await announcements.markSomeRead(tx, caller.id, ids))];
        if (rows.length === 0) return;
        await enqueueSync(
          tx,
          caller.id,
          own.map(({ id }) => id),
        );
        await audit.record(tx, {
          action: 'notification.read_some',
          actor: caller,
          after: { count: rows.length },
          context,
        });
        afterCommit(tx, () => {
          for (const row of newestOf(rows)) publishChanged(caller.id, row);
        });
      }),

    /** Deletes these of the caller's own, in the same way. */
    deleteNotifications: (ids: readonly string[], caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const own = await notificationsStore.deleteSome(tx, caller.id, ids);
        const deleted = [...own, ...(await announcements.deleteSome(tx, caller.id, ids))];
        if (deleted.length === 0) return;
        await enqueueSync(tx, caller.id, own);
        await audit.record(tx, {
          action: 'notification.delete_some',
          actor: caller,
          before: { count: deleted.length },
          context,
        });
        afterCommit(tx, () => {
          for (const id of deleted) publisher.toAccount(caller.id, notificationRemoved, { id });
        });
      }),

    /** Marks all of the caller's own as read; idempotent like marking one. */
    markAllNotificationsRead: (caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const newest = await notificationsStore.markNewestRead(tx, caller.id, CHANGE_BATCH_SIZE);
        let rows = newest;
        let own = 0;
        while (rows.length > 0) {
          own += rows.length;
          await enqueueSync(
            tx,
            caller.id,
            rows.map(({ id }) => id),
          );
          rows = await notificationsStore.markNewestRead(tx, caller.id, CHANGE_BATCH_SIZE);
        }
        const announced = await announcements.markAllRead(tx, caller.id);
        const count = own + announced.count;
        if (count === 0) return;
        await audit.record(tx, { action: 'notification.read_all', actor: caller, after: { count }, context });
        afterCommit(tx, () => {
          for (const row of newestOf([...newest, ...announced.newest])) publishChanged(caller.id, row);
        });
      }),

    /**
     * Marks the notifications of these reports as read: they are decided.
     * @param tx the transaction that decides the reports; its audit entries cover this change, too
     * @param adminId the recipient; null for every administrator
     */
    markReportsRead: (tx: Tx, reportIds: readonly string[], adminId: string | null): Promise<void> =>
      markReadOf(tx, 'report_id', { ids: reportIds, adminId }),

    /**
     * Marks the notifications of these appeals as read at every administrator: they have ended.
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
        if (row.is_announcement) await announcements.deleteSome(tx, caller.id, [id]);
        else {
          await notificationsStore.delete(tx, id);
          await enqueueSync(tx, caller.id, [id]);
        }
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
        const own = await deleteAllOf(tx, caller.id);
        const count = own + (await announcements.deleteAll(tx, caller.id));
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
      return ids.length > 0 || announcements.purgeSomeOf(tx, accountId, most);
    },

    /**
     * Notifies every administrator of a new report or appeal.
     * @param tx the transaction that stores it
     */
    notifyAdmins: (tx: Tx, { type = 'new_report', ...announced }: Announcement): Promise<void> =>
      announcements.announce(tx, toNew({ ...announced, type, message: MESSAGES[type] })),

    /**
     * Notifies one administrator of what a colleague did with a report; somebody who cannot sign in is not.
     * @param tx the transaction that does it
     */
    notifyAdmin: (tx: Tx, adminId: string, announced: OwnAnnouncement): Promise<void> =>
      insertOwn(tx, adminId, announced),

    /**
     * Reminds every administrator, or only one who can sign in, of a report or appeal that is due.
     * @param tx the transaction that remembers the reminder
     * @param adminId null for all
     */
    async remindAdmins(tx: Tx, adminId: string | null, reminder: Reminder): Promise<void> {
      const announced = { ...reminder, senderName: null, senderAvatar: null };
      if (adminId === null) await announcements.announce(tx, toNew(announced));
      else await insertOwn(tx, adminId, announced);
    },
  };
}
export type NotificationsService = ReturnType<typeof createNotificationsService>;

const targetOf = (row: NotificationContentRow) => ({
  type: 'notification' as const,
  id: row.id,
  name: `${row.sender_name ?? SYSTEM_NAME} · ${row.message ?? row.type}`,
});
