import { type Browser, chromium, type Page } from 'playwright-core';
import type { Database } from '../../server/src/lib/db/database.ts';
import {
  ALL_ROUNDS,
  type Found,
  type InteractionMetrics,
  measureRounds,
  openSignedIn,
  timeOne,
} from './interaction-timing.ts';
import { CHROME_FLAGS, CHROME_PATH } from './lighthouse.ts';
import { samplePercent } from './scenarios.ts';
import type { ServerProcess } from './server-process.ts';

const TYPE_DELAY_MS = 40;
const USERS_PATH = '/admin/users';
const REPORTS_PATH = '/admin/reports';
const VIEWPORT = { width: 1280, height: 800 };

const ROWS = `[...document.querySelectorAll('[role=row][aria-rowindex]')]`;
const IS_AT_REST = `!document.querySelector('[aria-busy=true]')`;
const hasRowOf = (text: string) =>
  `${IS_AT_REST} && ${ROWS}.some((row) => row.textContent.includes(${JSON.stringify(text)}))`;

/** Measures the most frequent interactions in the built panel at a million users. */
export async function measureInteractions(server: ServerProcess, database: Database): Promise<InteractionMetrics[]> {
  const { rows: users } = await database.pool.query<{ username: string; email: string }>(
    `select username, email from accounts tablesample bernoulli (${await samplePercent(database.pool, 'users')}) where role = 'user' order by id limit $1`,
    [ALL_ROUNDS],
  );
  const browser = await chromium.launch({ executablePath: CHROME_PATH, args: CHROME_FLAGS });
  try {
    const page = await openUsers(browser, server);
    const search = page.getByRole('textbox', { name: 'Tìm kiếm người dùng' });
    const all: InteractionMetrics[] = [];
    const measure = async (name: string, once: (round: number) => Promise<Found>) => {
      all.push(await measureRounds(name, once));
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

async function openUsers(browser: Browser, server: ServerProcess): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await openSignedIn(page, server, USERS_PATH);
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
