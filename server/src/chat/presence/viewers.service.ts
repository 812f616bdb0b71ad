import { conversationViewers } from '@hai-dang/contract/chat/chat.events.ts';
import type { App } from '../../lib/context.ts';
import type { ClientSocket } from '../../lib/realtime/dispatch.ts';
import type { SharedViewers } from '../../lib/realtime/shared-viewers.ts';
import { getUserPresence } from './get-user-presence.ts';
import { chatViewersStore } from './viewers.store.ts';

/** Throttle per conversation: the first change is published at once, the state after it at the end of this time. */
const PAUSE_MS = 250;

type SubscribedSocket = Pick<ClientSocket, 'id' | 'join' | 'leave' | 'onClosed'>;

const roomOf = (userId: string) => `conversation:${userId}`;

/**
 * Publishes which administrators view a conversation to those who do, so that no two reply to the same message. Nothing
 * of it is stored.
 */
export function createViewersService(app: App, viewers: SharedViewers) {
  const { db, publisher } = app;
  /** The conversation that each open socket follows or is about to follow; null for none. */
  const wanted = new Map<string, string | null>();
  /** Conversations that were published a moment ago, and whether they have changed since. */
  const pausing = new Map<string, { hasChanged: boolean }>();

  function announce(userId: string): void {
    const pause = pausing.get(userId);
    if (pause) {
      pause.hasChanged = true;
      return;
    }
    const recent = { hasChanged: false };
    pausing.set(userId, recent);
    void publishViewers(userId).then(() =>
      setTimeout(() => {
        pausing.delete(userId);
        if (recent.hasChanged) announce(userId);
      }, PAUSE_MS).unref(),
    );
  }

  /** Each server publishes to its own sockets, and each gets every change. */
  async function publishViewers(userId: string): Promise<void> {
    publisher.toRoom(roomOf(userId), conversationViewers, {
      userId,
      viewers: (await viewers.of(userId)).map(({ id, username, avatarUrl, isTyping }) => {
        return { _id: id, username, avatar: avatarUrl, isTyping };
      }),
    });
  }
  viewers.onChange(announce);

  /** Lets a socket follow nothing but `exceptUserId`. */
  function leaveOther(socket: SubscribedSocket, exceptUserId: string | null): void {
    const before = wanted.get(socket.id) ?? null;
    wanted.set(socket.id, exceptUserId);
    if (before === null || before === exceptUserId) return;
    socket.leave(roomOf(before));
    viewers.leave(socket.id);
  }

  return {
    /**
     * An administrator's socket follows a conversation, and no other any more.
     * @returns whether the user is there
     * @throws {DomainError} CHAT_USER_NOT_FOUND
     */
    async follow(userId: string, accountId: string, socket: SubscribedSocket) {
      if (!wanted.has(socket.id)) {
        socket.onClosed(() => {
          wanted.delete(socket.id);
          viewers.leave(socket.id);
        });
      }
      leaveOther(socket, userId);
      const [status, account] = await Promise.all([
        getUserPresence(app, userId),
        chatViewersStore.findAccount(db, accountId),
      ]);
      // The socket may have closed or opened another conversation meanwhile.
      if (account && wanted.get(socket.id) === userId) {
        const { id, username, avatar_url: avatarUrl } = account;
        socket.join(roomOf(userId));
        viewers.join(socket.id, { id, username, avatarUrl }, userId);
      }
      return status;
    },

    /** Leaves this conversation; a conversation that it opened since stays open. */
    unfollow(userId: string, socket: SubscribedSocket): void {
      if (wanted.get(socket.id) === userId) leaveOther(socket, null);
    },

    /** The administrator of this socket types, or has stopped. */
    setTyping: (userId: string, isTyping: boolean, { id }: Pick<SubscribedSocket, 'id'>): void =>
      viewers.setTyping(id, userId, isTyping),
  };
}
export type ViewersService = ReturnType<typeof createViewersService>;
