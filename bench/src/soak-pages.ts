import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { openSignedIn, timeOne } from './interaction-timing.ts';
import { CHROME_FLAGS, CHROME_PATH } from './lighthouse.ts';
import type { ServerProcess } from './server-process.ts';

const VIEWPORT = { width: 1440, height: 900 };
const CLICKS = 6;
/** Until toasts have gone, and what the last events asked for has arrived. */
const SETTLE_MS = 15_000;
/** Objects freed by one collection may let go of others. */
const COLLECTIONS = 3;

/** A page at rest, after its garbage was collected. */
export interface PageMetrics {
  heapBytes: number;
  /** The nodes of the DOM, those that only scripts know too. */
  nodes: number;
}

export interface SoakPage {
  name: string;
  /** How many frames the server has sent it over the socket. */
  received: () => number;
  measure: () => Promise<PageMetrics>;
  /** The slowest of some clicks, in milliseconds: from the press to the frame that shows what it does. */
  click: () => Promise<number>;
}

export interface SoakPages {
  pages: SoakPage[];
  close: () => Promise<void>;
}

/**
 * Opens the dashboard, the list of reports and a conversation, each in a browser context, thus a process, of its own.
 * @param userId whose conversation
 */
export async function openPages(server: ServerProcess, userId: string): Promise<SoakPages> {
  const browser = await chromium.launch({ executablePath: CHROME_PATH, args: CHROME_FLAGS });
  try {
    const dashboard = await openPage(browser, server, '/admin/dashboard');
    const reports = await openPage(browser, server, '/admin/reports');
    const chat = await openPage(browser, server, '/admin/chat');
    await chat.page.locator(`[data-chat-user="${userId}"]`).click();
    await chat.page.locator('[role=log] [data-index]').first().waitFor();
    return {
      pages: [toSoakPage('dashboard', dashboard), toSoakPage('reports', reports), toSoakPage('conversation', chat)],
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

interface Opened {
  page: Page;
  devtools: CDPSession;
  received: () => number;
}

async function openPage(browser: Browser, server: ServerProcess, path: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  let received = 0;
  page.on('websocket', (socket) => {
    socket.on('framereceived', () => {
      received += 1;
    });
  });
  const isFollowing = page.waitForEvent('websocket');
  await openSignedIn(page, server, path);
  await isFollowing;
  await page.waitForLoadState('networkidle');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  return { page, devtools, received: () => received };
}

function toSoakPage(name: string, { page, devtools, received }: Opened): SoakPage {
  async function measure(): Promise<PageMetrics> {
    await sleep(SETTLE_MS);
    await page.waitForLoadState('networkidle');
    for (let n = 0; n < COLLECTIONS; n += 1) await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const metricOf = (wanted: string) => metrics.find((metric) => metric.name === wanted)?.value ?? Number.NaN;
    return { heapBytes: metricOf('JSHeapUsedSize'), nodes: metricOf('Nodes') };
  }

  /** Switches between light and dark, which redraws the whole page. */
  async function clickOnce(): Promise<number> {
    const isDark = (await page.evaluate(IS_DARK)) === true;
    const button = page.getByRole('button', {
      name: isDark ? 'Chuyển sang giao diện sáng' : 'Chuyển sang giao diện tối',
    });
    const { shown } = await timeOne(page, 'pointerdown', () => button.click(), `${IS_DARK} !== ${isDark}`);
    return shown;
  }

  return {
    name,
    received,
    measure,
    click: async () => {
      await page.bringToFront();
      // The first loads what only a click needs.
      await clickOnce();
      const times: number[] = [];
      for (let n = 0; n < CLICKS; n += 1) times.push(await clickOnce());
      return Math.max(...times);
    },
  };
}

const IS_DARK = `(document.documentElement.dataset.theme === 'dark')`;
