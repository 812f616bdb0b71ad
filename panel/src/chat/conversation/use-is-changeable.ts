import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { MESSAGE_CHANGE_MS } from '@hai-dang/contract/constants.ts';
import { useEffect, useState } from 'react';

/** How long the author can still edit or delete a message, by this browser's clock; the server decides. 0 or less: no more. */
export const changeableForMs = ({ createdAt, notice, deletedAt }: ChatMessage, nowMs: number): number =>
  notice || deletedAt ? 0 : Date.parse(createdAt) + MESSAGE_CHANGE_MS - nowMs;

/**
 * Whether the author can still edit or delete a message; false from the moment on when no more.
 * @param isAuthor whether the signed-in administrator is that
 */
export function useIsChangeable(message: ChatMessage, isAuthor: boolean): boolean {
  const [nowMs, setNowMs] = useState(Date.now);
  const leftMs = isAuthor ? changeableForMs(message, nowMs) : 0;
  useEffect(() => {
    if (leftMs <= 0) return;
    const timer = setTimeout(() => setNowMs(Date.now()), leftMs);
    return () => clearTimeout(timer);
  }, [leftMs]);
  return leftMs > 0;
}
