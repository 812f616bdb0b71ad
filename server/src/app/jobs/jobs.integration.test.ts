import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { purgeExpiredContent } from '../../moderation/actions/purge-expired-content.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertPost, insertSession, insertTravelPost, insertUser } from '../../testing/factories.ts';
import { createJobsClock } from '../../testing/jobs-clock.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { untilStatementsWait } from '../../testing/waiting-statements.ts';
import { startJobs } from './jobs.ts';
import { createRetention } from './retention.ts';

const WITHIN_MS = 10_000;
let testApp: TestApp;
let jobsClock: ReturnType<typeof createJobsClock>;
beforeEach(async () => {
  const database = await createTestDatabase();
  jobsClock = createJobsClock(database);
  testApp = await buildTestApp({ database, jobOverrides: jobsClock.overrides });
});
afterEach(async () => {
  await jobsClock.close();
  await testApp.close();
});

const start = (log = createLogger({ level: 'silent' })) => {
  const { services } = testApp;
  return startJobs(services, createRetention({ services, log }), log);
};

const longAgo = () => new Date(testApp.clock.now().getTime() - 25 * 60 * MINUTE_MS);
/** The administrator's own row is one of them. */
const countSessions = () => testApp.database.db.selectFrom('sessions').select('id').execute();

async function makeLeftovers() {
  const { db } = testApp.database;
  const { id } = await insertUser(db);
  await insertSession(db, id, longAgo());
  await insertTravelPost(db, id, { deleted_at: longAgo() });
  return async () => ({
    sessions: (await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length,
    travelPosts: (await db.selectFrom('travel_posts').select('id').where('author_id', '=', id).execute()).length,
  });
}

test('startJobs: expired rows are purged each minute', async () => {
  const stop = await start();
  for (const _minute of [1, 2]) {
    const count = await makeLeftovers();
    await jobsClock.tick(2 * MINUTE_MS);
    await vi.waitFor(async () => expect(await count()).toEqual({ sessions: 0, travelPosts: 0 }), WITHIN_MS);
  }
  await stop();
});

test('startJobs: jobs of each minute and each day are scheduled in the database, for all servers', async () => {
  const stop = await start();
  const { rows } = await testApp.database.pool.query('select name, cron from pgboss.schedule order by name');
  await stop();
  expect(rows).toEqual([
    { name: 'administrators.purge-invitations', cron: '* * * * *' },
    { name: 'alerts.purge', cron: '0 20 * * *' },
    { name: 'alerts.resume-webhooks', cron: '* * * * *' },
    { name: 'auth.purge-appeal-tokens', cron: '* * * * *' },
    { name: 'auth.purge-challenges', cron: '* * * * *' },
    { name: 'auth.purge-sessions', cron: '* * * * *' },
    { name: 'auth.purge-sign-in-ips', cron: '* * * * *' },
    { name: 'chat.purge-images', cron: '* * * * *' },
    { name: 'moderation.escalate-overdue', cron: '* * * * *' },
    { name: 'moderation.recompute-priorities', cron: '* * * * *' },
    { name: 'moderation.release-idle', cron: '* * * * *' },
    { name: 'moderation.remind-of-due', cron: '* * * * *' },
    { name: 'performance.fold-events', cron: '* * * * *' },
    { name: 'posts.purge', cron: '* * * * *' },
    { name: 'retention', cron: '0 20 * * *' },
    { name: 'users.end-suspensions', cron: '* * * * *' },
  ]);
});

test('startJobs: after stop nothing is purged', async () => {
  const count = await makeLeftovers();
  const stop = await start();
  await stop();
  await jobsClock.tick(5 * MINUTE_MS);
  expect(await count()).toEqual({ sessions: 1, travelPosts: 1 });
});

describe('startJobs: a clean-up that fails', () => {
  test('is logged by its name and retried, and the others run', async () => {
    const lines: string[] = [];
    const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
    const count = await makeLeftovers();
    const { pool } = testApp.database;
    await pool.query('alter table travel_posts rename to hidden');
    const stop = await start(log);
    await jobsClock.tick(MINUTE_MS);
    await vi.waitFor(async () => expect((await countSessions()).length).toBe(1), WITHIN_MS);
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), WITHIN_MS);
    for (const line of lines) expect(line).toMatch(/"job":"posts.purge".*a job failed/);
    expect(testApp.services.jobs.countRuns().get('posts.purge')?.failed).toBe(lines.length);
    await pool.query('alter table hidden rename to travel_posts');
    await jobsClock.tick(2 * MINUTE_MS);
    await vi.waitFor(async () => expect(await count()).toEqual({ sessions: 0, travelPosts: 0 }), WITHIN_MS);
    await stop();
  });

  test('purgeExpiredContent: a type that fails does not stop the others', async () => {
    const { db, pool } = testApp.database;
    const count = await makeLeftovers();
    const author = await insertUser(db);
    await insertPost(db, author.id, { deleted_at: longAgo() });
    await pool.query(`create function fail_delete() returns trigger language plpgsql as
      $$ begin raise exception 'posts cannot be deleted'; end $$`);
    await pool.query('create trigger fail_delete before delete on posts execute function fail_delete()');
    await expect(purgeExpiredContent(testApp.services.app)).rejects.toThrow('posts cannot be deleted');
    expect((await count()).travelPosts).toBe(0);
  });
});

