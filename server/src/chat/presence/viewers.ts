import { ADMIN_TYPING_TTL_MS } from '@hai-dang/contract/constants.ts';

/** An administrator, as the others see them. */
export interface ViewerAccount {
  id: string;
  username: string | null;
  avatarUrl: string | null;
}

export interface Viewer extends ViewerAccount {
  isTyping: boolean;
}

/** The viewers of conversations; a socket has at most one open. */
export interface Viewers {
  /** A socket opens a conversation, and closes any other. */
  join(socketId: string, account: ViewerAccount, userId: string): void;
  /** A socket closes its conversation. */
  leave(socketId: string): void;
  /** Typing on a socket that does not view this conversation is ignored. */
  setTyping(socketId: string, userId: string, isTyping: boolean): void;
  /** The accounts that session at a conversation, each once, in the order they came. */
  of(userId: string): Viewer[];
  /** The conversations with a viewer. */
  viewedConversations(): string[];
  /** Calls `listener` with the user id of each conversation whose viewers or typing administrators have changed. */
  onChange(listener: (userId: string) => void): void;
}

interface ViewerSession {
  account: ViewerAccount;
  userId: string;
  /** Runs while the administrator types, and ends that state. */
  typing: NodeJS.Timeout | undefined;
}

interface Options {
  /** Without another event typing ends after this time. */
  typingForgottenAfterMs?: number;
}

/** The viewers of one server's sockets, in memory: a killed server leaves no stale entries. */
export function createViewers({ typingForgottenAfterMs = ADMIN_TYPING_TTL_MS }: Options = {}): Viewers {
  const sessions = new Map<string, ViewerSession>();
  const socketsOf = new Map<string, Set<string>>();
  const listeners: Array<(userId: string) => void> = [];
  const emitChange = (userId: string) => {
    for (const listener of listeners) listener(userId);
  };

  function leave(socketId: string): void {
    const session = sessions.get(socketId);
    if (!session) return;
    clearTimeout(session.typing);
    sessions.delete(socketId);
    const sockets = socketsOf.get(session.userId);
    sockets?.delete(socketId);
    if (sockets?.size === 0) socketsOf.delete(session.userId);
    emitChange(session.userId);
  }

  function stopTyping(session: ViewerSession): void {
    if (!session.typing) return;
    clearTimeout(session.typing);
    session.typing = undefined;
    emitChange(session.userId);
  }

  return {
    join(socketId, account, userId) {
      if (sessions.get(socketId)?.userId === userId) return emitChange(userId);
      leave(socketId);
      sessions.set(socketId, { account, userId, typing: undefined });
      const sockets = socketsOf.get(userId) ?? new Set();
      socketsOf.set(userId, sockets.add(socketId));
      emitChange(userId);
    },

    leave,

    setTyping(socketId, userId, isTyping) {
      const session = sessions.get(socketId);
      if (session?.userId !== userId) return;
      if (!isTyping) return stopTyping(session);
      const isNew = session.typing === undefined;
      clearTimeout(session.typing);
      session.typing = setTimeout(() => stopTyping(session), typingForgottenAfterMs).unref();
      if (isNew) emitChange(userId);
    },

    of(userId) {
      const viewers = new Map<string, Viewer>();
      for (const socketId of socketsOf.get(userId) ?? []) {
        const session = sessions.get(socketId);
        if (!session) continue;
        const isTyping = session.typing !== undefined || (viewers.get(session.account.id)?.isTyping ?? false);
        viewers.set(session.account.id, { ...session.account, isTyping });
      }
      return [...viewers.values()];
    },

    viewedConversations: () => [...socketsOf.keys()],
    onChange: (listener) => void listeners.push(listener),
  };
}
