import { getPreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import { NOTIFICATIONS_PER_CALL_MAX } from '@hai-dang/contract/constants.ts';
import {
  deleteAllNotifications,
  deleteNotification,
  deleteNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationsRead,
  createFirebaseToken as signFirebaseToken,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import type { NotificationPage } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { ApiError, orNull } from '../lib/api-error.ts';

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

const chunksOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / NOTIFICATIONS_PER_CALL_MAX) }, (_, index) =>
    ids.slice(index * NOTIFICATIONS_PER_CALL_MAX, (index + 1) * NOTIFICATIONS_PER_CALL_MAX),
  );

/** @throws ApiError */
export async function markSomeRead(ids: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(ids)) await callEndpoint(markNotificationsRead, { body: { ids: chunk } });
}

/** @throws ApiError */
export async function removeSomeNotifications(ids: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(ids)) await callEndpoint(deleteNotifications, { body: { ids: chunk } });
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
 * Whether the server can send e-mail; null where it does not say.
 * @throws ApiError
 */
export async function fetchIsEmailAvailable(signal: AbortSignal): Promise<boolean | null> {
  return (await orNull(callEndpoint(getPreferences, { signal })))?.isEmailAvailable ?? null;
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
