import * as preferences from './account/preferences.events.ts';
import * as administrators from './administrators/administrators.events.ts';
import * as webhooks from './alerts/webhooks.events.ts';
import * as auth from './auth/auth.events.ts';
import * as chat from './chat/chat.events.ts';
import * as conversations from './chat/conversations.events.ts';
import type { KeyedEvent, SocketEvent } from './lib/event.ts';
import * as appeals from './moderation/appeals.events.ts';
import * as assignments from './moderation/assignments.events.ts';
import * as bulk from './moderation/bulk.events.ts';
import * as letters from './moderation/letters.events.ts';
import * as notes from './moderation/notes.events.ts';
import * as policies from './moderation/policies.events.ts';
import * as recentActions from './moderation/recent-actions.events.ts';
import * as reports from './moderation/reports.events.ts';
import * as settings from './moderation/settings.events.ts';
import * as notifications from './notifications/notifications.events.ts';
import * as savedViews from './saved-views/saved-views.events.ts';

/** Each module exports events alone. */
const modules: Record<string, SocketEvent | KeyedEvent>[] = [
  auth,
  preferences,
  administrators,
  notifications,
  reports,
  chat,
  conversations,
  policies,
  settings,
  appeals,
  assignments,
  notes,
  recentActions,
  bulk,
  letters,
  savedViews,
  webhooks,
];
const stated = modules.flatMap((module) => Object.values(module));

/** Every socket event of the wire contract. The server is not built without a handler for each it receives. */
export const events: readonly SocketEvent[] = stated.filter((event) => 'direction' in event);

/** Every event of the wire contract whose name ends with a key that the client chose. */
export const keyedEvents: readonly KeyedEvent[] = stated.filter((event) => 'key' in event);
