import { type Browser, chromium, type Page } from 'playwright-core';
import type { Database } from '../../server/src/lib/db/database.ts';
import { CHROME_FLAGS, CHROME_PATH } from './lighthouse.ts';
import { type Percentiles, percentiles } from './measure.ts';
import { samplePercent } from './scenarios.ts';
import type { ServerProcess } from './server-process.ts';

const ROUNDS = 20;
/** The first interactions load lazy code, which does not represent a working day. */
const WARM_UP_ROUNDS = 2;
const TYPE_DELAY_MS = 40;
const VISIBLE_TIMEOUT_MS = 15_000;
const USERS_PATH = '/admin/users';
const REPORTS_PATH = '/admin/reports';
const VIEWPORT = { width: 1280, height: 800 };

/** An interaction, and the time until the browser has painted its result. */
export interface InteractionMetrics {
  name: string;
  /** From the browser's event to the frame with the result, in milliseconds. */
  shown: Percentiles;
  /** From the event to the next frame, with any content, by the browser's own Event Timing. */
  nextPaint: Percentiles;
}

/**
 * Runs in the page before the panel. `await shown(kind, isShown)` returns the time from the last event of this kind to
 * the first frame in which `isShown` is true: checked after each DOM change, and timed after the frame.
 */
const WATCH = `(() => {
  const last = {};
  for (const kind of ['pointerdown', 'keydown', 'scroll'])
    addEventListener(kind, ({ timeStamp }) => { last[kind] ??= timeStamp; if (kind === 'keydown') last[kind] = timeStamp; }, { capture: true, passive: true });
  const timing = [];
  new PerformanceObserver((list) => timing.push(...list.getEntries())).observe({ type: 'event', durationThreshold: 16, buffered: true });
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage(null);
  }));
  window.interaction = {
    begin(kind) { delete last[kind]; timing.length = 0; },
    async shown(kind, isShown) {
      await new Promise((resolve) => {
        const look = () => {
          if (last[kind] === undefined || !isShown()) return false;
          observer.disconnect();
          resolve();
          return true;
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      });
      const shown = (await painted()) - last[kind];
      await new Promise((resolve) => setTimeout(resolve, 100));
      const next = timing.filter(({ startTime }) => startTime >= last[kind] - 1).map(({ duration }) => duration);
      return { shown, nextPaint: Math.max(8, ...next) };
    },
  };
})()`;

interface Found {
  shown: number;
  nextPaint: number;
}

/** Starts the observation, does something, and waits until `isShown`, a JavaScript expression, is true. */
async function timeOne(page: Page, kind: string, act: () => Promise<unknown>, isShown: string): Promise<Found> {
  await page.evaluate(`window.interaction.begin('${kind}')`);
  await act();
  const found = page.evaluate(`window.interaction.shown('${kind}', () => (${isShown}))`) as Promise<Found>;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`never shown: ${isShown}`)), VISIBLE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}

const ROWS = `[...document.querySelectorAll('[role=row][aria-rowindex]')]`;
const IS_AT_REST = `!document.querySelector('[aria-busy=true]')`;
const hasRowOf = (text: string) =>
  `${IS_AT_REST} && ${ROWS}.some((row) => row.textContent.includes(${JSON.stringify(text)}))`;

/** Measures the most frequent interactions in the built panel at a million users. */
export async function measureInteractions(server: ServerProcess, database: Database): Promise<InteractionMetrics[]> {
  const { rows: users } = await database.pool.query<{ username: string; email: string }>(
    `select username, email from accounts tablesample bernoulli (${await samplePercent(database.pool, 'users')}) where role = 'user' order by id limit $1`,
    [ROUNDS + WARM_UP_ROUNDS],
  );
  const browser = await chromium.launch({ executablePath: CHROME_PATH, args: CHROME_FLAGS });
  try {
    const page = await openUsers(browser, server);
    const search = page.getByRole('textbox', { name: 'Tìm kiếm người dùng' });
    const all: InteractionMetrics[] = [];
    const measure = async (name: string, once: (round: number) => Promise<Found>) => {
      const found: Found[] = [];
      for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1) {
        const metrics = await once(round);
        if (round >= WARM_UP_ROUNDS) found.push(metrics);
      }
      const of = (key: keyof Found) => percentiles(found.map((each) => each[key]));
      const metrics = { name, shown: of('shown'), nextPaint: of('nextPaint') };
      all.push(metrics);
      console.log(`${name}: ${metrics.shown.p50.toFixed(0)} / ${metrics.shown.p95.toFixed(0)} ms`);
    };

    await measure('next page on scrolling to the end', () => scrollOn(page));
    await measure('type a search → its rows', async (round) => {
      const { username, email } = users[round] ?? {};
      if (username === undefined || email === undefined) throw new Error('there are too few users');
      await search.fill('');
      await search.focus();
      return timeOne(
        page,
        'keydown',
        () => search.pressSequentially(username, { delay: TYPE_DELAY_MS }),
        hasRowOf(email),
      );
    });
    await search.fill('');
    await measure('open a user of the list', (round) => openDetail(page, round));
    await measure('open a user’s menu', () => openMenu(page));
    await measure('switch to the reports', () => switchToReports(page));
    return all;
  } finally {
    await browser.close();
  }
}

async function openUsers(browser: Browser, { address, token, admin }: ServerProcess): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.addInitScript(WATCH);
  await page.goto(`${address}/config.json`);
  const stored = { token: `Bearer ${token}`, adminId: admin.id, adminName: admin.username, adminEmail: admin.email };
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
  await page.goto(address + USERS_PATH);
  await page.getByRole('row').nth(3).waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** To the end of the loaded rows, until more are loaded. */
async function scrollOn(page: Page): Promise<Found> {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  const toEnd = () => page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  const found = await timeOne(page, 'scroll', toEnd, `document.documentElement.scrollHeight > ${height}`);
  await page.waitForLoadState('networkidle');
  return found;
}

/** Always another one, so that nothing of it is cached. */
async function openDetail(page: Page, round: number): Promise<Found> {
  const row = page.getByRole('row').nth(2 + (round % 8));
  const link = row.getByRole('link');
  const [href, email] = [await link.getAttribute('href'), await row.locator('bdi').nth(1).textContent()];
  const isShown = `location.pathname === ${JSON.stringify(href)} && document.querySelector('main').textContent.includes(${JSON.stringify(email)}) && !document.querySelector('[role=grid]')`;
  const found = await timeOne(page, 'pointerdown', () => link.click(), isShown);
  await page.goBack();
  await page.getByRole('row').nth(10).waitFor();
  return found;
}

async function openMenu(page: Page): Promise<Found> {
  if (new URL(page.url()).pathname === USERS_PATH) await page.getByRole('row').nth(2).getByRole('link').click();
  const opener = page.locator('main [aria-haspopup=menu]');
  await opener.waitFor();
  const found = await timeOne(page, 'pointerdown', () => opener.click(), `document.querySelector('[role=menu]')`);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  return found;
}

async function switchToReports(page: Page): Promise<Found> {
  await page.locator(`nav a[href="${USERS_PATH}"]`).click();
  await page.locator('h1').waitFor();
  await page.getByRole('row').nth(10).waitFor();
  const link = page.locator(`nav a[href="${REPORTS_PATH}"]`);
  const isShown = `location.pathname === '${REPORTS_PATH}' && document.querySelectorAll('[role=row] a, [role=row] [role=gridcell]').length > 3`;
  return timeOne(page, 'pointerdown', () => link.click(), isShown);
}
