import { userStatusChanged } from '@hai-dang/contract/chat/chat.events.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Account } from '../../lib/http/call.ts';
import type { Log } from '../../lib/logger.ts';
import type { OnlineUsers } from '../../lib/realtime/online-users.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import { chatListingStore } from '../list/chat-list.store.ts';
import { createDescriptions } from './descriptions.ts';
import type { SharedPresence, SharedPresenceChange } from './shared-presence.ts';

/** A user who writes all the time is stored as seen once in this time. */
const SEEN_RESOLUTION_MS = 60_000;
/** Accounts whose last-seen time is stored with one statement. */
const STORE_BATCH_SIZE = 200;
const STORE_RETRY_MS = 1_000;

interface PresenceServiceOptions {
  database: Pick<Database, 'db' | 'transact'>;
  presence: SharedPresence;
  publisher: Publisher;
  clock: Clock;
}

interface LastSeenUpdate {
  at: Date;
  /** The state that is published once it is stored; null where only the time has changed. */
  isOnline: boolean | null;
}

/**
 * Who is online, and when everybody was last seen (`users.last_seen_at`): stored when a user connects, disconnects, and
 * while they write, to the minute.
 */
export function createPresenceService({ database, presence, publisher, clock }: PresenceServiceOptions) {
  /** When those who are online were last stored as seen, and when a socket of theirs last closed. */
  const storedAt = new Map<string, Date>();
  const closedAt = new Map<string, Date>();
  /** Updates to store, in the order they were enqueued. */
  const pending = new Map<string, LastSeenUpdate>();
  /** Updates that could not be stored because another transaction had locked the account. */
  const locked = new Map<string, Date>();
  let retry: NodeJS.Timeout | undefined;
  let log: Pick<Log, 'warn'> | undefined;
  let storing: Promise<void> | undefined;
  const descriptions = createDescriptions({ db: database.db, presence });
  presence.onUndescribed(descriptions.describeLater);

  presence.onChange(({ userId, isOnline, isTransition }: SharedPresenceChange) => {
    const at = (isOnline ? undefined : closedAt.get(userId)) ?? clock.now();
    closedAt.delete(userId);
    if (isOnline) storedAt.set(userId, at);
    else storedAt.delete(userId);
    // A user who is connected to another server too is stored by the last one.
    if (isTransition) enqueue(userId, { at, isOnline });
  });

  function enqueue(userId: string, sighting: LastSeenUpdate): void {
    const before = pending.get(userId);
    const at = before && before.at > sighting.at ? before.at : sighting.at;
    pending.set(userId, { at, isOnline: sighting.isOnline ?? before?.isOnline ?? null });
    storing ??= storeAll();
  }

  /** One statement after the other: many simultaneous connects must not use up the pool. */
  async function storeAll(): Promise<void> {
    while (pending.size > 0) {
      const batch = [...pending].slice(0, STORE_BATCH_SIZE);
      for (const [userId] of batch) pending.delete(userId);
      const stored = await storeBatch(batch);
      const { ids: online } = await presence.areOnline(batch.map(([userId]) => userId));
      descriptions.describeLater([...online]);
      for (const [userId, { at, isOnline }] of batch) {
        const row = stored.get(userId);
        if (row?.isStored === false) storeLater(userId, at);
        // A user who has changed again is published by the next batch.
        if (isOnline === null || isOnline !== online.has(userId)) continue;
        publisher.toAdmins(userStatusChanged, {
          userId,
          isOnline,
          username: row?.username ?? null,
          avatar: row?.avatar_url ?? null,
          lastActive: (row?.last_seen_at ?? at).toISOString(),
        });
      }
    }
    // Reset synchronously, so that a later update starts a new batch.
    storing = undefined;
  }

  /** Another transaction had the account locked, for a moment. */
  function storeLater(userId: string, at: Date): void {
    locked.set(userId, at);
    retry ??= setTimeout(storeLocked, STORE_RETRY_MS).unref();
  }

  function storeLocked(): void {
    clearTimeout(retry);
    retry = undefined;
    const sightings = [...locked];
    locked.clear();
    for (const [userId, at] of sightings) enqueue(userId, { at, isOnline: null });
  }

  async function storeBatch(batch: ReadonlyArray<[string, LastSeenUpdate]>) {
    const sightings = batch.map(([userId, { at }]) => ({ userId, at }));
    try {
      const rows = await database.transact((tx) => chatListingStore.updateLastSeen(tx, sightings));
      return new Map(rows.map((row) => [row.id, row]));
    } catch (error) {
      // The next connect, message or disconnect is stored again.
      log?.warn({ err: error }, 'storing last-seen times failed');
      return new Map<string, never>();
    }
  }

  const onlineUsers: OnlineUsers = {
    isOnline: async (userId) => (await presence.areOnline([userId])).ids.has(userId),
    areOnline: presence.areOnline,
    newestOnline: presence.newestOnline,
    applyChanges: descriptions.applyChanges,

    async countOnline() {
      await descriptions.applyChanges();
      return presence.countOnline();
    },

    touchLastSeen(userId) {
      const at = clock.now();
      const before = storedAt.get(userId);
      if (before && at.getTime() - before.getTime() < SEEN_RESOLUTION_MS) return;
      if (presence.isLocal(userId)) storedAt.set(userId, at);
      enqueue(userId, { at, isOnline: null });
    },
  };

  return {
    ...onlineUsers,

    /**
     * Tracks the sockets of app users.
     * @returns callbacks for opened and closed sockets; `stop` stores the users who are online and clears the state
     */
    watch(logger: Pick<Log, 'warn'>) {
      log = logger;
      return {
        opened({ id, role }: Pick<Account, 'id' | 'role'>): void {
          if (role === 'user') presence.join(id, clock.now());
        },
        closed({ id, role }: Pick<Account, 'id' | 'role'>): void {
          if (role !== 'user') return;
          closedAt.set(id, clock.now());
          presence.leave(id);
        },
        async stop(): Promise<void> {
          for (const userId of presence.localIds()) {
            enqueue(userId, { at: closedAt.get(userId) ?? clock.now(), isOnline: null });
          }
          storeLocked();
          await storing;
          clearTimeout(retry);
          retry = undefined;
          await descriptions.stop();
          presence.clear();
          storedAt.clear();
          closedAt.clear();
        },
      };
    },
  };
}
export type PresenceService = ReturnType<typeof createPresenceService>;
