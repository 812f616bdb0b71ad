import { expect } from 'vitest';
import { insertAdmin, insertNotification } from '../testing/factories.ts';
import type { Sample, Samples, SampleTarget } from '../testing/sample.ts';

const ofOwnNotification = async ({
  database: { db },
}: SampleTarget): Promise<Required<Pick<Sample, 'params' | 'callerId'>>> => {
  const { id: callerId } = await insertAdmin(db);
  return { params: { id: (await insertNotification(db, callerId)).id }, callerId };
};
const ofOwnNotifications = async (target: SampleTarget): Promise<Sample> => ({
  callerId: (await ofOwnNotification(target)).callerId,
});

const ofSomeNotifications = async ({ database: { db } }: SampleTarget): Promise<Sample> => {
  const { id: callerId } = await insertAdmin(db);
  const ids = [await insertNotification(db, callerId), await insertNotification(db, callerId)].map(({ id }) => id);
  return { body: { ids }, callerId };
};

const NOTIFICATION = {
  id: 'n1',
  notification: {
    _id: 'n1',
    type: 'new_report',
    reports: 'r1',
    read: false,
    createdAt: 1,
    senderName: 'Lan',
    senderAvatar: null,
    message: null,
  },
};

export const notificationsSamples: Samples = {
  endpoints: {
    listNotifications: async () => ({ body: { limit: 5 } }),
    countUnreadNotifications: async () => ({}),
    markAllNotificationsRead: ofOwnNotifications,
    markNotificationRead: ofOwnNotification,
    deleteNotification: ofOwnNotification,
    deleteAllNotifications: ofOwnNotifications,
    markNotificationsRead: ofSomeNotifications,
    deleteNotifications: ofSomeNotifications,
    createFirebaseToken: async () => ({}),
  },
  events: {
    notification_added: () => NOTIFICATION,
    notification_changed: () => NOTIFICATION,
    notification_removed: () => ({ id: 'n1' }),
    notifications_cleared: () => ({}),
  },
  audit: {
    markNotificationRead: {
      action: 'notification.read',
      target: 'notification',
      before: { read: false },
      after: { read: true },
      again: 200,
    },
    markAllNotificationsRead: {
      action: 'notification.read_all',
      target: null,
      before: null,
      after: { count: 1 },
      again: 200,
    },
    markNotificationsRead: {
      action: 'notification.read_some',
      target: null,
      before: null,
      after: { count: 2 },
      again: 200,
    },
    deleteNotifications: {
      action: 'notification.delete_some',
      target: null,
      before: { count: 2 },
      after: null,
      again: 200,
    },
    deleteNotification: {
      action: 'notification.delete',
      target: 'notification',
      before: expect.objectContaining({ type: 'new_report', reports: expect.any(String), read: false }),
      after: null,
      again: 404,
    },
    deleteAllNotifications: {
      action: 'notification.delete_all',
      target: null,
      before: { count: 1 },
      after: null,
      again: 200,
    },
  },
};
