import { adminTyping, userStatusChanged, userTypingStatus } from '@hai-dang/contract/chat/chat.events.ts';
import { receiveMessage } from '@hai-dang/contract/chat/conversations.events.ts';
import { TYPING_HEARTBEAT_MS, TYPING_IDLE_MS } from '@hai-dang/contract/constants.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { panelSocket } from '../../lib/socket.ts';

/** The event that typing has stopped may be lost; no user types this long without a pause. */
const TYPING_SHOWN_AT_MOST_MS = 30_000;

/** Whether the user is typing. */
export function useUserTyping(userId: string): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (typing: boolean): void => {
      clearTimeout(timer);
      setIsTyping(typing);
      if (typing) timer = setTimeout(() => setIsTyping(false), TYPING_SHOWN_AT_MOST_MS);
    };
    const ends = [
      panelSocket.on(userTypingStatus, (event) => {
        if (event.userId === userId) show(event.isTyping);
      }),
      // A user who has sent a message or disconnected no longer types.
      panelSocket.on(receiveMessage, ({ sender }) => {
        if (sender._id === userId) show(false);
      }),
      panelSocket.on(userStatusChanged, (event) => {
        if (event.userId === userId && !event.isOnline) show(false);
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [userId]);
  return isTyping;
}

export interface TypingSignal {
  /** Call it with each key. */
  readonly typed: () => void;
  readonly stopped: () => void;
}

/**
 * Notifies the user that the administrator types, and 1 s after the last key that typing has stopped (specification,
 * section 7).
 */
export function useTypingSignal(userId: string): TypingSignal {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saidAt = useRef(0);

  const stopped = useCallback(() => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    panelSocket.send(adminTyping, { userId, isTyping: false });
  }, [userId]);

  const typed = useCallback(() => {
    const now = Date.now();
    // Sent again while typing continues: the server expires it, because the stop event may never be sent.
    if (timer.current === undefined || now - saidAt.current >= TYPING_HEARTBEAT_MS) {
      saidAt.current = now;
      panelSocket.send(adminTyping, { userId, isTyping: true });
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(stopped, TYPING_IDLE_MS);
  }, [userId, stopped]);

  useEffect(() => stopped, [stopped]);
  return useMemo(() => ({ typed, stopped }), [typed, stopped]);
}
