import { setTimeout as sleep } from 'node:timers/promises';
import { decideResponseSchema, subjectResponseSchema } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { countDeadlocks } from '../../server/src/testing/bystanders.ts';
import { insertPost, insertSession, insertUser, recordReports } from '../../server/src/testing/factories.ts';
import { findDriftedSubjects } from '../../server/src/testing/replayed-subjects.ts';
import { HttpConnection } from './http-client.ts';
import { percentiles } from './measure.ts';
import { describeMachine } from './report.ts';
import { startServer } from './server-process.ts';
import { withTemporaryDatabase } from './temporary-database.ts';

/** An override for trial runs. */
const REPORTS = Number(process.env['BENCH_DECIDED_REPORTS'] || 100_000);
const INSERTED_AT_ONCE = 2_000;
const BEFORE_MS = 20_000;
const PAUSE_MS = 20;
const DONE_MAX_MS = 10 * 60_000;
const RESPONSE_MAX_MS = 2_000;
const P99_MAX_MS = 200;

const SUBJECTS = ['the same subject', 'others'] as const;
type Filed = Record<(typeof SUBJECTS)[number], number[]>;

/** One of the calls that change all reports of a subject. */
interface ActMetrics {
  name: string;
  responseMs: number;
  /** Until the job has changed the last row. */
  doneMs: number;
  during: Filed;
}

interface DecisionMetrics {
  before: Filed;
  acts: ActMetrics[];
  deadlocks: number;
  failures: string[];
}

/**
 * Measures a decision on a subject with many open reports, and those who file reports meanwhile.
 * @returns its section of the results page, and the missed bars
 */
export async function measureDecisions(): Promise<{ part: string; missed: string[] }> {
  return withTemporaryDatabase('decisions', async (database, dataDir) => {
    const metrics = await measureIn(database, dataDir);
    const missed = missedBars(metrics);
    return { part: writePart(metrics, missed, await describeMachine(database)), missed };
  });
}

/** A post that many have reported, with the announcements to administrators who have read none. */
async function insertNotoriousPost({ db, pool }: Database): Promise<string> {
  const author = await insertUser(db);
  const { id } = await insertPost(db, author.id);
  for (let first = 1; first <= REPORTS; first += INSERTED_AT_ONCE) {
    const range = [first, Math.min(first + INSERTED_AT_ONCE - 1, REPORTS)];
    await pool.query(
      `insert into reports (id, reporter_id, subject_type, subject_id, subject_owner_id, reason, description, created_at, updated_at)
         select 'r' || n, 'reporter-' || n, 'Post', $3, $4, (array['spam', 'violence', 'harassment'])[1 + n % 3], 'Phiền quá',
           now() - make_interval(secs => n), now()
         from generate_series($1::int, $2::int) n`,
      [...range, id, author.id],
    );
    await pool.query(
      `insert into announcements (type, report_id, sender_name, message, created_at)
         select 'new_report', 'r' || n, 'Người báo cáo', 'Có báo cáo mới', now() from generate_series($1::int, $2::int) n`,
      range,
    );
  }
  await recordReports(
    db,
    Array.from({ length: REPORTS }, (_, index) => `r${index + 1}`),
  );
  await pool.query('vacuum analyze');
  return id;
}

/** Files reports until `stop`, one after the other, each by another user; the durations are in `takeFiled()`. */
async function startFiling(address: string, { db }: Database, notorious: string) {
  const author = await insertUser(db);
  let filed: Filed = { 'the same subject': [], others: [] };
  const failures: string[] = [];
  let isOver = false;
  async function fileOn(name: keyof Filed): Promise<void> {
    const connection = new HttpConnection(address);
    while (!isOver) {
      const token = await insertSession(db, (await insertUser(db)).id);
      const reportedItem = name === 'others' ? (await insertPost(db, author.id)).id : notorious;
      const body = { itemType: 'Post', reportedItem, reason: 'spam', description: 'Đăng đi đăng lại một quảng cáo' };
      const startedAt = performance.now();
      const { status } = await connection.post('/api/reports/create', body, token);
      filed[name].push(performance.now() - startedAt);
      if (status !== 201) failures.push(`a filing was answered ${status}`);
      await sleep(PAUSE_MS);
    }
    connection.close();
  }
  const running = Promise.all(SUBJECTS.map(fileOn));
  return {
    takeFiled(): Filed {
      const taken = filed;
      filed = { 'the same subject': [], others: [] };
      return taken;
    },
    /** @returns the errors */
    async stop(): Promise<string[]> {
      isOver = true;
      await running;
      return failures;
    },
  };
}

async function measureIn(database: Database, dataDir: string): Promise<DecisionMetrics> {
  console.log(`Inserting ${REPORTS.toLocaleString('en')} reports…`);
  const server = await startServer(dataDir);
  const connection = new HttpConnection(server.address);
  try {
    const itemId = await insertNotoriousPost(database);
    const filing = await startFiling(server.address, database, itemId);
    const call: Call = (url, body) => connection.post(url, body, server.token);
    try {
      return await measureActs(database, filing, actsOn(call, itemId));
    } finally {
      await filing.stop();
    }
  } finally {
    connection.close();
    await server.stop();
  }
}

