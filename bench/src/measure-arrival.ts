import { setTimeout as sleep } from 'node:timers/promises';
import { createReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { notificationAdded } from '@hai-dang/contract/notifications/notifications.events.ts';
import { type Browser, chromium, type Page } from 'playwright-core';
import { io, type Socket } from 'socket.io-client';
import { hashToken, newToken } from '../../server/src/auth/token.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { newId } from '../../server/src/lib/ids.ts';
import { BENCH_DATA_DIR, openBenchDatabase } from './bench-database.ts';
import { HttpConnection } from './http-client.ts';
import { CHROME_FLAGS, CHROME_PATH } from './lighthouse.ts';
import { type Percentiles, percentiles } from './measure.ts';
import { buildPanel } from './measure-panel.ts';
import { describeMachine } from './report.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const ROUNDS = 40;
/** Until a toast disappears: a new report would only increase the count of an open one. */
const NOTICE_GONE_TIMEOUT_MS = 30_000;
const ARRIVAL_TIMEOUT_MS = 10_000;
const POLL_MS = 20;
const SESSION_MS = 3_600_000;
const TOTAL_P95_MAX_MS = 1_000;

/** Milliseconds since 1970 with fractions; the browser on the same machine uses the same time. */
const moment = (): number => performance.timeOrigin + performance.now();

/** Runs in the page before the panel: records when each frame arrives, and when each toast is first in the DOM. */
const WATCH = `(() => {
  const moment = () => performance.timeOrigin + performance.now();
  const seen = { frames: [], notices: {} };
  window.arrivals = seen;
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.includes('${notificationAdded.name}')) seen.frames.push({ at: moment(), data });
      });
    }
  };
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll('[data-sonner-toast] bdi')) {
      const text = notice.textContent;
      if (!(text in seen.notices)) seen.notices[text] = moment();
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

interface Reporter {
  id: string;
  name: string;
  token: string;
}

interface Arrival {
  /** The time from the POST to the event at a bare socket. */
  server: number;
  /** The time from the event in the browser to the toast in its page. */
  browser: number;
  /** The time from the POST to the toast. */
  total: number;
}

/**
 * Measures the time from the POST of a report to the toast in an administrator's browser.
 * @returns its section of the results page, and the missed bars
 */
export async function measureArrival(): Promise<{ part: string; missed: string[] }> {
  await buildPanel();
  const database = await openBenchDatabase();
  try {
    const server = await startServer(BENCH_DATA_DIR);
    try {
      const arrivals = await measureRounds(server, await signInReporters(database, ROUNDS + 1));
      return writePart(arrivals, await describeMachine(database));
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
  }
}

/** Accounts of a scale set have no password, so their sessions are inserted directly. */
async function signInReporters({ db }: Database, count: number): Promise<Reporter[]> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role', '=', 'user')
    .where('is_disabled', '=', false)
    .orderBy('created_at', 'desc')
    .limit(count)
    .execute();
  const now = new Date();
  const reporters = found.map(({ id, username }) => ({ id, name: username, token: newToken() }));
  await db
    .insertInto('sessions')
    .values(
      reporters.map(({ id, token }) => ({
        token_hash: hashToken(token),
        id: newId(),
        user_id: id,
        ip: '127.0.0.1',
        user_agent: 'bench',
        created_at: now,
        last_used_at: now,
        expires_at: new Date(now.getTime() + SESSION_MS),
      })),
    )
    .execute();
  return reporters;
}

async function measureRounds(server: ServerProcess, reporters: readonly Reporter[]): Promise<Arrival[]> {
  const connection = new HttpConnection(server.address);
  const socket = io(server.address, { transports: ['websocket'], auth: { token: server.token } });
  const browser = await chromium.launch({ executablePath: CHROME_PATH, args: CHROME_FLAGS });
  try {
    const page = await openPanel(browser, server);
    const arrivals: Arrival[] = [];
    for (const [index, reporter] of reporters.entries()) {
      const item = reporters[(index + 1) % reporters.length];
      if (!item) throw new Error('nobody is there to be reported');
      const arrival = await measureOne({ page, socket, connection }, reporter, item.id);
      // The first one loads lazy code.
      if (index > 0) arrivals.push(arrival);
      await page.locator('[data-sonner-toast]').waitFor({ state: 'detached', timeout: NOTICE_GONE_TIMEOUT_MS });
    }
    return arrivals;
  } finally {
    await browser.close();
    socket.disconnect();
    connection.close();
  }
}

async function openPanel(browser: Browser, { address, token, admin }: ServerProcess): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript(WATCH);
  await page.goto(`${address}/config.json`);
  const stored = { token: `Bearer ${token}`, adminId: admin.id, adminName: admin.username, adminEmail: admin.email };
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
  const isFollowing = page.waitForEvent('websocket');
  await page.goto(`${address}/admin/dashboard`);
  await isFollowing;
  // The first list must be loaded: its reports cause no toast.
  await page.waitForLoadState('networkidle');
  return page;
}

interface Ends {
  page: Page;
  socket: Socket;
  connection: HttpConnection;
}

async function measureOne({ page, socket, connection }: Ends, reporter: Reporter, itemId: string): Promise<Arrival> {
  const atSocket = new Promise<number>((resolve) => socket.once(notificationAdded.name, () => resolve(moment())));
  const body = {
    reportedItem: itemId,
    itemType: 'User',
    reason: 'spam',
    description: 'Gửi quảng cáo cho mọi người nhiều lần',
  };
  const sentAt = moment();
  const { status, body: text } = await connection.post(createReport.path, body, reporter.token);
  if (status !== createReport.status) throw new Error(`the report was answered with ${status}: ${text}`);
  const receivedAt = await Promise.race([atSocket, sleep(ARRIVAL_TIMEOUT_MS, Number.NaN)]);
  const deadline = moment() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    const seen = (await page.evaluate('window.arrivals')) as {
      frames: Array<{ at: number; data: string }>;
      notices: Record<string, number>;
    };
    const shownAt = seen.notices[reporter.name];
    const frame = seen.frames.at(-1);
    if (shownAt !== undefined && frame) {
      return { server: receivedAt - sentAt, browser: shownAt - frame.at, total: shownAt - sentAt };
    }
    if (moment() > deadline) throw new Error(`the notice of ${reporter.name}'s report never came`);
    await sleep(POLL_MS);
  }
}

function writePart(arrivals: readonly Arrival[], machine: string): { part: string; missed: string[] } {
  const of = (key: keyof Arrival): Percentiles => percentiles(arrivals.map((arrival) => arrival[key]));
  const row = (name: string, { p50, p95 }: Percentiles) => `| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`;
  const total = of('total');
  const missed =
    total.p95 < TOTAL_P95_MAX_MS
      ? []
      : [`report to notice: p95 ${total.p95.toFixed(0)} ms, under ${TOTAL_P95_MAX_MS} ms wanted`];
  const rows = [
    row('server: POST sent → event at a bare socket', of('server')),
    row('browser: event → notice in the page', of('browser')),
    row('all: POST sent → notice in the page', total),
  ];
  for (const line of rows) console.log(line);
  return {
    missed,
    part: `## From a report to the notice

${machine}

${arrivals.length} reports, one at a time over HTTP, each by another user; an administrator's browser on the dashboard (headless Chromium)
and a bare socket on the same server. Each time a new notice has to appear.

| | p50, ms | p95, ms |
|---|--:|--:|
${rows.join('\n')}

- ${missed.length === 0 ? `Bar: p95 of all under ${TOTAL_P95_MAX_MS} ms. It was met.` : `Missed: ${missed.join('; ')}.`}
`,
  };
}
