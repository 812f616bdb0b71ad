import { getTimelineResponseSchema, TIMELINE_KINDS } from '@hai-dang/contract/moderation/timeline.schema.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { insertUser } from '../../server/src/testing/factories.ts';
import { HttpConnection } from './http-client.ts';
import { percentiles } from './measure.ts';
import { describeMachine } from './report.ts';
import { startServer } from './server-process.ts';
import { withTemporaryDatabase } from './temporary-database.ts';

/** The number of entries of each kind that is stored with its own table; together more than 100 000. */
const ENTRIES = { posts: 20_000, comments: 20_000, reports: 15_000, events: 10_000, notes: 5_000, messages: 40_000 };
const CALLS = 200;
const WARM_UP_CALLS = 20;
const P95_MAX_MS = 30;

interface TimelineMetrics {
  name: string;
  times: number[];
}

/**
 * Measures the timeline of a user with a hundred thousand entries.
 * @returns its section of the results page, and the missed bars
 */
export async function measureTimeline(): Promise<{ part: string; missed: string[] }> {
  return withTemporaryDatabase('timeline', async (database, dataDir) => {
    const metrics = await measureIn(database, dataDir);
    const missed = metrics.flatMap(({ name, times }) => {
      const { p95 } = percentiles(times);
      return p95 < P95_MAX_MS ? [] : [`timeline, ${name}: p95 ${Math.round(p95)} ms, ${P95_MAX_MS} wanted`];
    });
    return { part: writePart(metrics, missed, await describeMachine(database)), missed };
  });
}

/** A user who has published, reported, was reported, decided on and written, every 97 seconds. */
async function insertBusyUser({ db, pool }: Database): Promise<string> {
  const { id } = await insertUser(db);
  const { id: other } = await insertUser(db);
  const at = `now() - n * interval '97 seconds'`;
  const insert = (text: string, count: number) =>
    pool.query(
      text.replaceAll(':at', at).replace(':each', `generate_series(1, ${count}) n`),
      [id, other].slice(0, text.includes('$2') ? 2 : 1),
    );
  await insert(
    `insert into posts (id, author_id, title, content, created_at) select 'p' || n, $1, 'Chuyến đi', 'Ảnh mới', :at from :each`,
    ENTRIES.posts,
  );
  await insert(
    `insert into comments (id, author_id, post_id, content, created_at) select 'c' || n, $1, 'p1', 'Đẹp quá', :at from :each`,
    ENTRIES.comments,
  );
  await insert(
    `insert into reports (id, reporter_id, subject_type, subject_id, subject_owner_id, reason, description, created_at, updated_at)
       select 'r' || n, $2, 'Post', 'p' || n, $1, 'spam', 'Quảng cáo', :at, :at from :each`,
    ENTRIES.reports,
  );
  await insert(
    `insert into moderation_events (id, subject_type, subject_id, version, created_at, kind, actor_type, actor_name)
       select 'e' || n, 'User', $1, n, :at, (array['noted', 'tagged', 'disabled', 'enabled'])[1 + n % 4], 'administrator', 'Lan'
       from :each`,
    ENTRIES.events,
  );
  await insert(
    `insert into subject_notes (id, subject_type, subject_id, owner_id, kind, text, author_name, created_at)
       select 'n' || n, 'Post', 'p' || n, $1, 'noted', 'Đã gọi điện', 'Lan', :at from :each`,
    ENTRIES.notes,
  );
  await pool.query(`insert into conversations (user_id, last_seq, unread_count) values ($1, ${ENTRIES.messages}, 0)`, [
    id,
  ]);
  await insert(
    `insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, client_key, created_at)
       select 'm' || n, $1, n, $1, n % 3 = 0, 'text', 'Chào bạn', n, :at from :each`,
    ENTRIES.messages,
  );
  await pool.query('vacuum analyze');
  return id;
}

async function measureIn(database: Database, dataDir: string): Promise<TimelineMetrics[]> {
  const userId = await insertBusyUser(database);
  const server = await startServer(dataDir);
  const connection = new HttpConnection(server.address);
  async function call(body: object): Promise<{ ms: number; nextCursor: string | null }> {
    const startedAt = performance.now();
    const response = await connection.post(`/api/admin/users/${userId}/timeline`, body, server.token);
    const ms = performance.now() - startedAt;
    if (response.status !== 200) throw new Error(`the timeline was answered ${response.status}: ${response.body}`);
    return { ms, nextCursor: getTimelineResponseSchema.parse(JSON.parse(response.body)).pagination.nextCursor };
  }
  async function timesOf(bodyOf: (cursor: string | null) => object): Promise<number[]> {
    const times: number[] = [];
    let cursor: string | null = null;
    for (let n = 0; n < CALLS; n += 1) {
      const { ms, nextCursor } = await call(bodyOf(cursor));
      times.push(ms);
      cursor = nextCursor;
    }
    return times;
  }
  try {
    for (let n = 0; n < WARM_UP_CALLS; n += 1) await call({});
    const metrics = [
      { name: 'first page', times: await timesOf(() => ({})) },
      { name: 'following pages', times: await timesOf((cursor) => ({ cursor })) },
    ];
    for (const kind of TIMELINE_KINDS) {
      metrics.push({ name: `only ${kind}`, times: await timesOf(() => ({ kinds: [kind] })) });
    }
    return metrics;
  } finally {
    connection.close();
    await server.stop();
  }
}

function writePart(metrics: readonly TimelineMetrics[], missed: readonly string[], machine: string): string {
  const rows = metrics.map(({ name, times }) => {
    const { p50, p95 } = percentiles(times);
    return `| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`;
  });
  const entries = Object.values(ENTRIES).reduce((sum, count) => sum + count, 0);
  return `## The timeline of a busy user

${machine}

A user with ${entries.toLocaleString('en')} rows of all kinds that a timeline tells of; ${CALLS} calls of each, one after the other over HTTP.

| | p50, ms | p95 |
|---|--:|--:|
${rows.join('\n')}

- Bar: p95 under ${P95_MAX_MS} ms.
- ${missed.length === 0 ? 'It was met.' : `Missed: ${missed.join('; ')}.`}
`;
}
