import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';
import { type SpawnedServer, spawnServer, untilReady } from '../../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { untilStatementsWait } from '../../testing/waiting-statements.ts';

const TIMEOUT_MS = 120_000;
/** The time until another server notices that the one with the job is dead. */
const TAKEN_UP_WITHIN_MS = 60_000;
const USERS = 45;
/** A user of the second step. */
const BLOCKED = 25;
let database: TestDatabase;
let dataDir: string;
const servers: SpawnedServer[] = [];

async function startServer(): Promise<SpawnedServer> {
  const server = await spawnServer({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  servers.push(server);
  await untilReady(server);
  return server;
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-bulk-'));
  database = await createTestDatabase();
}, TIMEOUT_MS);
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await Promise.all(servers.map(({ exit }) => exit));
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('startBulk: after its server was killed in a step, another one completes it, each user exactly once', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { db } = database;
  const first = await startServer();
  const token = await insertSession(db, (await insertAdmin(db)).id);
  const ids: string[] = [];
  for (let n = 0; n < USERS; n += 1) ids.push((await insertUser(db)).id);
  const call = async (address: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, ...((await response.json()) as { data: { _id: string; done: number } }) };
  };
  let id = '';
  await db.transaction().execute(async (tx) => {
    await sql`select from accounts where id = ${ids[BLOCKED] ?? ''} for update`.execute(tx);
    const target = { kind: 'users', ids };
    const body = { action: { kind: 'suspend', days: 7 }, target, policy: 'spam' };
    const started = await call(`${first.url}/api/admin/bulk`, body);
    expect(started.status).toBe(201);
    id = started.data._id;
    await untilStatementsWait(db, 1);
    first.child.kill('SIGKILL');
    await first.exit;
  });
  const second = await startServer();
  const read = async () => (await call(`${second.url}/api/admin/bulk/${id}`, {})).data;
  expect((await read()).done).toBeLessThan(BLOCKED);
  await expect
    .poll(read, { timeout: TAKEN_UP_WITHIN_MS })
    .toMatchObject({ state: 'done', done: USERS, skipped: 0, failed: 0 });
  const decisions = await db.selectFrom('decisions').select('subject_id').execute();
  expect(decisions.map(({ subject_id }) => subject_id).sort()).toEqual(ids.toSorted());
  await expectSubjectsReplayed(db);
  await expectCountersRight(db);
});
