import {
  adminTyping,
  receiveMessage,
  userStatusChanged,
  userTypingStatus,
} from '@hai-dang/contract/chat/chat.events.ts';
import { TYPING_REPEATED_AFTER_MS, TYPING_STOPPED_AFTER_MS } from '@hai-dang/contract/constants.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { panelSocket } from '../../lib/socket.ts';

/** That somebody has stopped may be lost on the way; nobody types so long without a pause. */
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
      // Whoever has sent, or has gone, types no more.
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
  /** To be called with each key. */
  readonly typed: () => void;
  readonly stopped: () => void;
}

/** Tells the user that one types, and 1 s after the last key that one has stopped (specification, section 7). */
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
    // Said again while it goes on: the server forgets it, for the end of it may never be said.
    if (timer.current === undefined || now - saidAt.current >= TYPING_REPEATED_AFTER_MS) {
      saidAt.current = now;
      panelSocket.send(adminTyping, { userId, isTyping: true });
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(stopped, TYPING_STOPPED_AFTER_MS);
  }, [userId, stopped]);

  useEffect(() => stopped, [stopped]);
  return useMemo(() => ({ typed, stopped }), [typed, stopped]);
}
