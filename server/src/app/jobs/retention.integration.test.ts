import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { createLogger } from '../../lib/logger.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertReport } from '../../testing/factories.ts';
import { createRetention } from './retention.ts';

const log = createLogger({ level: 'silent' });
let testApp: TestApp;
beforeEach(async () => {
  testApp = await buildTestApp();
});
afterEach(() => testApp.close());

/** A server that does the daily work, a new one each time. */
const newServer = () => createRetention({ services: testApp.services, log });
const signal = new AbortController().signal;
const monthsAgo = (months: number): Date => {
  const at = testApp.clock.now();
  at.setUTCMonth(at.getUTCMonth() - months);
  return at;
};

describe('purgeExpiredAudit', () => {
  const insertEntry = async (createdAt: Date, target: { type: string; id: string } | null = null) => {
    const id = newId();
    await testApp.database.db
      .insertInto('audit_entries')
      .values({
        id,
        created_at: createdAt,
        action: 'post.delete',
        target_type: target?.type ?? null,
        target_id: target?.id ?? null,
        ip: '127.0.0.1',
        request_id: 'req',
      })
      .execute();
    return id;
  };
  const entries = () =>
    testApp.database.db.selectFrom('audit_entries').selectAll().orderBy('created_at').orderBy('id').execute();

  test('purges entries older than 24 months, and writes an entry about it', async () => {
    const [, , young] = [
      await insertEntry(monthsAgo(40)),
      await insertEntry(monthsAgo(25)),
      await insertEntry(monthsAgo(23)),
    ];
    const server = newServer();
    await server.run(signal);
    const [first, expired, ...rest] = await entries();
    expect(rest).toEqual([]);
    expect(first?.id).toBe(young);
    expect(expired).toMatchObject({
      action: 'audit.expire',
      actor_id: null,
      after: { count: 2, until: monthsAgo(24).toISOString() },
      created_at: testApp.clock.now(),
    });
    expect(server.countPurged()).toEqual({
      audit_entries: 2,
      report_snapshots: 0,
      letters: 0,
      notes: 0,
      bulks: 0,
      images: 0,
    });
    // No entry the next day, when nothing is purged.
    testApp.clock.advance(DAY_MS);
    await newServer().run(signal);
    expect(await entries()).toHaveLength(2);
  });

  test('retains entries about an open report and about its subject', async () => {
    const { db } = testApp.database;
    const open = await insertReport(db, { itemType: 'Post', itemId: 'p-open' }, { status: 'reviewing' });
    const closed = await insertReport(db, { itemType: 'Post', itemId: 'p-closed' }, { status: 'resolved' });
    const kept = [
      await insertEntry(monthsAgo(30), { type: 'report', id: open.id }),
      await insertEntry(monthsAgo(30), { type: 'post', id: 'p-open' }),
    ];
    await insertEntry(monthsAgo(30), { type: 'report', id: closed.id });
    await insertEntry(monthsAgo(30), { type: 'post', id: 'p-closed' });
    await insertEntry(monthsAgo(30), { type: 'comment', id: 'p-open' });
    await newServer().run(signal);
    const left = (await entries()).filter(({ action }) => action === 'post.delete');
    expect(left.map(({ id }) => id).sort()).toEqual(kept.sort());
  });

  test('more entries than one batch are purged in one run, except those that stay', async () => {
    const { pool, db } = testApp.database;
    const open = await insertReport(db, { itemType: 'User', itemId: 'u' });
    await pool.query(
      `insert into audit_entries (id, created_at, action, target_type, target_id, ip, request_id)
       select 'e' || n, $1, 'report.status', 'report', case when n % 2 = 0 then $2 else 'other' end, 'a', 'r'
       from generate_series(1, 5000) n`,
      [monthsAgo(30), open.id],
    );
    await Promise.all([newServer().run(signal), newServer().run(signal)]);
    const { rows } = await pool.query(
      `select count(*) filter (where action = 'report.status')::int as kept,
              sum((after ->> 'count')::int) filter (where action = 'audit.expire')::int as counted from audit_entries`,
    );
    expect(rows).toEqual([{ kept: 2_500, counted: 2_500 }]);
  });

  test('is the only way to shorten the audit log: TRUNCATE and DELETE by hand are rejected', async () => {
    await insertEntry(monthsAgo(22));
    const { pool } = testApp.database;
    await expect(pool.query('truncate audit_entries')).rejects.toThrow('append-only');
    await expect(pool.query('delete from audit_entries')).rejects.toThrow('append-only');
    expect((await entries()).length).toBe(1);
  });
});

test('purgeUnusedEvidence: evidence without a report is purged after a day, other evidence stays', async () => {
  const { db } = testApp.database;
  const at = testApp.clock.now();
  const insert = (id: string) =>
    db.insertInto('report_snapshots').values({ id, content: '{}', created_at: at }).execute();
  await Promise.all(['used', 'unused'].map(insert));
  await insertReport(db, { itemType: 'Post', itemId: 'p' }, { snapshot_id: 'used', status: 'resolved' });
  const found = async () =>
    (await db.selectFrom('report_snapshots').select('id').orderBy('id').execute()).map(({ id }) => id);
  await newServer().run(signal);
  expect(await found()).toEqual(['unused', 'used']);
  testApp.clock.advance(DAY_MS + 1);
  await newServer().run(signal);
  expect(await found()).toEqual(['used']);
});

describe('createRetention: the daily run', () => {
  const insertUnused = (id: string) =>
    testApp.database.db
      .insertInto('report_snapshots')
      .values({ id, content: '{}', created_at: monthsAgo(1) })
      .execute();
  const expireEntry = () =>
    testApp.database.pool.query(
      "insert into audit_entries (id, created_at, action, ip, request_id) values ('old', $1, 'post.delete', 'a', 'r')",
      [monthsAgo(30)],
    );

  test('that fails in one part does the others, and the next run does all of it', async () => {
    const { pool } = testApp.database;
    await expireEntry();
    await insertUnused('unused');
    await pool.query('alter table report_snapshots rename to hidden');
    const server = newServer();
    await expect(server.run(signal)).rejects.toThrow('report_snapshots');
    expect(server.countPurged()).toMatchObject({ audit_entries: 1, report_snapshots: 0 });
    await pool.query('alter table hidden rename to report_snapshots');
    await server.run(signal);
    expect(server.countPurged()).toMatchObject({ audit_entries: 1, report_snapshots: 1 });
  });

  test('is not started by a server that is shutting down', async () => {
    await insertUnused('unused');
    const server = newServer();
    await server.run(AbortSignal.abort());
    expect(server.countPurged()).toEqual({
      audit_entries: 0,
      report_snapshots: 0,
      letters: 0,
      notes: 0,
      bulks: 0,
      images: 0,
    });
  });
});
