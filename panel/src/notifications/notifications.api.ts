import {
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  createFirebaseToken as signFirebaseToken,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import type { NotificationPage } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';

/**
 * The newest notifications, or those before one.
 * @throws ApiError
 */
export async function fetchNotifications(limit: number, before?: string): Promise<NotificationPage> {
  const body = { limit, ...(before !== undefined && { before }) };
  return (await callEndpoint(listNotifications, { body })).data;
}

/** @throws ApiError */
export async function markRead(id: string): Promise<void> {
  await callEndpoint(markNotificationRead, { params: { id } });
}

/** @throws ApiError */
export async function markAllRead(): Promise<void> {
  await callEndpoint(markAllNotificationsRead);
}

/** @throws ApiError */
export async function removeNotification(id: string): Promise<void> {
  await callEndpoint(deleteNotification, { params: { id } });
}

/** @throws ApiError */
export async function removeAllNotifications(): Promise<void> {
  await callEndpoint(deleteAllNotifications);
}

/**
 * The custom token of this browser's Firebase sign-in.
 * @throws ApiError, also where the server does not use Firebase
 */
export async function createFirebaseToken(): Promise<string> {
  const { token } = (await callEndpoint(signFirebaseToken)).data;
  if (token === null) throw new ApiError({ status: 0, code: 'FIREBASE_NOT_SET_UP' });
  return token;
}
