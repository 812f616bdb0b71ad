import { expect, type Page, type WebSocket, type WebSocketRoute } from '@playwright/test';
import { failedRequest } from './harness/guarded-page.ts';
import { DASHBOARD_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const JOINED = /^43\d+\[\{"success":true\}\]$/;
const EVENT = /^42\d*\["(\w+)"/;

/** Opens a screen and waits until its socket has joined the administrators' room. */
async function openWithSocket(
  panel: Panel,
  screen: string,
): Promise<{ page: Page; socket: WebSocket; sent: string[] }> {
  const page = await panel.newPage();
  const opened = page.waitForEvent('websocket');
  await page.goto(screen);
  const socket = await opened;
  const sent: string[] = [];
  socket.on('framesent', ({ payload }) => {
    const [, name] = EVENT.exec(String(payload)) ?? [];
    if (name) sent.push(name);
  });
  await socket.waitForEvent('framereceived', ({ payload }) => JOINED.test(String(payload)));
  return { page, socket, sent };
}

test.describe('socket', () => {
  test('connects under the page’s CSP, has no token in its URL, and disconnects on sign-out', async ({ panel }) => {
    const { page, socket, sent } = await openWithSocket(panel, '/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    expect(sent[0]).toBe('admin_connected');
    expect(sent.filter((name) => name === 'admin_connected')).toHaveLength(1);
    const token = (await page.evaluate(() => localStorage.getItem('token')))?.replace('Bearer ', '') ?? '';
    expect(token).not.toBe('');
    expect(socket.url()).not.toContain(token);
    const closed = socket.waitForEvent('close');
    await page.getByRole('button', { name: 'Đăng xuất' }).click();
    await closed;
  });

  test('session ended elsewhere: the login screen at once, with the screen’s message', async ({ panel }) => {
    // The 401 is that of a fetch that was still pending.
    panel.expectProblem(failedRequest(401));
    const { page } = await openWithSocket(panel, '/admin/dashboard');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const response = await fetch(`${panel.system.baseUrl}/api/admin/logout`, {
      method: 'POST',
      headers: { authorization: token ?? '' },
    });
    expect(response.status).toBe(200);
    await page.getByText('Phiên làm việc đã hết hạn, vui lòng đăng nhập lại', { exact: true }).waitFor();
    expect(urlOf(page)).toBe('/login');
  });

  test('lost for long: the panel shows a message, and reconnects by itself', async ({ panel }) => {
    const page = await panel.newPage();
    let isAway = false;
    let hasJoined = false;
    const routes = new Set<WebSocketRoute>();
    await page.routeWebSocket(/\/socket\.io\//, async (route) => {
      if (isAway) {
        setTimeout(() => void route.close(), 50);
        return;
      }
      routes.add(route);
      const server = route.connectToServer();
      server.onMessage((message) => {
        hasJoined ||= JOINED.test(String(message));
        route.send(message);
      });
    });
    await page.goto('/admin/dashboard');
    await eventually(() => hasJoined).toBe(true);
    const line = page.getByText('Mất kết nối trực tiếp, đang tự kết nối lại...');
    expect(await line.count()).toBe(0);
    isAway = true;
    for (const route of routes) await route.close();
    await line.waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Kết nối lại' }).click();
    await line.waitFor({ state: 'hidden', timeout: 25_000 });
  });
});
