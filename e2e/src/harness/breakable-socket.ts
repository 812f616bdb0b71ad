import type { Page, WebSocketRoute } from '@playwright/test';

/** The panel waits up to 45 s between series of reconnect attempts (30 s plus 50 %). */
export const RECONNECTED = { timeout: 60_000 };

/** Drops the socket frames to a page while `isLost` returns true. Call before the page is loaded. */
export async function loseFrames(page: Page, isLost: (frame: string) => boolean): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (!isLost(String(frame))) socket.send(frame);
    });
  });
}

/** Lets a test cut a page's sockets and keep them cut. Call before the page is loaded. */
export async function breakable(page: Page) {
  const open = new Set<WebSocketRoute>();
  let isBroken = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isBroken) return void socket.close();
    socket.connectToServer();
    open.add(socket);
  });
  return {
    async cut() {
      isBroken = true;
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
    },
    mend() {
      isBroken = false;
    },
  };
}
