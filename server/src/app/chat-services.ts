import { PRESENCE_GRACE_MS } from '@hai-dang/contract/constants.ts';
import { createChatImages } from '../chat/images/chat-images.service.ts';
import { createMessageChanges } from '../chat/messages/message-changes.service.ts';
import { createChatService } from '../chat/messages/messages.service.ts';
import { createChatSending } from '../chat/messages/sending.ts';
import { createPresenceService } from '../chat/presence/presence.service.ts';
import { createPresence } from '../chat/presence/presence.ts';
import { createSharedPresence, singleServerPresence } from '../chat/presence/shared-presence.ts';
import { createViewersService } from '../chat/presence/viewers.service.ts';
import { createChatSearch } from '../chat/search/message-search.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Cluster } from '../lib/cluster/cluster.ts';
import type { Database } from '../lib/db/database.ts';
import { createImageProcessor } from '../lib/images/image-processor.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import { createSharedViewers, singleServerViewers } from '../lib/realtime/shared-viewers.ts';
import { createViewers } from '../lib/realtime/viewers.ts';

export interface ChatSettings {
  /** The other servers; without it there is only this one. */
  cluster?: Cluster | undefined;
  /** Grace period before an account without sockets counts as offline; 5 s (specification) unless a test shortens it. */
  presenceGraceMs?: number | undefined;
  /** What the images that one user sends may take in the store; unlimited unless it is set. */
  userImagesMaxBytes?: number | undefined;
}

interface ChatServicesNeeds {
  database: Database;
  images: ImageStore;
  publisher: Publisher;
  clock: Clock;
}

/** The chat, but for its list, which needs the users; and who is online. */
export function createChatServices(settings: ChatSettings, needs: ChatServicesNeeds) {
  const { cluster, presenceGraceMs: graceMs = PRESENCE_GRACE_MS } = settings;
  const { database, images, publisher, clock } = needs;
  const { db } = database;
  const ownPresence = createPresence({ graceMs });
  const ownViewers = createViewers();
  const viewers = cluster ? createSharedViewers({ own: ownViewers, ...cluster }) : singleServerViewers(ownViewers);
  const presence = createPresenceService({
    database,
    presence: cluster ? createSharedPresence(ownPresence, cluster.registry) : singleServerPresence(ownPresence),
    publisher,
    clock,
  });
  const chatSending = createChatSending({ database, publisher, clock });
  const chat = createChatService({ database, sending: chatSending, presence, publisher, clock });
  const imageProcessor = createImageProcessor();
  const chatImages = createChatImages({
    database,
    chat,
    sending: chatSending,
    presence,
    images,
    processor: imageProcessor,
    clock,
    quotaBytes: settings.userImagesMaxBytes ?? Number.MAX_SAFE_INTEGER,
  });
  return {
    presence,
    chat,
    chatSending,
    messageChanges: createMessageChanges({ database, chatImages, publisher, clock }),
    chatImages,
    imageProcessor,
    chatViewers: createViewersService({ db, chat, viewers, publisher }),
    chatSearch: createChatSearch({ db }),
  };
}
