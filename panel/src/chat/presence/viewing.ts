import { adminJoinChat, adminLeaveChat } from '@hai-dang/contract/chat/chat.events.ts';
import type { PanelSocket } from '../../lib/socket.ts';

/** A tab nobody has looked at for so long shows its conversation to nobody. */
export const HIDDEN_LEAVES_AFTER_MS = 30_000;

/** What is needed of the page: whether anybody can see it, and to hear when that changes. */
export type Visibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Says on each connection that one looks at a user's conversation, and when one does so no more: the server then tells
 * who else does.
 * @returns ends that
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
