import { adminJoinChat, adminLeaveChat } from '@hai-dang/contract/chat/chat.events.ts';
import type { PanelSocket } from '../../lib/socket.ts';

/** A tab that is hidden for this long leaves its conversation. */
export const HIDDEN_LEAVES_AFTER_MS = 30_000;

/** The required part of the page: its visibility, and the event of a change. */
export type Visibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Sends on each connection that this administrator has a user's conversation open, and later that it is closed. The
 * server then publishes its viewers.
 * @returns ends it
 */
export function startViewing(
  socket: Pick<PanelSocket, 'onConnected' | 'send'>,
  userId: string,
  page: Visibility = document,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasLeft = false;

  function join(): void {
    if (!hasLeft) socket.send(adminJoinChat, userId);
  }
  function leave(): void {
    hasLeft = true;
    socket.send(adminLeaveChat, userId);
  }
  function onVisibilityChange(): void {
    clearTimeout(timer);
    if (page.visibilityState === 'hidden') timer = setTimeout(leave, HIDDEN_LEAVES_AFTER_MS);
    else if (hasLeft) {
      hasLeft = false;
      join();
    }
  }

  const endConnected = socket.onConnected(join);
  page.addEventListener('visibilitychange', onVisibilityChange);
  join();
  onVisibilityChange();
  return () => {
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', onVisibilityChange);
    endConnected();
    if (!hasLeft) leave();
  };
}