async function measureActs(
  { db, pool }: Database,
  filing: Awaited<ReturnType<typeof startFiling>>,
  todo: ReturnType<typeof actsOn>,
): Promise<DecisionMetrics> {
  await sleep(BEFORE_MS);
  const deadlocksBefore = await countDeadlocks(pool);
  const before = filing.takeFiled();
  const acts: ActMetrics[] = [];
  for (const { name, act } of todo) {
    const responseMs = await act();
    const startedAt = performance.now();
    while (((await pool.query('select from report_bulk_changes')).rowCount ?? 0) > 0) {
      if (performance.now() - startedAt > DONE_MAX_MS) throw new Error(`${name}: not all rows are changed`);
      await sleep(100);
    }
    const done = { name, responseMs, doneMs: performance.now() - startedAt + responseMs, during: filing.takeFiled() };
    const { p99 } = percentiles(done.during['the same subject']);
    console.log(
      `${name}: answered after ${responseMs.toFixed(0)} ms, all after ${(done.doneMs / 1_000).toFixed(0)} s, p99 ${p99.toFixed(0)} ms`,
    );
    acts.push(done);
  }
  const failures = await filing.stop();
  failures.push(...(await findDriftedSubjects(db)));
  const deadlocks = (await countDeadlocks(pool)) - deadlocksBefore;
  return { before, acts, deadlocks, failures };
}

type Call = (url: string, body: object) => Promise<{ status: number; body: string }>;

/** A decision and its undo; each gives how many milliseconds its call took. */
function actsOn(call: Call, itemId: string) {
  const subject = { itemType: 'Post', itemId };
  let decisionId = '';
  return [
    {
      name: 'a decision',
      act: () =>
        untilAccepted(
          async () => {
            const { version } = await readSubject();
            return {
              url: '/api/admin/decisions',
              body: { subject, outcome: 'violation', policy: 'spam', actions: [], version },
            };
          },
          (body) => {
            const { data } = decideResponseSchema.parse(body);
            if (data.subject.openReports > SUBJECTS.length) throw new Error('reports are open after the decision');
            decisionId = data.decisionId;
          },
        ),
    },
    {
      name: 'its undo',
      act: () =>
        untilAccepted(async () => ({
          url: `/api/admin/decisions/${decisionId}/undo`,
          body: { reason: 'Nhầm bài viết' },
        })),
    },
  ];

  async function readSubject() {
    const { body } = await call(`/api/admin/subjects/Post/${itemId}`, {});
    return subjectResponseSchema.parse(JSON.parse(body)).data;
  }

  /**
   * Somebody may file between the reading and the call, which is then rejected.
   * @returns how long it took from the first press to the one that was accepted
   */
  async function untilAccepted(
    prepare: () => Promise<{ url: string; body: object }>,
    read?: (body: unknown) => void,
  ): Promise<number> {
    let pressedAt: number | undefined;
    for (;;) {
      const { url, body } = await prepare();
      pressedAt ??= performance.now();
      const response = await call(url, body);
      const ms = performance.now() - pressedAt;
      if (response.status === 409) continue;
      if (response.status !== 200 && response.status !== 201)
        throw new Error(`${url}: ${response.status} ${response.body}`);
      read?.(JSON.parse(response.body));
      return ms;
    }
  }
}

function missedBars({ acts, deadlocks, failures }: DecisionMetrics): string[] {
  return [
    ...acts.flatMap(({ name, responseMs, during }) => [
      ...(responseMs < RESPONSE_MAX_MS
        ? []
        : [`${name}: answered after ${Math.round(responseMs)} ms, ${RESPONSE_MAX_MS} wanted`]),
      ...SUBJECTS.flatMap((on) => {
        const { p99 } = percentiles(during[on]);
        return p99 < P99_MAX_MS ? [] : [`${name}: p99 of filing on ${on} ${Math.round(p99)} ms, ${P99_MAX_MS} wanted`];
      }),
    ]),
    ...(deadlocks === 0 ? [] : [`decisions: ${deadlocks} deadlocks`]),
    ...failures.slice(0, 3).map((failure) => `decisions: ${failure}`),
  ];
}

function writePart({ before, acts, deadlocks }: DecisionMetrics, missed: readonly string[], machine: string): string {
  const filedBefore = SUBJECTS.map((on) => percentiles(before[on]));
  const rows = [
    `| (before) | | | ${filedBefore.flatMap(({ p50, p99 }) => [p50.toFixed(1), p99.toFixed(1)]).join(' | ')} |`,
    ...acts.map(({ name, responseMs, doneMs, during }) => {
      const filed = SUBJECTS.map((on) => percentiles(during[on])).flatMap(({ p50, p99 }) => [
        p50.toFixed(1),
        p99.toFixed(1),
      ]);
      return `| ${[name, responseMs.toFixed(0), (doneMs / 1_000).toFixed(1), ...filed].join(' | ')} |`;
    }),
  ];
  return `## A decision on a notorious subject

${machine}

A post with ${REPORTS.toLocaleString('en')} open reports, each announced to the administrators, is decided, and that is undone.
Two loops file reports, each by another user, on the same post and on others: before it for ${BEFORE_MS / 1_000} s, then until the job
has changed the last report of each.

| | answered, ms | all rows after, s | same post: p50, ms | p99 | others: p50, ms | p99 |
|---|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}

- ${deadlocks} deadlocks. Afterwards the state of every subject was what its events say.
- Bars: each call is answered within ${RESPONSE_MAX_MS} ms; p99 of filing meanwhile under ${P99_MAX_MS} ms; no deadlock, no failed call.
- ${missed.length === 0 ? 'Every bar was met.' : `Missed: ${missed.join('; ')}.`}
`;
}
