import { setTimeout as sleep } from 'node:timers/promises';
import { decideResponseSchema, subjectResponseSchema } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { Db } from '../../../server/src/lib/db/database.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { insertPost, insertUser, recordReports } from '../../../server/src/testing/factories.ts';
import type { Outcome, Scenario, ScenarioContext } from '../scenario.ts';
import { seconds } from '../units.ts';
import { untilHealthy } from './health.ts';
import { inEachWorld } from './in-each-world.ts';
import { post } from './post.ts';
import { signalFamily } from './processes.ts';
import { startWorkload } from './workload.ts';
import type { World } from './world.ts';

const TIMES = 3;
/** Decided in one round, each by another author, who is suspended. */
const POSTS = 30;
/** More than are closed with the decision: the others are closed by the job. */
const REPORTS_EACH = 1_200;
/** The number of reporters who have an account, and are notified of the decision. */
const REPORTERS = 10;
const FAULT_AFTER_MS = { min: 50, max: 1_500 };
const POLL_MS = 20;
const RETRY_MS = 150;
const CALL_TIMEOUT_MS = 25_000;
const HEALTHY_TIMEOUT_MS = 60_000;
/** Suspensions end within the minute; a job of a killed server is taken over within the next. */
const DONE_TIMEOUT_MS = 4 * 60_000;
const LIMIT_MS = 20 * 60_000;

interface Target {
  authorId: string;
  postId: string;
}

const reporterId = (n: number): string => `reporter-${n}`;

/** Posts that many have reported. */
async function insertTargets({ database: { db, pool } }: World, round: number): Promise<Target[]> {
  const targets: Target[] = [];
  const reports: string[] = [];
  for (let n = 0; n < POSTS; n += 1) {
    const { id: authorId } = await insertUser(db);
    const { id: postId } = await insertPost(db, authorId);
    targets.push({ authorId, postId });
    const { rows } = await pool.query<{ id: string }>(
      `insert into reports (id, reporter_id, subject_type, subject_id, subject_owner_id, reason, description, created_at, updated_at)
         select $3 || '-' || n, 'reporter-' || n, 'Post', $3, $4, 'spam', 'Báo cáo của đợt ' || $1::text, now(), now()
         from generate_series(1, $2::int) n returning id`,
      [round, REPORTS_EACH, postId, authorId],
    );
    reports.push(...rows.map(({ id }) => id));
  }
  await recordReports(db, reports);
  return targets;
}

