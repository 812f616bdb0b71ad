import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';
import { idSchema } from '../lib/fields.ts';
import { notificationSchema } from './notifications.schema.ts';

const oneNotificationSchema = z.object({ id: idSchema, notification: notificationSchema });

/** Sent to one administrator, or to all of them. */
export const notificationAdded = defineEvent({
  name: 'notification_added',
  direction: 'toClient',
  audience: 'any',
  summary: 'There is a new notification',
  payload: oneNotificationSchema,
});

/** Sent to one administrator, or to all of them: some may have deleted it. */
export const notificationChanged = defineEvent({
  name: 'notification_changed',
  direction: 'toClient',
  audience: 'any',
  summary: 'A notification has changed, for instance been read',
  payload: oneNotificationSchema,
});

export const notificationRemoved = defineEvent({
  name: 'notification_removed',
  direction: 'toClient',
  audience: 'account',
  summary: 'A notification has been deleted',
  payload: z.object({ id: idSchema }),
});

export const notificationsCleared = defineEvent({
  name: 'notifications_cleared',
  direction: 'toClient',
  audience: 'account',
  summary: 'All notifications have been deleted; read the list again, as one that came meanwhile is still there',
  payload: z.object({}),
});
