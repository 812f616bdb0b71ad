import { NOTIFICATIONS_PER_CALL_MAX } from '@hai-dang/contract/constants.ts';
import {
  deleteNotifications,
  markNotificationsRead,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import { callEndpoint } from '../lib/api-client.ts';

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
