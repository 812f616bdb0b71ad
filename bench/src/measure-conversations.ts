import { setTimeout as sleep } from 'node:timers/promises';
import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { sendMessage } from '@hai-dang/contract/chat/chat.events.ts';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Database } from '../../server/src/lib/db/database.ts';
import { newId } from '../../server/src/lib/ids.ts';
import { createSignedIn, type SignedIn } from './chat-accounts.ts';
import {
  type Found,
  type InteractionMetrics,
  interactionRow,
  measureRounds,
  openSignedIn,
  timeOne,
} from './interaction-timing.ts';
import { CHROME_FLAGS, CHROME_PATH } from './lighthouse.ts';
import { buildPanel } from './measure-panel.ts';
import { describeMachine } from './report.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { SocketConnection } from './socket-connection.ts';
import { withTemporaryDatabase } from './temporary-database.ts';

const CONVERSATIONS = 5_000;
const MESSAGES_OF_THE_LONGEST = 10_000;
const MESSAGES_OF_OTHERS = 4;
const WRITERS = 20;
/** One of them writes each time. */
const WRITES_EVERY_MS = 200;
const SLOWED = 4;
const NEXT_PAINT_MAX_MS = 200;
const VIEWPORT = { width: 1440, height: 900 };
const CHAT_PATH = '/admin/chat';
const LONG_USER = 'Người Viết Nhiều';

/**
 * Measures the chat at work: five thousand conversations, one with ten thousand messages, while users write and the
 * processor is slowed down.
 * @returns its section of the results page, and the missed bars
 */
export async function measureConversations(): Promise<{ part: string; missed: string[] }> {
  await buildPanel();
  return withTemporaryDatabase('conversations', async (database, dataDir) => {
    const writers = await insertConversations(database);
    const server = await startServer(dataDir);
    try {
      const metrics = await measureIn(server, writers);
      const missed = metrics
        .filter(({ nextPaint }) => nextPaint.p95 > NEXT_PAINT_MAX_MS)
        .map(
          ({ name, nextPaint }) =>
            `${name}: next frame after ${Math.round(nextPaint.p95)} ms, ${NEXT_PAINT_MAX_MS} wanted`,
        );
      return { part: writePart(metrics, missed, await describeMachine(database)), missed };
    } finally {
      await server.stop();
    }
  });
}

/** @returns those who write meanwhile */
async function insertConversations(database: Database): Promise<SignedIn[]> {
  const { db, pool } = database;
  const users = await createSignedIn(database, 'user', CONVERSATIONS);
  const [long, ...others] = users.map(({ id }) => id);
  if (long === undefined) throw new Error('no user was inserted');
  await db.updateTable('users').set({ username: LONG_USER, last_seen_at: new Date() }).where('id', '=', long).execute();
  await pool.query(`update users set last_seen_at = now() - interval '1 hour' where id = any($1)`, [others]);
  const insert = async (ids: readonly string[], count: number) => {
    await pool.query(
      `insert into conversations (user_id, last_seq, unread_count, admin_read_seq) select id, $2, 0, $2 from unnest($1::text[]) id`,
      [ids, count],
    );
    await pool.query(
      `insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, client_key, created_at)
         select gen_random_uuid(), id, n, id, n % 3 = 0, 'text', 'Tin số ' || n || repeat(' chào bạn', n % 9), n,
                now() - interval '1 hour' - ($2 - n) * interval '1 minute'
         from unnest($1::text[]) id, generate_series(1, $2) n`,
      [ids, count],
    );
  };
  await insert([long], MESSAGES_OF_THE_LONGEST);
  await insert(others, MESSAGES_OF_OTHERS);
  await pool.query('vacuum analyze');
  return users.slice(-WRITERS);
}

/** Users write, one after the other, until it is ended. */
async function startTraffic(address: string, writers: readonly SignedIn[]): Promise<() => Promise<void>> {
  const nothing = { onEvent: () => undefined, onAck: () => undefined };
  const connections = await Promise.all(writers.map(({ token }) => SocketConnection.open(address, token, nothing)));
  const ending = new AbortController();
  const writing = (async () => {
    for (let n = 0; !ending.signal.aborted; n += 1) {
      const payload = { content: `Cho hỏi ${n}`, type: 'text', tempId: newId() };
      connections[n % connections.length]?.send(`42${n}${JSON.stringify([sendMessage.name, payload])}`);
      await sleep(WRITES_EVERY_MS);
    }
  })();
  return async () => {
    ending.abort();
    await writing;
    for (const connection of connections) connection.close();
  };
}

