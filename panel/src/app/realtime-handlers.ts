import type { QueryClient } from '@tanstack/react-query';
import { followPreferences } from '../account/preferences.realtime.ts';
import { followAdministrators } from '../administrators/administrators.realtime.ts';
import { followWebhooks } from '../alerts/webhooks.realtime.ts';
import { followOutbox } from '../chat/outbox/outbox.realtime.ts';
import type { PanelSocket } from '../lib/socket.ts';
import { followAppeals } from '../moderation/appeals/appeals.realtime.ts';
import { followBulks } from '../moderation/bulk/bulk.realtime.ts';
import { followNotes } from '../moderation/notes/notes.realtime.ts';
import { followPolicies } from '../moderation/policies/policies.realtime.ts';
import { followRecentActions } from '../moderation/recent-actions/recent-actions.realtime.ts';
import { followSettings } from '../moderation/settings/settings.realtime.ts';
import { followSavedViews } from '../saved-views/saved-views.realtime.ts';
import { followWork } from '../work/work.realtime.ts';

/**
 * A feature's socket handlers, from its `.realtime.ts`: it subscribes to its events with `socket.on`, applies each to
 * the cache, and refetches with `socket.onConnected` what it may have missed.
 * @returns ends the subscriptions
 */
export type Follow = (
  socket: Pick<PanelSocket, 'on' | 'onConnected' | 'ask' | 'state'>,
  queryClient: QueryClient,
) => () => void;

/**
 * The socket handlers that every screen needs, and those of a few lines. Longer ones of single features are loaded with the feature's first query (realtime-bridge.tsx).
 */
export const FOLLOWS: readonly Follow[] = [
  followSavedViews,
  followAppeals,
  followBulks,
  followPolicies,
  followSettings,
  followNotes,
  followRecentActions,
  followAdministrators,
  followPreferences,
  followWebhooks,
  followWork,
  followOutbox,
];
