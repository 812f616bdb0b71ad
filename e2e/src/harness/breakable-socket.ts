import type { Page, WebSocketRoute } from 'playwright-core';

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
