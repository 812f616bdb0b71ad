import { NOTIFICATION_LIST_DEFAULT_LIMIT } from '@hai-dang/contract/constants.ts';
import { createReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import {
  countUnreadNotifications,
  deleteAllNotifications,
  listNotifications,
  markAllNotificationsRead,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import pg from 'pg';
import type { Database } from '../../server/src/lib/db/database.ts';
import {
  insertAdmin,
  insertNotification,
  insertPost,
  insertSession,
  insertUser,
} from '../../server/src/testing/factories.ts';
import { HttpConnection } from './http-client.ts';
import { percentiles } from './measure.ts';
import { describeMachine } from './report.ts';
import { startServer } from './server-process.ts';
import { withTemporaryDatabase } from './temporary-database.ts';

/** An override for trial runs. */
const ANNOUNCEMENTS = Number(process.env['BENCH_ANNOUNCEMENTS'] || 1_000_000);
const FEW = 2;
const MANY = 200;
const BLOCKS = 12;
const FILED_IN_BLOCK = 40;
/** In each block: the first calls after the number has changed. */
const WARM_UP = 10;
const CALLS = 300;
const CALLS_WARM_UP = 50;
const READS = [
  ['list', listNotifications],
  ['unread count', countUnreadNotifications],
] as const;
const RATIO_MAX = 1.2;
const READ_RATIO_MAX = 2;
const P95_MAX_MS = 30;

interface Read {
  name: string;
  times: number[];
  /** The times of the same call by an administrator who has as long a list, and no announcement. */
  reference: number[];
}

interface NotificationMetrics {
  filed: Record<typeof FEW | typeof MANY, number[]>;
  rows: number;
  reads: Read[];
  changes: Array<{ name: string; ms: number }>;
  failures: string[];
}

/** @returns how many milliseconds it took */
type Call = (path: string, body: object) => Promise<number>;

/**
 * Measures what a report costs with few and with many administrators, and their lists of a million announcements.
 * @returns its part of the section of the walls, and the missed bars
 */
export async function measureNotifications(): Promise<{ part: string; missed: string[] }> {
  return withTemporaryDatabase('scale-notifications', async (database, dataDir) => {
    const metrics = await measureIn(database, dataDir);
    const missed = missedBars(metrics);
    return { part: writePart(metrics, missed, await describeMachine(database)), missed };
  });
}

async function measureIn(database: Database, dataDir: string): Promise<NotificationMetrics> {
  const server = await startServer(dataDir);
  const connection = new HttpConnection(server.address);
  const failures: string[] = [];
  const callAs =
    (token: string): Call =>
    async (path, body) => {
      const startedAt = performance.now();
      const { status } = await connection.post(path, body, token);
      const ms = performance.now() - startedAt;
      if (status >= 300) failures.push(`${path}: ${status}`);
      return ms;
    };
  async function deleteAll(): Promise<number> {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${server.token}` };
    const { status } = await fetch(`${server.address}${deleteAllNotifications.path}`, { method: 'DELETE', headers });
    if (status >= 300) failures.push(`deleting all: ${status}`);
    return performance.now() - startedAt;
  }
  try {
    const filed = await measureFiling(database, callAs);
    const { rows } = await database.pool.query<{ count: number }>('select count(*)::int as count from announcements');
    // This client has none of the limits of a server's statements.
    const bulk = new pg.Client(database.connection);
    await bulk.connect();
    const reference = callAs(await insertReference(database));
    const calls = { call: callAs(server.token), reference, deleteAll };
    const { reads, changes } = await measureLists(bulk, server.admin.id, calls).finally(() => bulk.end());
    return { filed, rows: rows[0]?.count ?? 0, reads, changes, failures };
  } finally {
    connection.close();
    await server.stop();
  }
}

/** Files reports in blocks, in turn with few and with many administrators. */
async function measureFiling({ db, pool }: Database, callAs: (token: string) => Call) {
  const author = await insertUser(db);
  for (let n = 1; n < MANY; n += 1) await insertAdmin(db);
  const filed: NotificationMetrics['filed'] = { [FEW]: [], [MANY]: [] };
  // The first two blocks warm the server up.
  for (let block = -2; block < BLOCKS; block += 1) {
    const count = block % 2 === 0 ? FEW : MANY;
    // The first, who calls, stays.
    await pool.query(
      `update users set role = case when n <= $1 then 'admin' else 'user' end
        from (select id, row_number() over (order by created_at, id) as n from users where id in
          (select admin_id from notification_marks)) numbered
        where users.id = numbered.id`,
      [count],
    );
    for (let n = 0; n < FILED_IN_BLOCK; n += 1) {
      const token = await insertSession(db, (await insertUser(db)).id);
      const { id } = await insertPost(db, author.id);
      const body = {
        itemType: 'Post',
        reportedItem: id,
        reason: 'spam',
        description: 'Đăng đi đăng lại một quảng cáo',
      };
      const ms = await callAs(token)(createReport.path, body);
      if (block >= 0 && n >= WARM_UP) filed[count].push(ms);
    }
  }
  return filed;
}

/** So many of the last year, of which all but the oldest are decided. */
async function insertAnnouncements(bulk: pg.Client): Promise<void> {
  console.log(`Inserting ${ANNOUNCEMENTS.toLocaleString('en')} announcements…`);
  await bulk.query(
    `insert into announcements (id, type, report_id, sender_name, message, is_handled, created_at)
      select overlay(gen_random_uuid()::text placing uuid_v7_time(at) from 1 for 15), 'new_report', 'r' || n,
        'Người báo cáo', 'Có báo cáo mới cần xử lý', n > 1, at
      from (select n, now() - interval '1 year' + n * interval '30 seconds' as at from generate_series(1, $1::int) n) made`,
    [ANNOUNCEMENTS],
  );
  await bulk.query('vacuum analyze announcements');
}

/** An administrator with notifications of the own alone, as many as a list shows. @returns the token */
async function insertReference({ db, pool }: Database): Promise<string> {
  const { id } = await insertAdmin(db);
  for (let n = 0; n <= NOTIFICATION_LIST_DEFAULT_LIMIT; n += 1) await insertNotification(db, id);
  await pool.query(`update notification_marks set read_before = 'z', cleared_before = 'z' where admin_id = $1`, [id]);
  return insertSession(db, id);
}

async function measureLists(
  bulk: pg.Client,
  adminId: string,
  { call, reference, deleteAll }: { call: Call; reference: Call; deleteAll: () => Promise<number> },
) {
  const reads: Read[] = [];
  const readIn = async (state: string) => {
    for (const [name, { path }] of READS) {
      const read: Read = { name: `${name}, ${state}`, times: [], reference: [] };
      for (let n = 0; n < CALLS_WARM_UP + CALLS; n += 1) {
        const [ms, referenceMs] = [await call(path, {}), await reference(path, {})];
        if (n < CALLS_WARM_UP) continue;
        read.times.push(ms);
        read.reference.push(referenceMs);
      }
      reads.push(read);
    }
  };
  await insertAnnouncements(bulk);
  // Nothing is read or cleared, as if the administrator had been one for all that time.
  await bulk.query(`update notification_marks set read_before = '', cleared_before = '' where admin_id = $1`, [
    adminId,
  ]);
  await readIn('the oldest unread, all others decided');
  await bulk.query('update announcements set is_handled = false where is_handled');
  await bulk.query('vacuum analyze announcements');
  await readIn('all unread');
  const changes = [{ name: 'mark all as read', ms: await call(markAllNotificationsRead.path, {}) }];
  await readIn('all read');
  changes.push({ name: 'delete all', ms: await deleteAll() });
  await readIn('all deleted');
  return { reads, changes };
}

function ratiosOf({ filed }: NotificationMetrics) {
  const [few, many] = [percentiles(filed[FEW]), percentiles(filed[MANY])];
  return { few, many, ratio: many.p50 / few.p50, ratioOfP95: many.p95 / few.p95 };
}

const ratioOf = ({ times, reference }: Read): number => percentiles(times).p50 / percentiles(reference).p50;

function missedBars(metrics: NotificationMetrics): string[] {
  const { ratio } = ratiosOf(metrics);
  return [
    ...(ratio <= RATIO_MAX
      ? []
      : [`filing with ${MANY} administrators: ${ratio.toFixed(2)} times as long, ${RATIO_MAX} at most`]),
    ...metrics.reads.flatMap((read) => {
      const { p95 } = percentiles(read.times);
      const ratioOfP50 = ratioOf(read);
      return [
        ...(p95 < P95_MAX_MS ? [] : [`${read.name}: p95 ${p95.toFixed(1)} ms, under ${P95_MAX_MS} wanted`]),
        ...(ratioOfP50 <= READ_RATIO_MAX
          ? []
          : [
              `${read.name}: ${ratioOfP50.toFixed(2)} times as long as without announcements, ${READ_RATIO_MAX} at most`,
            ]),
      ];
    }),
    ...metrics.failures.slice(0, 3).map((failure) => `notifications: ${failure}`),
  ];
}

function writePart(metrics: NotificationMetrics, missed: readonly string[], machine: string): string {
  const { few, many, ratio, ratioOfP95 } = ratiosOf(metrics);
  const rows = metrics.reads.map((read) => {
    const [own, other] = [percentiles(read.times), percentiles(read.reference)];
    const times = [own.p50, own.p95, other.p50, other.p95].map((ms) => ms.toFixed(1));
    return `| ${[read.name, ...times, ratioOf(read).toFixed(2)].join(' | ')} |`;
  });
  const changes = metrics.changes.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', ');
  return `### Notifications of every administrator

${machine}

Reports are filed over HTTP in blocks of ${FILED_IN_BLOCK}, in turn with ${FEW} and with ${MANY} administrators, each by another user and of another post. Then an
administrator's list and count with ${ANNOUNCEMENTS.toLocaleString('en')} announcements, in turn with those of one who has a full page and no announcement.

| administrators | filing p50, ms | p95 |
|--:|--:|--:|
| ${FEW} | ${few.p50.toFixed(1)} | ${few.p95.toFixed(1)} |
| ${MANY} | ${many.p50.toFixed(1)} | ${many.p95.toFixed(1)} |
| ratio | ${ratio.toFixed(2)} | ${ratioOfP95.toFixed(2)} |

| call | p50, ms | p95 | without announcements p50 | p95 | ratio of p50 |
|---|--:|--:|--:|--:|--:|
${rows.join('\n')}

- One call each: ${changes}.
- Rows of announcements after all filings: ${metrics.rows}, one for each report.
- Bars: filing at most ${RATIO_MAX} times as long (p50); each read at most ${READ_RATIO_MAX} times as long as without announcements (p50), its p95 under ${P95_MAX_MS} ms; no failed call.
- ${missed.length === 0 ? 'Every bar was met.' : `Missed: ${missed.join('; ')}.`}
`;
}
