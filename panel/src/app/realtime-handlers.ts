import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import { webhooksChanged } from '@hai-dang/contract/alerts/webhooks.events.ts';
import { conversationStateChanged } from '@hai-dang/contract/chat/conversations.events.ts';
import { appealsChanged } from '@hai-dang/contract/moderation/appeals.events.ts';
import { subjectAssigned } from '@hai-dang/contract/moderation/assignments.events.ts';
import { bulkChanged } from '@hai-dang/contract/moderation/bulk.events.ts';
import { letterTemplatesChanged } from '@hai-dang/contract/moderation/letters.events.ts';
import { policiesChanged } from '@hai-dang/contract/moderation/policies.events.ts';
import { recentActionsChanged } from '@hai-dang/contract/moderation/recent-actions.events.ts';
import {
  casesChanged,
  reportAdded,
  reportChanged,
  reportRemoved,
} from '@hai-dang/contract/moderation/reports.events.ts';
import { settingsChanged } from '@hai-dang/contract/moderation/settings.events.ts';
import { savedViewsChanged } from '@hai-dang/contract/saved-views/saved-views.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import { followPreferences } from '../account/preferences.realtime.ts';
import { followOutbox } from '../chat/outbox/outbox.realtime.ts';
import { refetchOn } from '../lib/refetch-on.ts';
import type { PanelSocket } from '../lib/socket.ts';
import { followBulks } from '../moderation/bulk/bulk.realtime.ts';
import { followNotes } from '../moderation/notes/notes.realtime.ts';

const RECENT_ACTIONS_PAUSE_MS = 500;
const RECORD_PAUSE_MS = 1_000;
const WORK_PAUSE_MS = 1_000;

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
  refetchOn(['saved-views'], [savedViewsChanged]),
  refetchOn(['appeals'], [appealsChanged]),
  followBulks,
  refetchOn(['policies', 'letters'], [policiesChanged, letterTemplatesChanged]),
  refetchOn(['settings'], [settingsChanged]),
  followNotes,
  refetchOn(
    ['recent-actions'],
    [recentActionsChanged, bulkChanged, reportChanged, casesChanged],
    RECENT_ACTIONS_PAUSE_MS,
  ),
  refetchOn(
    ['record'],
    [recentActionsChanged, bulkChanged, reportAdded, reportChanged, reportRemoved, casesChanged, appealsChanged],
    RECORD_PAUSE_MS,
  ),
  refetchOn(['administrators'], [administratorsChanged]),
  followPreferences,
  refetchOn(['webhooks'], [webhooksChanged]),
  refetchOn(
    ['work'],
    [
      reportAdded,
      reportChanged,
      reportRemoved,
      casesChanged,
      appealsChanged,
      subjectAssigned,
      conversationStateChanged,
    ],
    WORK_PAUSE_MS,
  ),
  followOutbox,
];
