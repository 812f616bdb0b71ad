import { setTimeout as sleep } from 'node:timers/promises';
import { listChatUsers, listMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { listReportCases, listReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import {
  countUnreadNotifications,
  listNotifications,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { createSignedIn, type SignedIn } from './chat-accounts.ts';
import { HttpConnection } from './http-client.ts';
import { buildPanel } from './measure-panel.ts';
import { collectGarbageIn } from './process-metrics.ts';
import { describeMachine } from './report.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { openPages, type PageMetrics } from './soak-pages.ts';
import { openTraffic, reportersFor } from './soak-traffic.ts';
import { withTemporaryDatabase } from './temporary-database.ts';

/** Overrides for trial runs; the results contain the actual numbers. */
const EVENTS = Number(process.env['BENCH_EVENTS'] || 20_000);
const CALLS = Number(process.env['BENCH_CALLS'] || 100_000);
/** Before the first reading, so that the lists are full, and code is loaded and optimised. */
const WARM_UP_EVENTS = 2_000;
const WARM_UP_CALLS = 5_000;
const WRITERS = 20;
const CALLERS = 4;
const SETTLE_MS = 8_000;
const MB_BYTES = 1_000_000;
const PAGE_GROWTH_MAX_BYTES = 10 * MB_BYTES;
/** A list may have some rows more or fewer at the moment of a reading. */
const NODES_RATIO_MAX = 1.1;
const CLICK_MAX_MS = 200;
/** Level: what a collection leaves varies by as much. */
const SERVER_HEAP_GROWTH_MAX_BYTES = 5 * MB_BYTES;
const SERVER_RESIDENT_GROWTH_MAX_BYTES = 30 * MB_BYTES;

interface PageRow {
  name: string;
  before: PageMetrics;
  after: PageMetrics;
  /** The slowest of some clicks; before the events it says what the machine's other load adds. */
  clickBeforeMs: number;
  clickMs: number;
  /** Frames of the socket meanwhile. */
  received: number;
}

/** Bytes of the server process, after a collection. */
interface ServerMemory {
  heap: number;
  resident: number;
}

interface SoakResults {
  pages: PageRow[];
  server: { before: ServerMemory; after: ServerMemory };
}

/**
 * Measures whether a working day makes panel or server grow: three screens open while users report and write, then mixed
 * calls to the server.
 * @returns its section of the results page, and the missed bars
 */
export async function measureSoak(): Promise<{ part: string; missed: string[] }> {
  await buildPanel();
  return withTemporaryDatabase('soak', async (database, dataDir) => {
    const reporters = await createSignedIn(database, 'user', reportersFor(EVENTS + WARM_UP_EVENTS));
    const writers = await createSignedIn(database, 'user', WRITERS);
    const server = await startServer(dataDir);
    try {
      const pages = await measurePages(server, { reporters, writers });
      const results = { pages, server: await measureServer(server, writers) };
      const missed = missedBars(results);
      return { part: await writePart(results, missed, database), missed };
    } finally {
      await server.stop();
    }
  });
}

interface Users {
  reporters: readonly SignedIn[];
  writers: readonly SignedIn[];
}

async function measurePages(server: ServerProcess, { reporters, writers }: Users): Promise<PageRow[]> {
  const [first] = writers;
  if (!first) throw new Error('nobody writes');
  const traffic = await openTraffic(server.address, reporters, writers);
  try {
    // A conversation to open, and rows in each list.
    await traffic.run(WRITERS * 2);
    const { pages, close } = await openPages(server, first.id);
    try {
      await traffic.run(WARM_UP_EVENTS);
      const before: Array<{ metrics: PageMetrics; clickMs: number; received: number }> = [];
      for (const page of pages) {
        const clickMs = await page.click();
        before.push({ clickMs, metrics: await page.measure(), received: page.received() });
      }
      await traffic.run(EVENTS);
      const rows: PageRow[] = [];
      for (const [index, page] of pages.entries()) {
        const clickMs = await page.click();
        const earlier = before[index];
        if (!earlier) throw new Error(`${page.name} was not measured before`);
        const received = page.received() - earlier.received;
        const row = {
          name: page.name,
          before: earlier.metrics,
          after: await page.measure(),
          clickBeforeMs: earlier.clickMs,
          clickMs,
          received,
        };
        console.log(pageRow(row));
        rows.push(row);
      }
      return rows;
    } finally {
      await close();
    }
  } finally {
    traffic.close();
  }
}

async function measureServer(server: ServerProcess, writers: readonly SignedIn[]): Promise<SoakResults['server']> {
  const pid = await server.pid();
  const look = async (): Promise<ServerMemory> => {
    await sleep(SETTLE_MS);
    const heap = await collectGarbageIn(pid);
    return { heap, resident: await server.residentBytes() };
  };
  await makeCalls(server, writers, WARM_UP_CALLS);
  const before = await look();
  await makeCalls(server, writers, CALLS);
  const after = await look();
  console.log(
    `server: heap ${mb(before.heap)} → ${mb(after.heap)} MB, resident ${mb(before.resident)} → ${mb(after.resident)}`,
  );
  return { before, after };
}

/** The calls of an administrator at work, in turn, from some connections at once. */
async function makeCalls(
  { address, token }: ServerProcess,
  writers: readonly SignedIn[],
  count: number,
): Promise<void> {
  const calls = [
    ...[listUsers, listReports, listReportCases, listChatUsers, listNotifications, countUnreadNotifications].map(
      ({ path }) => path,
    ),
    ...writers.map(({ id }) => listMessages.path.replace(':userId', id)),
  ];
  let made = 0;
  const call = async () => {
    const connection = new HttpConnection(address);
    try {
      for (let index = made++; index < count; index = made++) {
        const path = calls[index % calls.length] ?? '';
        const { status, body } = await connection.post(path, {}, token);
        if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
}

/** The missed bars, one line each; empty if there are none. */
function missedBars({ pages, server: { before, after } }: SoakResults): string[] {
  const missed = pages.flatMap((page) => {
    const grown = page.after.heapBytes - page.before.heapBytes;
    const lines = [];
    if (page.received < EVENTS) lines.push(`${page.received} of ${EVENTS} events arrived`);
    if (!(grown <= PAGE_GROWTH_MAX_BYTES))
      lines.push(`heap ${mb(grown)} MB more, ${mb(PAGE_GROWTH_MAX_BYTES)} at most`);
    if (!(page.after.nodes <= page.before.nodes * NODES_RATIO_MAX)) {
      lines.push(`${page.after.nodes} nodes of ${page.before.nodes}, ${NODES_RATIO_MAX} times at most`);
    }
    if (!(page.clickMs <= CLICK_MAX_MS))
      lines.push(`a click took ${Math.round(page.clickMs)} ms, ${CLICK_MAX_MS} at most`);
    return lines.map((line) => `${page.name}: ${line}`);
  });
  const grown = { heap: after.heap - before.heap, resident: after.resident - before.resident };
  if (!(grown.heap <= SERVER_HEAP_GROWTH_MAX_BYTES)) {
    missed.push(`server: heap ${mb(grown.heap)} MB more, ${mb(SERVER_HEAP_GROWTH_MAX_BYTES)} at most`);
  }
  if (!(grown.resident <= SERVER_RESIDENT_GROWTH_MAX_BYTES)) {
    missed.push(`server: resident ${mb(grown.resident)} MB more, ${mb(SERVER_RESIDENT_GROWTH_MAX_BYTES)} at most`);
  }
  return missed;
}

const mb = (bytes: number): string => (bytes / MB_BYTES).toFixed(1);

function pageRow({ name, before, after, clickBeforeMs, clickMs, received }: PageRow): string {
  const heap = [before.heapBytes, after.heapBytes, after.heapBytes - before.heapBytes].map(mb);
  return `| ${[name, received, ...heap, before.nodes, after.nodes, ...[clickBeforeMs, clickMs].map(Math.round)].join(' | ')} |`;
}

async function writePart(results: SoakResults, missed: readonly string[], database: Database): Promise<string> {
  const { before, after } = results.server;
  return `## A day of events

${await describeMachine(database)}

The dashboard, the list of reports and a conversation stay open in Chromium while users file reports, each of which notifies the administrators, and
write: ${EVENTS.toLocaleString('en')} events, after ${WARM_UP_EVENTS.toLocaleString('en')} that warm up. Heap and nodes of each page at rest, after its garbage was collected; the slowest of some
clicks, from the press to the frame that shows what it does.

| | frames of the socket | heap before, MB | after | more | nodes before | after | slowest click before, ms | after |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
${results.pages.map(pageRow).join('\n')}

The server over ${CALLS.toLocaleString('en')} mixed calls, ${CALLERS} at once, after ${WARM_UP_CALLS.toLocaleString('en')} that warm up, its garbage collected: heap ${mb(before.heap)} MB before and ${mb(after.heap)} after, resident memory
${mb(before.resident)} MB before and ${mb(after.resident)} after.

- Bars: heap of a page at most ${mb(PAGE_GROWTH_MAX_BYTES)} MB more, nodes at most ${NODES_RATIO_MAX} times as many, a click in ${CLICK_MAX_MS} ms; the server's heap at most ${mb(SERVER_HEAP_GROWTH_MAX_BYTES)} MB more,
  its resident memory ${mb(SERVER_RESIDENT_GROWTH_MAX_BYTES)} MB.
- ${missed.length === 0 ? 'Every bar was met.' : `Missed: ${missed.join('; ')}.`}
`;
}
