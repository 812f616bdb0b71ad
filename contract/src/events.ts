import * as auth from './auth/auth.events.ts';
import * as chat from './chat/chat.events.ts';
import type { KeyedEvent, SocketEvent } from './lib/event.ts';
import * as appeals from './moderation/appeals.events.ts';
import * as assignments from './moderation/assignments.events.ts';
import * as letters from './moderation/letters.events.ts';
import * as notes from './moderation/notes.events.ts';
import * as policies from './moderation/policies.events.ts';
import * as settings from './moderation/settings.events.ts';
import * as notifications from './notifications/notifications.events.ts';
import * as reports from './reports/reports.events.ts';

/** Each module exports events alone. */
const modules: Record<string, SocketEvent | KeyedEvent>[] = [
  auth,
  notifications,
  reports,
  chat,
  policies,
  settings,
  appeals,
  assignments,
  notes,
  letters,
];
const stated = modules.flatMap((module) => Object.values(module));

/** Every socket event of the wire contract. The server is not built without a handler for each it receives. */
export const events: readonly SocketEvent[] = stated.filter((event) => 'direction' in event);

/** Every event of the wire contract whose name ends with a key that the client chose. */
export const keyedEvents: readonly KeyedEvent[] = stated.filter((event) => 'key' in event);
