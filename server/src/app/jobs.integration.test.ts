import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertSession, insertTravelPost, insertUser } from '../testing/factories.ts';
import { startJobs } from './jobs.ts';
import { createRetention } from './retention.ts';

const MINUTE_MS = 60_000;
let testApp: TestApp;
beforeEach(async () => {
  testApp = await buildTestApp();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await testApp.close();
});

function start(log = createLogger({ level: 'silent' })) {
  const { database, services, clock } = testApp;
  return startJobs(services, createRetention({ db: database.db, services, clock, log }), log);
}

async function makeLeftovers() {
  const { db } = testApp.database;
  const { id } = await insertUser(db);
  const longAgo = new Date(testApp.clock.now().getTime() - 25 * 60 * MINUTE_MS);
  await insertSession(db, id, longAgo);
  await insertTravelPost(db, id, { deleted_at: longAgo });
  return async () => ({
    sessions: (await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length,
    travelPosts: (await db.selectFrom('travel_posts').select('id').where('author_id', '=', id).execute()).length,
  });
}

test('each minute what has run out is removed; stopping waits for the removal under way', async () => {
  const count = await makeLeftovers();
  const stop = start();
  vi.advanceTimersByTime(MINUTE_MS - 1);
  expect(await count()).toEqual({ sessions: 1, travelPosts: 1 });
  vi.advanceTimersByTime(1);
  await stop();
  expect(await count()).toEqual({ sessions: 0, travelPosts: 0 });
});

test('once stopped nothing is removed any more', async () => {
  const count = await makeLeftovers();
  const stop = start();
  await stop();
  vi.advanceTimersByTime(5 * MINUTE_MS);
  expect(await count()).toEqual({ sessions: 1, travelPosts: 1 });
});

test('a removal that fails is logged, and the next one comes all the same', async () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const count = await makeLeftovers();
  const { pool } = testApp.database;
  const stop = start(log);
  await pool.query('alter table travel_posts rename to hidden');
  vi.advanceTimersByTime(MINUTE_MS);
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toContain('clean-up failed');
  await pool.query('alter table hidden rename to travel_posts');
  vi.advanceTimersByTime(MINUTE_MS);
  await stop();
  expect(await count()).toEqual({ sessions: 0, travelPosts: 0 });
});
