import type { PanelSocket } from './socket.ts';

/** A tab that is hidden for this long leaves what it has open. */
export const HIDDEN_LEAVES_AFTER_MS = 30_000;

/** The required part of the page: its visibility, and the event of a change. */
export type Visibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Says on each connection that this administrator has something open, and later that it is closed. The server then
 * publishes its viewers.
 * @returns ends it
 */
export function startViewing(
  socket: Pick<PanelSocket, 'onConnected'>,
  say: { readonly join: () => void; readonly leave: () => void },
  page: Visibility = document,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasLeft = false;

  function join(): void {
    if (!hasLeft) say.join();
  }
  function leave(): void {
    hasLeft = true;
    say.leave();
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
