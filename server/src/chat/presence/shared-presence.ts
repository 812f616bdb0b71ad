import { isOfThisRelease, type NodeRegistry } from '../../lib/cluster/node-registry.ts';
import type { Known, OnlineCount, OnlineUsers, SeenUser } from '../../lib/realtime/online-users.ts';
import { compareLayouts } from './compare-layouts.ts';
import type { DescribedUser, Presence, PresenceChange } from './presence.ts';
import {
  COUNTS_KEY,
  DESCRIBE_SCRIPT,
  EVICT_SCRIPT,
  JOIN_SCRIPT,
  LEAVE_SCRIPT,
  PAGE_SCRIPT,
  SEEN_KEY,
  scriptKeys,
  VERIFIED_KEY,
} from './shared-presence.scripts.ts';

/** A change of this server's own sockets, or of those of a dead server that this one evicted. */
export interface SharedPresenceChange extends PresenceChange {
  /** False where another server has a socket of the same user: then the user's state has not changed. */
  isTransition: boolean;
}

/** Users who have a socket open at any server, or had one within the grace period. */
export interface SharedPresence
  extends Pick<Presence, 'join' | 'leave' | 'clear'>,
    Pick<OnlineUsers, 'areOnline' | 'newestOnline'> {
  /** How many are listed. */
  countOnline(): Promise<Known & OnlineCount>;
  /**
   * States how the database has some accounts, at most a few hundred.
   * @throws {Error} if the other servers cannot be told
   */
  describe(users: readonly DescribedUser[]): Promise<void>;
  isLocal(userId: string): boolean;
  /** Users who are connected to this server. */
  localIds(): string[];
  onChange(listener: (change: SharedPresenceChange) => void): void;
  /** Calls `listener` with users who may not be described as the database has them. */
  onUndescribed(listener: (userIds: readonly string[]) => void): void;
}

/** The presence of a server that has the sockets of all users. */
export const singleServerPresence = (own: Presence): SharedPresence => ({
  join: own.join,
  leave: own.leave,
  clear: own.clear,
  areOnline: async (userIds) => ({ ids: new Set(userIds.filter(own.isOnline)), isPartial: false }),
  newestOnline: async (page) => ({ users: own.newestOnline(page), isPartial: false }),
  countOnline: async () => ({ ...own.countOnline(), isPartial: false }),
  describe: async (users) => own.describe(users),
  isLocal: own.isOnline,
  localIds: own.onlineIds,
  onChange: (listener) => own.onChange((change) => listener({ ...change, isTransition: true })),
  onUndescribed: () => undefined,
});

/** Users of one script: few enough that Redis serves others meanwhile. */
const BATCH_SIZE = 200;
const RETRY_MS = 1_000;

/**
 * Presence over all servers of a Redis: each counts its own sockets, Redis the servers of each user. While Redis is away,
 * only this server's users are known (docs/decisions/019).
 */
