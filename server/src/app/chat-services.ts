import { PRESENCE_GRACE_MS } from '@hai-dang/contract/constants.ts';
import { createPresenceService, type PresenceService } from '../chat/presence/presence.service.ts';
import { createPresence } from '../chat/presence/presence.ts';
import { createSharedPresence, singleServerPresence } from '../chat/presence/shared-presence.ts';
import { createViewersService, type ViewersService } from '../chat/presence/viewers.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Cluster } from '../lib/cluster/cluster.ts';
import type { App } from '../lib/context.ts';
import type { Database } from '../lib/db/database.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import { createSharedViewers, singleServerViewers } from '../lib/realtime/shared-viewers.ts';
import { createViewers } from '../lib/realtime/viewers.ts';

export interface ChatSettings {
  /** The other servers; without it there is only this one. */
  cluster?: Cluster | undefined;
  /** Grace period before an account without sockets counts as offline; 5 s (specification) unless a test shortens it. */
  presenceGraceMs?: number | undefined;
  /** The bytes that the images of one user may take in the store; unlimited unless it is set. */
  userImagesMaxBytes?: number | undefined;
}

interface PresenceOptions {
  database: Database;
  publisher: Publisher;
  clock: Clock;
}

/** Who is online. */
export function createOnlineUsers(settings: ChatSettings, options: PresenceOptions): PresenceService {
  const { cluster, presenceGraceMs: graceMs = PRESENCE_GRACE_MS } = settings;
  const own = createPresence({ graceMs });
  const presence = cluster ? createSharedPresence(own, cluster.registry) : singleServerPresence(own);
  return createPresenceService({ ...options, presence });
}

/** Creates the service that knows which administrators view which conversation. */
export function createChatViewers({ cluster }: ChatSettings, app: App): ViewersService {
  const own = createViewers();
  return createViewersService(app, cluster ? createSharedViewers({ own, ...cluster }) : singleServerViewers(own));
}
