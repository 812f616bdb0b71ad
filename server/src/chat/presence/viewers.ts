import { ADMIN_TYPING_FORGOTTEN_AFTER_MS } from '@hai-dang/contract/constants.ts';

/** An administrator, as the others see them. */
export interface ViewerAccount {
  id: string;
  username: string | null;
  avatarUrl: string | null;
}

export interface Viewer extends ViewerAccount {
  isTyping: boolean;
}

/** Who looks at which conversation; a socket looks at one at most. */
export interface Viewers {
  /** A socket looks at a conversation, and at no other any more. */
  join(socketId: string, account: ViewerAccount, userId: string): void;
  /** A socket looks at nothing any more. */
  leave(socketId: string): void;
  /** Typing on a socket that does not view this conversation is ignored. */
  setTyping(socketId: string, userId: string, isTyping: boolean): void;
  /** The accounts that look at a conversation, each once, in the order they came. */
  of(userId: string): Viewer[];
  /** The conversations that somebody looks at. */
  viewedConversations(): string[];
  /** Tells `listener` from now on whose conversation is looked at by others, or typed in by others, than before. */
  onChange(listener: (userId: string) => void): void;
}

interface Look {
  account: ViewerAccount;
  userId: string;
  /** Runs while somebody types, and ends that. */
  typing: NodeJS.Timeout | undefined;
}

interface Options {
  /** Without another event typing ends after this time. */
  typingForgottenAfterMs?: number;
}

/** The viewers of one server's sockets, kept in memory: a server that is killed leaves nobody behind. */
export function createViewers({ typingForgottenAfterMs = ADMIN_TYPING_FORGOTTEN_AFTER_MS }: Options = {}): Viewers {
  const looks = new Map<string, Look>();
  const socketsOf = new Map<string, Set<string>>();
  const listeners: Array<(userId: string) => void> = [];
  const tell = (userId: string) => {
    for (const listener of listeners) listener(userId);
  };

  function leave(socketId: string): void {
    const look = looks.get(socketId);
    if (!look) return;
    clearTimeout(look.typing);
    looks.delete(socketId);
    const sockets = socketsOf.get(look.userId);
    sockets?.delete(socketId);
    if (sockets?.size === 0) socketsOf.delete(look.userId);
    tell(look.userId);
  }

  function stopTyping(look: Look): void {
    if (!look.typing) return;
    clearTimeout(look.typing);
    look.typing = undefined;
    tell(look.userId);
  }

  return {
    join(socketId, account, userId) {
      if (looks.get(socketId)?.userId === userId) return tell(userId);
      leave(socketId);
      looks.set(socketId, { account, userId, typing: undefined });
      const sockets = socketsOf.get(userId) ?? new Set();
      socketsOf.set(userId, sockets.add(socketId));
      tell(userId);
    },

    leave,

    setTyping(socketId, userId, isTyping) {
      const look = looks.get(socketId);
      if (look?.userId !== userId) return;
      if (!isTyping) return stopTyping(look);
      const isNews = look.typing === undefined;
      clearTimeout(look.typing);
      look.typing = setTimeout(() => stopTyping(look), typingForgottenAfterMs).unref();
      if (isNews) tell(userId);
    },

    of(userId) {
      const viewers = new Map<string, Viewer>();
      for (const socketId of socketsOf.get(userId) ?? []) {
        const look = looks.get(socketId);
        if (!look) continue;
        const isTyping = look.typing !== undefined || (viewers.get(look.account.id)?.isTyping ?? false);
        viewers.set(look.account.id, { ...look.account, isTyping });
      }
      return [...viewers.values()];
    },

    viewedConversations: () => [...socketsOf.keys()],
    onChange: (listener) => void listeners.push(listener),
  };
}
