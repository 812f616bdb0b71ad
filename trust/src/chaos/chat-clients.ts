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

/** The pace of the clients. */
export interface Pace {
  pauseMs: number;
  ackTimeoutMs: number;
  reconnectionDelayMs: number;
  reconnectionDelayMaxMs: number;
}

/** Reconnects like the panel, and continues to send. */
export const PANEL_PACE: Pace = {
  pauseMs: 100,
  ackTimeoutMs: 2_000,
  reconnectionDelayMs: 1_000,
  reconnectionDelayMaxMs: 5_000,
};

type Client = ReturnType<typeof createUnreliableClient>;

/** A client that chats, and its state since the last fault. */
export interface Chatter {
  client: Client;
  /** Number of connects at the fault; a higher number means that it was lost and has reconnected. */
  connections: number;
  isConnected: boolean;
  lostAt: number | undefined;
  backAt: number | undefined;
  /** The first acknowledgement of a message written after the fault. */
  storedAt: number | undefined;
}

/** Milliseconds after a fault until all clients had caught up. */
export interface Recovery {
  /** Until the last client that lost its connection had reconnected and fetched what it missed; 0 if none did. */
  backMs: number;
  /** Until the last client had a message from after the fault acknowledged. */
  storedMs: number;
}

interface ChatOptions {
  url: string;
  accounts: readonly ChatAccount[];
  pace: Pace;
  textOf: (number: number) => string;
  onStored: (message: AcknowledgedMessage, latencyMs: number) => void;
}

/** Users and administrators who write to each other until they are ended, each message until its acknowledgement. */
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
      const startedAt = performance.now();
      await client.sendAll([{ userId, tempId, text: textOf(count) }], (message) => {
        const now = performance.now();
        if (startedAt > faultAt) chatter.storedAt ??= now;
        onStored({ tempId, senderId: id, userId, number, id: message._id, seq: message.seq ?? 0 }, now - startedAt);
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

    /** Writes until {@link end}. @throws {Error} if a message is rejected for good */
    write: async (): Promise<void> => {
      await Promise.all(chatters.map(keepWriting));
    },

    /** The start of the recovery measurement. */
    markFault(): void {
      faultAt = performance.now();
      for (const chatter of chatters) {
        const { connections } = chatter.client.counts;
        Object.assign(chatter, { connections, lostAt: undefined, backAt: undefined, storedAt: undefined });
      }
    },

    /**
     * Waits until all clients have caught up.
     * @param since a moment of `performance.now()`, by default the fault
     * @throws {Error} if a client has not by then
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

    /** No client starts another message. */
    end(): void {
      isOver = true;
    },

    /** Administrators fetch the messages that they have not received. */
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
