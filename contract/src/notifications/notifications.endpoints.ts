import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema, successSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  listNotificationsBodySchema,
  notificationPageSchema,
  someNotificationsBodySchema,
  unreadCountSchema,
} from './notifications.schema.ts';

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  feature: 'notifications',
  method: 'POST',
  path: '/api/admin/notifications',
  access: 'admin',
  summary: "The caller's notifications, newest first",
  mutates: false,
  body: listNotificationsBodySchema,
  response: successSchema(notificationPageSchema),
});

export const countUnreadNotifications = defineEndpoint({
  name: 'countUnreadNotifications',
  feature: 'notifications',
  method: 'POST',
  path: '/api/admin/notifications/unread-count',
  access: 'admin',
  summary: "How many of the caller's notifications are unread",
  mutates: false,
  body: z.object({}),
  response: successSchema(z.object({ unreadCount: unreadCountSchema })),
});

export const markAllNotificationsRead = defineEndpoint({
  name: 'markAllNotificationsRead',
  feature: 'notifications',
  method: 'POST',
  path: '/api/admin/notifications/mark-all-read',
  access: 'admin',
  summary: "Mark all of the caller's notifications as read; idempotent",
  mutates: true,
  body: z.object({}),
  response: acknowledgementSchema,
});

export const markNotificationsRead = defineEndpoint({
  name: 'markNotificationsRead',
  feature: 'notifications',
  method: 'POST',
  path: '/api/admin/notifications/mark-read',
  access: 'admin',
  summary: "Mark these of the caller's notifications as read; idempotent (ours)",
  mutates: true,
  body: someNotificationsBodySchema,
  response: acknowledgementSchema,
});

export const deleteNotifications = defineEndpoint({
  name: 'deleteNotifications',
  feature: 'notifications',
  method: 'POST',
  path: '/api/admin/notifications/delete',
  access: 'admin',
  summary: "Delete these of the caller's notifications; idempotent (ours)",
  mutates: true,
  body: someNotificationsBodySchema,
  response: acknowledgementSchema,
});

export const markNotificationRead = defineEndpoint({
  name: 'markNotificationRead',
  feature: 'notifications',
  method: 'POST',
  path: '/api/admin/notifications/:id/mark-read',
  access: 'admin',
  summary: "Mark one of the caller's notifications as read; idempotent",
  mutates: true,
  params: idParamsSchema,
  body: z.object({}),
  response: acknowledgementSchema,
});

export const deleteNotification = defineEndpoint({
  name: 'deleteNotification',
  feature: 'notifications',
  method: 'DELETE',
  path: '/api/admin/notifications/:id',
  access: 'admin',
  summary: "Delete one of the caller's notifications",
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const deleteAllNotifications = defineEndpoint({
  name: 'deleteAllNotifications',
  feature: 'notifications',
  method: 'DELETE',
  path: '/api/admin/notifications',
  access: 'admin',
  summary: "Delete all of the caller's notifications",
  mutates: true,
  response: acknowledgementSchema,
});

export const createFirebaseToken = defineEndpoint({
  name: 'createFirebaseToken',
  feature: 'notifications',
  method: 'POST',
  path: '/api/admin/notifications/firebase-token',
  access: 'admin',
  summary: "Sign what the caller's browser signs in to Firebase with; null where notifications are not kept there",
  mutates: false,
  body: z.object({}),
  response: successSchema(z.object({ token: z.nullable(z.string()) })),
});