describe('purgeExpiredContent: a text that cannot be purged', () => {
  /** Purges 250 posts, some of which fail. @returns how many are left */
  async function purgeAll(isBroken: string): Promise<number> {
    const { db, pool } = testApp.database;
    const author = await insertUser(db);
    await pool.query(
      `insert into posts (id, author_id, content, created_at, deleted_at)
        select 'post-' || n, $1, 'x', $2::timestamptz, $2::timestamptz + n * interval '1 ms' from generate_series(1, 250) n`,
      [author.id, longAgo()],
    );
    await pool.query(`create function fail_delete() returns trigger language plpgsql as
      $$ begin raise exception '% cannot be deleted', old.id; end $$`);
    await pool.query(`create trigger fail_delete before delete on posts for each row when (${isBroken})
      execute function fail_delete()`);
    await expect(purgeExpiredContent(testApp.services.app)).rejects.toThrow('cannot be deleted');
    return Number((await pool.query('select count(*) from posts')).rows[0].count);
  }

  test('is left alone: the others are purged, and the job fails', async () => {
    expect(await purgeAll("old.id in ('post-1', 'post-120')")).toBe(2);
  });

  test('and fails with all others is purged later, with the others, after some tries', async () => {
    expect(await purgeAll('true')).toBe(250);
  });
});

describe('startJobs: a clean-up that hangs', () => {
  test('does not stop the others and is not started a second time', async () => {
    const { db, pool } = testApp.database;
    const count = await makeLeftovers();
    const holder = await pool.connect();
    await holder.query('begin; lock table travel_posts in access exclusive mode');
    const stop = await start();
    await jobsClock.tick(MINUTE_MS);
    await untilStatementsWait(db, 1);
    await vi.waitFor(async () => expect((await countSessions()).length).toBe(1), WITHIN_MS);
    const { id } = await insertUser(db);
    await insertSession(db, id, longAgo());
    await jobsClock.tick(3 * MINUTE_MS);
    await vi.waitFor(async () => expect((await countSessions()).length).toBe(1), WITHIN_MS);
    await untilStatementsWait(db, 1);
    await holder.query('rollback');
    holder.release();
    await vi.waitFor(async () => expect((await count()).travelPosts).toBe(0), WITHIN_MS);
    await stop();
    expect(await count()).toEqual({ sessions: 0, travelPosts: 0 });
  });

  test('is aborted between two batches when the jobs are stopped', async () => {
    const { db, pool } = testApp.database;
    const author = await insertUser(db);
    await pool.query(
      `insert into posts (id, author_id, content, created_at, deleted_at)
        select 'gone-' || n, $1, 'x', $2::timestamptz, $2::timestamptz from generate_series(1, 3000) n`,
      [author.id, longAgo()],
    );
    const remaining = async () => Number((await pool.query('select count(*) from posts')).rows[0].count);
    const holder = await pool.connect();
    await holder.query('begin; lock table posts in access exclusive mode');
    const stop = await start();
    await jobsClock.tick(MINUTE_MS);
    await untilStatementsWait(db, 1);
    const stopped = stop();
    await holder.query('rollback');
    holder.release();
    await stopped;
    expect(await remaining()).toBeGreaterThan(0);
    expect(await remaining()).toBeLessThan(3000);
  });
});
