import { adminConnected, adminDisconnect } from './auth/auth.events.ts';
import type { SocketEvent } from './lib/event.ts';
import {
  notificationAdded,
  notificationChanged,
  notificationRemoved,
  notificationsCleared,
} from './notifications/notifications.events.ts';
import { casesChanged, reportAdded, reportChanged, reportRemoved } from './reports/reports.events.ts';

/** Every socket event of the wire contract. The server refuses to be built without a handler for each it receives. */
export const events: readonly SocketEvent[] = [
  adminConnected,
  adminDisconnect,
  notificationAdded,
  notificationChanged,
  notificationRemoved,
  notificationsCleared,
  reportAdded,
  reportChanged,
  reportRemoved,
  casesChanged,
];
