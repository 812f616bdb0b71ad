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

/** Knows who has what open, such as a user's conversation; a socket has at most one thing open, which its key names. */
export interface Viewers {
  /** A socket opens something, and closes anything else. */
  join(socketId: string, account: ViewerAccount, key: string): void;
  /** A socket closes what it has open. */
  leave(socketId: string): void;
  /** Typing on a socket that does not have this open is ignored. */
  setTyping(socketId: string, key: string, isTyping: boolean): void;
  /** The accounts that have it open, each once, in the order they came. */
  of(key: string): Viewer[];
  /** Returns the keys that have a viewer. */
  viewed(): string[];
  /** Calls `listener` with the key of whatever's viewers or typing administrators have changed. */
  onChange(listener: (key: string) => void): void;
}

interface ViewerSession {
  account: ViewerAccount;
  key: string;
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
  const listeners: Array<(key: string) => void> = [];
  const emitChange = (key: string) => {
    for (const listener of listeners) listener(key);
  };

  function leave(socketId: string): void {
    const session = sessions.get(socketId);
    if (!session) return;
    clearTimeout(session.typing);
    sessions.delete(socketId);
    const sockets = socketsOf.get(session.key);
    sockets?.delete(socketId);
    if (sockets?.size === 0) socketsOf.delete(session.key);
    emitChange(session.key);
  }

  function stopTyping(session: ViewerSession): void {
    if (!session.typing) return;
    clearTimeout(session.typing);
    session.typing = undefined;
    emitChange(session.key);
  }

  return {
    join(socketId, account, key) {
      if (sessions.get(socketId)?.key === key) return emitChange(key);
      leave(socketId);
      sessions.set(socketId, { account, key, typing: undefined });
      const sockets = socketsOf.get(key) ?? new Set();
      socketsOf.set(key, sockets.add(socketId));
      emitChange(key);
    },

    leave,

    setTyping(socketId, key, isTyping) {
      const session = sessions.get(socketId);
      if (session?.key !== key) return;
      if (!isTyping) return stopTyping(session);
      const isNew = session.typing === undefined;
      clearTimeout(session.typing);
      session.typing = setTimeout(() => stopTyping(session), typingForgottenAfterMs).unref();
      if (isNew) emitChange(key);
    },

    of(key) {
      const viewers = new Map<string, Viewer>();
      for (const socketId of socketsOf.get(key) ?? []) {
        const session = sessions.get(socketId);
        if (!session) continue;
        const isTyping = session.typing !== undefined || (viewers.get(session.account.id)?.isTyping ?? false);
        viewers.set(session.account.id, { ...session.account, isTyping });
      }
      return [...viewers.values()];
    },

    viewed: () => [...socketsOf.keys()],
    onChange: (listener) => void listeners.push(listener),
  };
}
