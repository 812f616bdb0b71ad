import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import { webhooksChanged } from '@hai-dang/contract/alerts/webhooks.events.ts';
import { appealsChanged } from '@hai-dang/contract/moderation/appeals.events.ts';
import { letterTemplatesChanged } from '@hai-dang/contract/moderation/letters.events.ts';
import { policiesChanged } from '@hai-dang/contract/moderation/policies.events.ts';
import { settingsChanged } from '@hai-dang/contract/moderation/settings.events.ts';
import { savedViewsChanged } from '@hai-dang/contract/saved-views/saved-views.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import { followPreferences } from '../account/preferences.realtime.ts';
import { followOutbox } from '../chat/outbox/outbox.realtime.ts';
import { refetchOn } from '../lib/refetch-on.ts';
import type { PanelSocket } from '../lib/socket.ts';
import { followBulks } from '../moderation/bulk/bulk.realtime.ts';
import { followNotes } from '../moderation/notes/notes.realtime.ts';
import { followRecentActions } from '../moderation/recent-actions/recent-actions.realtime.ts';
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
  refetchOn(['saved-views'], savedViewsChanged),
  refetchOn(['appeals'], appealsChanged),
  followBulks,
  refetchOn(['policies', 'letters'], policiesChanged, letterTemplatesChanged),
  refetchOn(['settings'], settingsChanged),
  followNotes,
  followRecentActions,
  refetchOn(['administrators'], administratorsChanged),
  followPreferences,
  refetchOn(['webhooks'], webhooksChanged),
  followWork,
  followOutbox,
];