export function createSharedPresence(own: Presence, registry: NodeRegistry): SharedPresence {
  const listeners: Array<(change: SharedPresenceChange) => void> = [];
  const undescribedListeners: Array<(userIds: readonly string[]) => void> = [];
  let isComparing = false;
  const notify = (change: SharedPresenceChange) => {
    for (const listener of listeners) listener(change);
  };
  const notifyUndescribed = (userIds: readonly string[]) => {
    for (const listener of undescribedListeners) listener(userIds);
  };

  /** @returns null where this server is not known any more */
  async function run(script: string, nodeId: string, ...others: string[]): Promise<string[] | null> {
    const reply = await registry.query((redis) =>
      redis.eval(script, { keys: scriptKeys(nodeId), arguments: [nodeId, ...others] }),
    );
    if (Array.isArray(reply)) return reply.map(String);
    registry.markEvicted(nodeId);
    return null;
  }

  const toArguments = (userId: string): string[] => [userId, String(own.lastSeenOf(userId)?.getTime() ?? 0)];

  async function isTransition({ userId, isOnline }: PresenceChange): Promise<boolean> {
    const nodeId = registry.nodeId();
    if (nodeId === null) return true;
    const changed = await write({ userId, isOnline }, nodeId);
    return changed === null || changed.includes(userId);
  }

  /** @returns null where Redis does not respond: the script may not have run. It is run again; twice changes nothing. */
  async function write(change: PresenceChange, nodeId: string): Promise<string[] | null> {
    const { userId, isOnline } = change;
    try {
      return await (isOnline ? run(JOIN_SCRIPT, nodeId, ...toArguments(userId)) : run(LEAVE_SCRIPT, nodeId, userId));
    } catch {
      setTimeout(() => {
        // After a lost connection all users are published under another id.
        const isCurrent = registry.nodeId() === nodeId && own.isOnline(userId) === isOnline;
        if (isCurrent) void write(change, nodeId);
      }, RETRY_MS).unref();
      return null;
    }
  }

  own.onChange(
    (change) => void isTransition(change).then((transition) => notify({ ...change, isTransition: transition })),
  );

  registry.register({
    async publish(nodeId) {
      const ids = own.onlineIds();
      for (let from = 0; from < ids.length; from += BATCH_SIZE) {
        // The disconnect of a user who has left meanwhile is already published.
        const present = ids.slice(from, from + BATCH_SIZE).filter(own.isOnline);
        if (present.length === 0) continue;
        notifyUndescribed((await run(JOIN_SCRIPT, nodeId, ...present.flatMap(toArguments))) ?? []);
      }
    },
    async evict(deadNodeId) {
      for (let isDone = false; !isDone; ) {
        const [examined, ...gone] = (await run(EVICT_SCRIPT, deadNodeId, String(BATCH_SIZE))) ?? ['0'];
        for (const userId of gone) notify({ userId, isOnline: false, isTransition: true });
        isDone = Number(examined) < BATCH_SIZE;
      }
    },
    check(nodeIds) {
      const isMixed = !nodeIds.every(isOfThisRelease);
      if (isComparing) return;
      isComparing = true;
      // It runs beside the heartbeats; where it fails, the next one begins anew.
      void compareLayouts(registry, isMixed, notifyUndescribed)
        .catch(() => undefined)
        .finally(() => {
          isComparing = false;
        });
    },
  });

  /** Redis's response; where there is none, what this server knows. Some servers may not be in a Redis that was empty yet. */
  async function ask<T>(query: () => Promise<T>, here: () => T): Promise<{ value: T; isPartial: boolean }> {
    try {
      return { value: await query(), isPartial: !registry.isSettled() };
    } catch {
      return { value: here(), isPartial: true };
    }
  }

  return {
    join: own.join,
    leave: own.leave,
    clear: own.clear,
    isLocal: own.isOnline,
    localIds: own.onlineIds,
    onChange: (listener) => void listeners.push(listener),
    onUndescribed: (listener) => void undescribedListeners.push(listener),

    async areOnline(userIds) {
      const { value: counts, isPartial } = await ask<ReadonlyArray<string | null | undefined>>(
        async () => (userIds.length === 0 ? [] : registry.query((redis) => redis.hmGet(COUNTS_KEY, [...userIds]))),
        () => [],
      );
      const ids = new Set(userIds.filter((id, index) => own.isOnline(id) || typeof counts[index] === 'string'));
      return { ids, isPartial };
    },

    async newestOnline({ after, limit }) {
      const position = after ? [String(after.at?.getTime() ?? '-inf'), after.id] : [];
      const { value: users, isPartial } = await ask(
        async () => {
          const call = { keys: [SEEN_KEY], arguments: [String(limit), ...position] };
          return toUsers(await registry.query((redis) => redis.eval(PAGE_SCRIPT, call)));
        },
        () => own.newestOnline({ after, limit }),
      );
      return { users, isPartial };
    },

    async countOnline() {
      const { value, isPartial } = await ask(async () => {
        const [total, verified] = await registry.query((redis) =>
          redis.multi().zCard(SEEN_KEY).sCard(VERIFIED_KEY).execTyped(),
        );
        return { total, verified };
      }, own.countOnline);
      return { ...value, isPartial };
    },

    async describe(users) {
      own.describe(users);
      const args = users.flatMap(({ id, lastSeenAt, isVerified, isListed }) => [
        id,
        isListed ? String(lastSeenAt?.getTime() ?? 0) : '',
        isVerified ? '1' : '0',
      ]);
      const call = { keys: [COUNTS_KEY, SEEN_KEY, VERIFIED_KEY], arguments: args };
      await registry.query((redis) => redis.eval(DESCRIBE_SCRIPT, call));
    },
  };
}

/** Users out of ids and times in turn. */
function toUsers(reply: unknown): SeenUser[] {
  const parts = Array.isArray(reply) ? reply.map(String) : [];
  const users: SeenUser[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    users.push({ id: parts[index] ?? '', at: new Date(Number(parts[index + 1])) });
  }
  return users;
}