async function measureIn(server: ServerProcess, writers: readonly SignedIn[]): Promise<InteractionMetrics[]> {
  const endTraffic = await startTraffic(server.address, writers);
  const browser = await chromium.launch({ executablePath: CHROME_PATH, args: CHROME_FLAGS });
  try {
    const page = await openChat(browser, server);
    return [
      await measureRounds('type into the search → the user', () => searchUser(page)),
      await measureRounds('open the conversation with 10,000 messages', () => openLong(page)),
      await measureRounds('a page up in its messages', () => pageUp(page)),
      await measureRounds('type a letter into the message box', (round) => typeLetter(page, round)),
      await measureRounds('show the waiting ones, and all again', (round) => showFiltered(page, round)),
      await measureRounds('next conversation by key', () => openNext(page)),
    ];
  } finally {
    await browser.close();
    await endTraffic();
  }
}

async function openChat(browser: Browser, server: ServerProcess): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const joined = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes(adminConnected.name)));
  await openSignedIn(page, server, CHAT_PATH);
  await page.locator('[data-chat-user]').nth(5).waitFor();
  await joined;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  return page;
}

/** Messages may be loading beside it. */
const LIST = '[aria-label="Danh sách người dùng"]';
const MESSAGE_BOX = 'textarea[enterkeyhint=send]';
const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Tìm kiếm người dùng' });
const messageBox = (page: Page) => page.locator(MESSAGE_BOX);

async function searchUser(page: Page): Promise<Found> {
  await searchBox(page).fill('');
  await page.locator('[data-chat-user]').nth(5).waitFor();
  await searchBox(page).focus();
  return timeOne(
    page,
    'keydown',
    () => searchBox(page).pressSequentially(LONG_USER, { delay: 40 }),
    `document.querySelectorAll('[data-chat-user]').length === 1`,
  );
}

async function openLong(page: Page): Promise<Found> {
  await page.goto(new URL(CHAT_PATH, page.url()).href);
  await page.locator('[data-chat-user]').nth(5).waitFor();
  await searchBox(page).fill(LONG_USER);
  const row = page.locator('[data-chat-user]').first();
  await row.getByText(LONG_USER).waitFor();
  const found = await timeOne(
    page,
    'pointerdown',
    () => row.click(),
    `document.querySelector('[role=log]')?.textContent.includes('Tin số ${MESSAGES_OF_THE_LONGEST}')`,
  );
  await messageBox(page).waitFor();
  return found;
}

async function pageUp(page: Page): Promise<Found> {
  const log = page.getByRole('log');
  await log.focus();
  const top = await log.evaluate(({ scrollTop }) => scrollTop);
  return timeOne(
    page,
    'keydown',
    () => page.keyboard.press('PageUp'),
    `document.querySelector('[role=log]').scrollTop !== ${top}`,
  );
}

async function typeLetter(page: Page, round: number): Promise<Found> {
  await messageBox(page).focus();
  const length = (await messageBox(page).inputValue()).length + 1;
  const letter = 'abcdefghijklmnopqrstuvwxyz'.charAt(round);
  const act = () => page.keyboard.press(letter);
  return timeOne(page, 'keydown', act, `document.querySelector('${MESSAGE_BOX}').value.length === ${length}`);
}

async function showFiltered(page: Page, round: number): Promise<Found> {
  if (round === 0) await searchBox(page).fill('');
  const isWaiting = round % 2 === 0;
  const filter = page.getByRole('radio', { name: isWaiting ? /^Chờ trả lời/ : /^Tất cả/ });
  await filter.waitFor();
  return timeOne(
    page,
    'pointerdown',
    () => filter.click(),
    // The size of the whole list is not known.
    `document.querySelector('${LIST} li')?.ariaSetSize === '${isWaiting ? WRITERS : -1}'`,
  );
}

async function openNext(page: Page): Promise<Found> {
  const current = page.locator('[data-chat-user][tabindex="0"]');
  await current.focus();
  await page.keyboard.press('ArrowDown');
  const id = await page.evaluate(`document.activeElement.dataset.chatUser`);
  return timeOne(
    page,
    'keydown',
    () => page.keyboard.press('Enter'),
    `location.search.includes('${id}') && document.querySelector('[role=log] [data-index]')`,
  );
}

function writePart(metrics: readonly InteractionMetrics[], missed: readonly string[], machine: string): string {
  return `## The chat at work

${machine}

${CONVERSATIONS.toLocaleString('en')} conversations, one with ${MESSAGES_OF_THE_LONGEST.toLocaleString('en')} messages; ${WRITERS} users write, five messages a second together. Chromium with
the processor slowed down ${SLOWED} times. From the browser's event to the frame that shows what was asked for; beside it to the next frame, whatever it
shows, by the browser's Event Timing (what INP is made of), in steps of 8 ms.

| | shown p50, ms | p95 | next frame p50, ms | p95 |
|---|--:|--:|--:|--:|
${metrics.map(interactionRow).join('\n')}

- Bar: next frame under ${NEXT_PAINT_MAX_MS} ms at p95.
- ${missed.length === 0 ? 'It was met.' : `Missed: ${missed.join('; ')}.`}
`;
}
