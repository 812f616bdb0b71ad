import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../server/src/lib/random.ts';
import { createUnreliableClient } from '../../../server/src/testing/unreliable-client.ts';
import type { AcknowledgedMessage } from './workload-log.ts';

const NO_FAULTS = { breaks: 0, lostAcks: 0 };
const POLL_MS = 20;

export interface ChatAccount {
  id: string;
  role: 'admin' | 'user';
  token: string;
}

/** How fast the clients go. */
export interface Pace {
  pauseMs: number;
  ackTimeoutMs: number;
  reconnectionDelayMs: number;
  reconnectionDelayMaxMs: number;
}

/** As the panel comes back, with more to say. */
export const PANEL_PACE: Pace = {
  pauseMs: 100,
  ackTimeoutMs: 2_000,
  reconnectionDelayMs: 1_000,
  reconnectionDelayMaxMs: 5_000,
};

type Client = ReturnType<typeof createUnreliableClient>;

/** One who chats, and what is known of him since the last fault. */
export interface Chatter {
  client: Client;
  /** Connections there had been at the fault; more mean that it was lost and is back. */
  connections: number;
  isConnected: boolean;
  lostAt: number | undefined;
  backAt: number | undefined;
  /** The first acknowledgement of a message that was written after the fault. */
  storedAt: number | undefined;
}

/** How long after a fault everybody had caught up; in milliseconds. */
export interface Recovery {
  /** Until the last of those whose connection was lost was back and had read what he missed; 0: nobody's was. */
  backMs: number;
  /** Until the last had a message of after the fault acknowledged. */
  storedMs: number;
}

interface ChatOptions {
  url: string;
  accounts: readonly ChatAccount[];
  pace: Pace;
  textOf: (number: number) => string;
  onStored: (message: AcknowledgedMessage, latencyMs: number) => void;
}

/** Users and administrators who write to each other until they are told to end, each message until it is acknowledged. */
export function openChat({ url, accounts, pace, textOf, onStored }: ChatOptions) {
  const userIds = accounts.filter(({ role }) => role === 'user').map(({ id }) => id);
  let faultAt = 0;
  let isOver = false;

  const chatters = accounts.map((account): Chatter => {
    const chatter: Chatter = {
      client: createUnreliableClient({
        url,
        account,
        random: createRandom(account.id),
        faults: NO_FAULTS,
        userIds,
        pace,
        onBack: () => {
          chatter.isConnected = true;
          chatter.backAt = performance.now();
        },
        onLost: () => {
          chatter.isConnected = false;
          chatter.lostAt = performance.now();
        },
      }),
      connections: 0,
      isConnected: false,
      lostAt: undefined,
      backAt: undefined,
      storedAt: undefined,
    };
    return chatter;
  });

  async function keepWriting(chatter: Chatter, first: number): Promise<void> {
    const { client } = chatter;
    const { id, role } = client.account;
    const written = new Map<string, number>();
    for (let count = 0; !isOver; count += 1) {
      const userId = role === 'user' ? id : (userIds[(first + count) % userIds.length] ?? '');
      const number = (written.get(userId) ?? 0) + 1;
      written.set(userId, number);
      const tempId = `${id}-${count}`;
      const begunAt = performance.now();
      await client.sendAll([{ userId, tempId, text: textOf(count) }], (message) => {
        const now = performance.now();
        if (begunAt > faultAt) chatter.storedAt ??= now;
        onStored({ tempId, senderId: id, userId, number, id: message._id, seq: message.seq ?? 0 }, now - begunAt);
      });
    }
  }

  const isBehind = ({ client, connections, isConnected, lostAt, storedAt }: Chatter): boolean => {
    const wasLost = lostAt !== undefined && lostAt > faultAt;
    return storedAt === undefined || (wasLost && (!isConnected || client.counts.connections <= connections));
  };

  return {
    chatters: chatters as readonly Chatter[],
    userIds,

    untilConnected: async (): Promise<void> => {
      await Promise.all(chatters.map(({ client }) => client.untilConnected()));
    },

    /** Writes until {@link end}. @throws {Error} when something is refused for good */
    write: async (): Promise<void> => {
      await Promise.all(chatters.map(keepWriting));
    },

    /** From here on recovery is reckoned. */
    markFault(): void {
      faultAt = performance.now();
      for (const chatter of chatters) {
        const { connections } = chatter.client.counts;
        Object.assign(chatter, { connections, lostAt: undefined, backAt: undefined, storedAt: undefined });
      }
    },

    /**
     * Waits until everybody has caught up.
     * @param since a moment of `performance.now()`, the fault's unless told
     * @throws {Error} when somebody has not by then
     */
    async untilCaughtUp(timeoutMs: number, since = faultAt): Promise<Recovery> {
      for (const end = performance.now() + timeoutMs; chatters.some(isBehind); await sleep(POLL_MS)) {
        if (performance.now() < end) continue;
        throw new Error(`${chatters.filter(isBehind).length} clients had not caught up after ${timeoutMs / 1_000} s`);
      }
      const after = (at: number | undefined) => Math.max(0, (at ?? since) - since);
      const lost = chatters.filter(({ lostAt }) => lostAt !== undefined);
      return {
        backMs: Math.max(0, ...lost.map(({ backAt }) => after(backAt))),
        storedMs: Math.max(...chatters.map(({ storedAt }) => after(storedAt))),
      };
    },

    /** Nobody begins another message. */
    end(): void {
      isOver = true;
    },

    /** Administrators read what they have not been told. */
    settle: async (): Promise<void> => {
      const admins = chatters.filter(({ client }) => client.account.role === 'admin');
      await Promise.all(admins.map(({ client }) => client.catchUp()));
    },

    close(): void {
      isOver = true;
      for (const { client } of chatters) client.close();
    },
  };
}
export type Chat = ReturnType<typeof openChat>;