/** Decides as an administrator who looks whether it is decided, and tries again. */
async function decideUntilDone(url: string, token: string, { postId }: Target): Promise<void> {
  const call = async (path: string, body: object) => {
    const response = await Promise.race([
      post(url, path, body, token).catch(() => undefined),
      sleep(CALL_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    return { status: response?.status, json: await response?.json().catch(() => undefined) };
  };
  const subject = { itemType: 'Post', itemId: postId };
  for (;;) {
    const found = subjectResponseSchema.safeParse((await call(`/api/admin/subjects/Post/${postId}`, {})).json);
    if (found.success) {
      const { version, events } = found.data.data;
      if (events.some(({ kind }) => kind === 'decided')) return;
      const penalty = { policy: 'spam', actions: ['takedown', 'suspend'], suspendDays: 1 };
      const { status, json } = await call('/api/admin/decisions', {
        subject,
        outcome: 'violation',
        ...penalty,
        version,
      });
      if (status === 201 && decideResponseSchema.safeParse(json).success) return;
    }
    await sleep(RETRY_MS);
  }
}

const countEnds = async (db: Db, targets: readonly Target[]): Promise<number> => {
  const ids = targets.map(({ authorId }) => authorId);
  const ends = db.selectFrom('moderation_events').select('id').where('kind', '=', 'unsuspended');
  return (await ends.where('subject_id', 'in', ids).execute()).length;
};

/** Lets the time of all suspensions be over, wherever it is kept. */
async function endTimes({ database: { pool } }: World, targets: readonly Target[]): Promise<void> {
  const ids = targets.map(({ authorId }) => authorId);
  const past = "now() - interval '1 second'";
  const client = await pool.connect();
  // An event is never altered; here it happened earlier.
  await client.query('begin; set local session_replication_role = replica');
  await client.query(
    `update moderation_events set until = ${past} where subject_type = 'User' and subject_id = any($1) and kind = 'suspended'`,
    [ids],
  );
  await client.query('set local session_replication_role = origin');
  await client.query(`update penalties set until = ${past} where user_id = any($1)`, [ids]);
  await client.query(`update accounts set disabled_until = ${past} where id = any($1)`, [ids]);
  await client.query('commit');
  client.release();
}

/** Waits until `isDone`, also while the database is away. @throws {Error} if it is not by then */
async function until(what: string, isDone: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await isDone().catch(() => false))) {
    if (performance.now() - startedAt > DONE_TIMEOUT_MS)
      throw new Error(`${what}: not within ${seconds(DONE_TIMEOUT_MS)}`);
    await sleep(POLL_MS);
  }
  return performance.now() - startedAt;
}

/** Each decision once with all that follows from it, each suspension ended, each report closed and each letter sent once. */
async function findWrong({ database: { pool } }: World, targets: readonly Target[]): Promise<string[]> {
  const { rows } = await pool.query<Record<string, number>>(
    `with targets as (select * from unnest($1::text[], $2::text[]) t(author_id, post_id)), happened as (
       select t.post_id, t.author_id, e.kind, count(*) as times from targets t join moderation_events e
         on (e.subject_type, e.subject_id) in (('Post', t.post_id), ('User', t.author_id)) group by 1, 2, 3)
     select
       (select count(*) from targets t cross join unnest(array['decided', 'taken_down', 'suspended', 'unsuspended']) k(kind)
         where coalesce((select times from happened h where h.post_id = t.post_id and h.kind = k.kind), 0) <> 1)::int
         as "times that something happened not exactly once",
       (select count(*) from targets t join users u on u.id = t.author_id where u.is_disabled or u.disabled_until is not null)::int
         as "accounts still suspended",
       (select count(*) from targets t join reports r on r.subject_type = 'Post' and r.subject_id = t.post_id
         left join decisions d on d.id = r.decision_id and d.subject_id = t.post_id
         where r.status <> 'resolved' or r.version <> 2 or d.id is null)::int as "reports not closed exactly once",
       (select count(*) from targets t join decisions d on (d.subject_type, d.subject_id) = ('Post', t.post_id)
         cross join lateral (
           select t.author_id as user_id, unnest(array['suspend', 'suspension_ended']) as kind
           union all select unnest($3::text[]), 'report_upheld') expected
         where (select count(*) from notices n join messages m on m.id = n.message_id and m.user_id = n.user_id
           where n.decision_id = d.id and n.user_id = expected.user_id and n.kind = expected.kind) <> 1)::int as "letters not sent exactly once",
       (select count(*) from messages m where m.user_id in (select author_id from targets union all select unnest($3::text[]))
         and not exists (select from notices n where n.message_id = m.id))::int as "messages that are no letter",
       (select count(*) from letters where sent_at is null)::int as "letters left",
       (select count(*) from report_bulk_changes)::int as "closings left",
       (select count(*) from pgboss.job where name in ('reports.close', 'letters.send') and state < 'completed')::int as "jobs left"`,
    [
      targets.map(({ authorId }) => authorId),
      targets.map(({ postId }) => postId),
      Array.from({ length: REPORTERS }, (_, n) => reporterId(n + 1)),
    ],
  );
  return Object.entries(rows[0] ?? {}).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
}

async function killBetween(context: ScenarioContext, world: World, times: number): Promise<Outcome> {
  const { db, pool } = world.database;
  const workload = await startWorkload(context, world);
  const random = createRandom(`decisions killed, ${world.kind}`);
  const all: Target[] = [];
  const doneMs: number[] = [];
  let faults = 0;

  /** The server and the database in turn. */
  async function fault(): Promise<void> {
    workload.markFault();
    faults += 1;
    if (faults % 2 === 0) {
      await signalFamily(await world.databasePid(), 'SIGKILL');
      await world.restartDatabase();
    } else {
      await world.killServer();
      await world.startServer();
    }
    await untilHealthy(world.url, HEALTHY_TIMEOUT_MS);
  }
  const hasNone = async (statement: string) => (await pool.query(statement)).rowCount === 0;

  for (let n = 1; n <= REPORTERS; n += 1) await insertUser(db, { id: reporterId(n) });
  for (let round = 0; round < times; round += 1) {
    const targets = await insertTargets(world, round);
    all.push(...targets);
    const deciding = Promise.all(targets.map((target) => decideUntilDone(world.url, workload.admin.token, target)));
    for (const _fault of ['while deciding', 'while closing']) {
      await sleep(random.integer(FAULT_AFTER_MS.min, FAULT_AFTER_MS.max));
      await fault();
    }
    await deciding;
    await endTimes(world, targets);
    await until('the first end of a suspension', async () => (await countEnds(db, targets)) > 0);
    await fault();
    const endedMs = await until('the end of all suspensions', async () => (await countEnds(db, targets)) === POSTS);
    await until('the closing of all reports', () => hasNone('select from report_bulk_changes'));
    await until('the sending of all letters', () => hasNone('select from letters where sent_at is null'));
    const jobs = "select from pgboss.job where name in ('reports.close', 'letters.send') and state < 'completed'";
    await until('the end of all jobs', () => hasNone(jobs));
    doneMs.push(endedMs);
  }
  const broken = await workload.finish();
  return {
    tried: `${faults} × SIGKILL of server and database in turn, between ${all.length} decisions, the closing of ${REPORTS_EACH} reports each, the letters about it and the end of as many suspensions`,
    seen: `each once; all suspensions ended ${seconds(Math.max(...doneMs))} after the last kill at worst`,
    fell: [...broken, ...(await findWrong(world, all))],
  };
}

/** Server and database are killed between a decision, its letters, what else it leaves to jobs, and the end of a suspension. */
export const decisionsKilled: Scenario = {
  line: 'killed between decisions',
  limitMs: LIMIT_MS,
  run: (context) => inEachWorld(context, (world) => killBetween(context, world, context.times ?? TIMES)),
};
