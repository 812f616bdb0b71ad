import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCountersRight } from '../testing/counters.ts';
import {
  insertAdmin,
  insertComment,
  insertFollow,
  insertLike,
  insertPost,
  insertReport,
  insertSession,
  insertUser,
} from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { type SpawnedServer, spawnServer, untilReady } from '../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { untilStatementsWait } from '../testing/waiting-statements.ts';

const TIMEOUT_MS = 90_000;
/** The time until another server notices that the one with the job lease is dead. */
const TAKEN_UP_WITHIN_MS = 60_000;
let database: TestDatabase;
let server: SpawnedServer;
let dataDir: string;
async function startServer(): Promise<SpawnedServer> {
  const started = await spawnServer({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  await untilReady(started);
  return started;
}

/** An administrator signed in at the server, an account to be deleted, and another account. */
async function prepare() {
  const { db } = database;
  const token = await insertSession(db, (await insertAdmin(db)).id);
  const [user, other] = [await insertUser(db), await insertUser(db)];
  const remove = (): Promise<number | 'none'> =>
    fetch(`${server.url}/api/admin/users/${user.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    }).then(
      ({ status }) => status,
      () => 'none' as const,
    );
  return { user, other, remove };
}

/** Until PostgreSQL has noticed the closed connection, and has rolled back. */
const untilNothingIsLocked = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
          where a.datname = current_database() and a.backend_type = 'client backend' and l.mode = 'RowExclusiveLock'`.execute(
          database.db,
        );
        return rows.length;
      },
      { timeout: 10_000 },
    )
    .toBe(0);

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-killed-'));
  database = await createTestDatabase();
  server = await startServer();
}, TIMEOUT_MS);
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.exit;
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('deleteUser: a server that is killed while it closes an account has changed nothing', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { db } = database;
  const { user, remove } = await prepare();
  const post = await insertPost(db, user.id);
  const report = await insertReport(db, { itemType: 'Post', itemId: post.id, itemAuthorId: user.id });
  const before = await fingerprint(db);
  // The transaction closes the account, and then waits for the counter that another one has locked.
  await db.transaction().execute(async (tx) => {
    await sql`select from report_subject_facets where subject_id = ${report.subject_id} for update`.execute(tx);
    const response = remove();
    await untilStatementsWait(db, 1);
    server.child.kill('SIGKILL');
    expect(await response).toBe('none');
    await server.exit;
  });
  await untilNothingIsLocked();
  expect(await fingerprint(db)).toEqual(before);
  server = await startServer();
});

test('purge: after its server was killed, another one continues and completes it', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { db } = database;
  const { user, other, remove } = await prepare();
  const post = await insertPost(db, other.id);
  for (let n = 0; n < 20; n += 1) {
    const own = await insertPost(db, user.id);
    await insertComment(db, user.id, { postId: own.id });
    await insertComment(db, user.id, { postId: post.id });
  }
  await insertLike(db, user.id, { postId: post.id });
  await insertFollow(db, user.id, other.id);
  await db.transaction().execute(async (tx) => {
    // Its step waits for this transaction, whose counter it updates.
    await sql`select from posts where id = ${post.id} for update`.execute(tx);
    expect(await remove()).toBe(200);
    await untilStatementsWait(db, 1);
    server.child.kill('SIGKILL');
    await server.exit;
  });
  await untilNothingIsLocked();
  const left = () => db.selectFrom('accounts').select('id').where('id', '=', user.id).execute();
  expect(await left()).toHaveLength(1);
  expect(await db.selectFrom('follows').selectAll().execute()).toEqual([]);
  server = await startServer();
  await expect.poll(left, { timeout: TAKEN_UP_WITHIN_MS }).toEqual([]);
  const jobs = "select from pgboss.job where name = 'users.purge' and state < 'completed'";
  await expect.poll(async () => (await database.pool.query(jobs)).rowCount).toBe(0);
  expect(
    await db.selectFrom('posts').select(['comments_count', 'likes_count']).where('id', '=', post.id).execute(),
  ).toEqual([{ comments_count: 0, likes_count: 0 }]);
  await expectCountersRight(db);
});
