import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAdmin, insertComment, insertLike, insertPost, insertSession, insertUser } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { type SpawnedServer, spawnServer, untilReady } from '../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { untilStatementsWait } from '../testing/waiting-statements.ts';

const TIMEOUT_MS = 60_000;
let database: TestDatabase;
let server: SpawnedServer;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-killed-'));
  database = await createTestDatabase();
  server = await spawnServer({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  await untilReady(server);
}, TIMEOUT_MS);
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.exit;
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('a server that is killed in the middle of a deletion has deleted nothing', { timeout: TIMEOUT_MS }, async () => {
  const { db } = database;
  const { id: adminId } = await insertAdmin(db);
  const token = await insertSession(db, adminId);
  const [user, other] = [await insertUser(db), await insertUser(db)];
  const post = await insertPost(db, other.id);
  for (let n = 0; n < 20; n += 1) {
    const own = await insertPost(db, user.id);
    await insertComment(db, user.id, { postId: own.id });
    await insertComment(db, user.id, { postId: post.id });
  }
  await insertLike(db, user.id, { postId: post.id });
  const before = await fingerprint(db);
  // The account's posts and comments are gone, for the transaction, when it comes to the like that another holds.
  await db.transaction().execute(async (tx) => {
    await sql`select from post_likes where user_id = ${user.id} for update`.execute(tx);
    const answer = fetch(`${server.url}/api/admin/users/${user.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    }).then(
      ({ status }) => status,
      () => 'none',
    );
    await untilStatementsWait(db, 1);
    server.child.kill('SIGKILL');
    expect(await answer).toBe('none');
    await server.exit;
  });
  // Until PostgreSQL has noticed that nobody is there any more, and has undone what was begun.
  const held = async () => {
    const { rows } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
      where a.datname = current_database() and a.backend_type = 'client backend' and l.mode = 'RowExclusiveLock'`.execute(
      db,
    );
    return rows.length;
  };
  await expect.poll(held, { timeout: 10_000 }).toBe(0);
  expect(await fingerprint(db)).toEqual(before);
});
