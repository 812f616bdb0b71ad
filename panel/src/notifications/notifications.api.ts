import {
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  createFirebaseToken as signFirebaseToken,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import type { NotificationPage } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { accepted } from '../lib/accepted.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { completeNotificationPage } from './older-backend.ts';

/**
 * The newest, or those before one.
 * @throws ApiError
 */
export async function fetchNotifications(limit: number, before?: string): Promise<NotificationPage> {
  const body = { limit, ...(before !== undefined && { before }) };
  return accepted(await callEndpoint(listNotifications, { body, normalise: completeNotificationPage })).data;
}

/** @throws ApiError */
export async function markRead(id: string): Promise<void> {
  accepted(await callEndpoint(markNotificationRead, { params: { id } }));
}

/** @throws ApiError */
export async function markAllRead(): Promise<void> {
  accepted(await callEndpoint(markAllNotificationsRead));
}

/** @throws ApiError */
export async function removeNotification(id: string): Promise<void> {
  accepted(await callEndpoint(deleteNotification, { params: { id } }));
}

/** @throws ApiError */
export async function removeAllNotifications(): Promise<void> {
  accepted(await callEndpoint(deleteAllNotifications));
}

/**
 * What this browser signs in to Firebase with.
 * @throws ApiError, also where the server keeps no notifications there
 */
export async function createFirebaseToken(): Promise<string> {
  const { token } = accepted(await callEndpoint(signFirebaseToken)).data;
  if (token === null) throw new ApiError({ status: 0, code: 'FIREBASE_NOT_SET_UP' });
  return token;
}
