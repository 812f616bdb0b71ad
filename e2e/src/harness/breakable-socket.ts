import type { Page, WebSocketRoute } from '@playwright/test';

/** The panel waits 30 s between rounds of attempts, and half as long again. */
export const RECONNECTED = { timeout: 60_000 };

/** Keeps from a page what its socket hears, wherever `isLost` says so. Before the page is loaded. */
export async function loseFrames(page: Page, isLost: (frame: string) => boolean): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (!isLost(String(frame))) socket.send(frame);
    });
  });
}

/** Lets a test break the connection of the sockets of a page, and keep it broken. Before the page is loaded. */
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
