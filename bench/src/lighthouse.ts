import { type LaunchedChrome, launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import type { Screen } from './budgets.ts';
import type { ServerProcess } from './server-process.ts';

/** The results of Lighthouse; scores from 0 to 100, times in milliseconds. */
export interface ScreenMetrics {
  performance: number;
  accessibility: number;
  bestPractices: number;
  lcpMs: number;
  observedLcpMs: number;
  tbtMs: number;
  /** The same of the tasks' processor time with the same slowdown, instead of their wall time. */
  processorBlockingMs: number;
  layoutShift: number;
}

/** Times in microseconds; `tdur` is the thread's own. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

export interface ScreenRuns {
  /** The run with the least blocking time: other load on the machine can only add to it. */
  calmest: ScreenMetrics;
  medianTbtMs: number;
}

export const CHROME_PATH = process.env['CHROME_PATH'] ?? '/usr/bin/chromium';
export const CHROME_FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
/** A single run depends on other load on the machine. */
export const RUNS = 7;
const FAILURES_MAX = 3;
/** Lighthouse's own values: the slowdown of a phone, and the minimum duration of a blocking task. */
const SLOWDOWN = { mobile: 4, desktop: 1 };
const TASK_MAX_MS = 50;

/**
 * Runs Lighthouse on a screen, each time in a fresh browser.
 * @throws {Error} if the screen did not load, or another one was shown
 */
export async function measureScreen(server: ServerProcess, screen: Screen): Promise<ScreenRuns> {
  const runs: ScreenMetrics[] = [];
  for (let failures = 0; runs.length < RUNS; ) {
    const chrome = await launch({ chromePath: CHROME_PATH, chromeFlags: CHROME_FLAGS });
    try {
      if (screen.signedIn) await signIn(chrome, server);
      runs.push(await runOnce(chrome, server, screen));
    } catch (error) {
      // Chromium's trace is sometimes incomplete on a loaded machine.
      failures += 1;
      if (failures > FAILURES_MAX) throw error;
      console.error(`${error instanceof Error ? error.message : error} Trying again.`);
    } finally {
      chrome.kill();
    }
  }
  const calmFirst = runs.toSorted((a, b) => a.tbtMs - b.tbtMs);
  const [calmest] = calmFirst;
  if (!calmest) throw new Error(`${screen.name} was never measured`);
  return {
    calmest: {
      ...calmest,
      // Problems that load cannot explain count from any run.
      accessibility: Math.min(...runs.map(({ accessibility }) => accessibility)),
      bestPractices: Math.min(...runs.map(({ bestPractices }) => bestPractices)),
      layoutShift: Math.max(...runs.map(({ layoutShift }) => layoutShift)),
    },
    medianTbtMs: calmFirst[Math.floor(RUNS / 2)]?.tbtMs ?? Number.NaN,
  };
}

/** Stores the panel's session entries of a sign-in (specification, section 3). */
async function signIn({ port }: LaunchedChrome, { address, token, admin }: ServerProcess): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  if (!page) throw new Error('the browser has no window');
  // A file without scripts, so that no code of the panel is running or cached yet.
  await page.goto(`${address}/config.json`);
  const stored = { token: `Bearer ${token}`, adminId: admin.id, adminName: admin.username, adminEmail: admin.email };
  // The code is passed as text: it runs in the browser, not in this program.
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
  await page.close();
  await browser.close();
}

async function runOnce({ port }: LaunchedChrome, server: ServerProcess, screen: Screen): Promise<ScreenMetrics> {
  const url = server.address + screen.path;
  const flags = { port, disableStorageReset: screen.signedIn, onlyCategories: CATEGORIES, logLevel: 'error' } as const;
  const result = await lighthouse(url, flags, screen.device === 'desktop' ? desktopConfig : undefined);
  if (!result) throw new Error(`Lighthouse found nothing at ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  if (new URL(lhr.finalDisplayedUrl).pathname !== screen.path) {
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
  }
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const figure = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const details = lhr.audits['metrics']?.details;
  const observed = details?.type === 'debugdata' ? (details['items'] as Array<Record<string, number>>)[0] : undefined;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcpMs: figure('largest-contentful-paint'),
    observedLcpMs: observed?.['observedLargestContentfulPaint'] ?? Number.NaN,
    tbtMs: figure('total-blocking-time'),
    processorBlockingMs: processorBlocking(result.artifacts.Trace.traceEvents, SLOWDOWN[screen.device]),
    layoutShift: figure('cumulative-layout-shift'),
  };
}

/**
 * The blocking time of a page by the processor time of its tasks, from the first paint on. Lighthouse uses wall time,
 * which on a shared machine is mostly waiting.
 */
function processorBlocking(events: ReadonlyArray<TraceEvent>, slowdown: number): number {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint');
  if (!paint) return Number.NaN;
  const tasks = events.filter(
    ({ name, pid, tid, ts, dur = 0 }) =>
      name.endsWith('RunTask') && pid === paint.pid && tid === paint.tid && ts + dur > paint.ts,
  );
  const blocking = tasks.map(({ tdur = 0 }) => Math.max(0, (tdur / 1_000) * slowdown - TASK_MAX_MS));
  return blocking.reduce((sum, each) => sum + each, 0);
}
