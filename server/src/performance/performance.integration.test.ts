import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Performance } from '@hai-dang/contract/performance/performance.schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../lib/ids.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { accountSubject, insertReportedPost, makeDecision, undoDecision } from '../testing/decisions.ts';
import { insertReport, insertUser } from '../testing/factories.ts';
import { openPlanReader } from '../testing/query-plan.ts';
import { performanceStore } from './performance.store.ts';
import { foldEvents } from './performance.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const ALL = { from: '2026-01-01', to: '2026-12-31' };
const fold = () => foldEvents(testApp.services.app);
async function read(period: object = ALL): Promise<Performance> {
  const response = await testApp.post('/api/admin/performance', period);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}
const readRows = () =>
  testApp.database.db
    .selectFrom('performance_days')
    .selectAll()
    .orderBy('dimension')
    .orderBy('day')
    .orderBy('key')
    .execute();
const reset = async () => {
  const { db } = testApp.database;
  await fold();
  await db.deleteFrom('performance_days').execute();
};

interface RandomEvent {
  subject: number;
  kind: 'reported' | 'closed' | 'looked' | 'opened';
  at: Date;
  admin: 'a1' | 'a2';
}

/** Stores random events of some subjects, in their order, as the moderation services would. */
async function insertEvents(
  events: readonly RandomEvent[],
  subjects: readonly string[],
  versions: Map<string, number>,
  open: Map<string, number>,
) {
  const { db } = testApp.database;
  for (const { subject, kind, at, admin } of events) {
    const id = subjects[subject] ?? '';
    const version = (versions.get(id) ?? 0) + 1;
    const isOpen = open.get(id) ?? 0;
    const change = { reported: 1, opened: isOpen === 0 ? 1 : 0, closed: -isOpen, looked: 0 }[kind];
    versions.set(id, version);
    open.set(id, isOpen + change);
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('moderation_subjects')
        .values({ subject_type: 'Post', subject_id: id, version, open_reports_count: isOpen + change })
        .onConflict((conflict) =>
          conflict
            .columns(['subject_type', 'subject_id'])
            .doUpdateSet({ version, open_reports_count: isOpen + change }),
        )
        .execute();
      await tx
        .insertInto('moderation_events')
        .values({
          id: newId(),
          subject_type: 'Post',
          subject_id: id,
          version,
          created_at: at,
          kind: { reported: 'reported', opened: 'status_set', closed: 'status_set', looked: 'assigned' }[kind],
          actor_type: kind === 'reported' ? 'user' : 'administrator',
          actor_id: admin,
          actor_name: kind === 'reported' ? null : `Quản trị ${admin}`,
          assignee_id: kind === 'looked' ? admin : null,
          open_reports_change: change,
        })
        .execute();
    });
  }
}

/** The same counts, from all events at once: sums, and how long each wait took until it was looked at and ended. */
function computeDirectly(events: readonly RandomEvent[]) {
  let [filed, closed] = [0, 0];
  const looks: number[] = [];
  const waits: number[] = [];
  for (const subject of new Set(events.map((event) => event.subject))) {
    let waiting: { since: number; isSeen: boolean; count: number } | undefined;
    for (const { kind, at } of events.filter((event) => event.subject === subject)) {
      if (kind === 'reported') filed += 1;
      if (kind === 'reported' || (kind === 'opened' && !waiting)) {
        waiting = waiting ? { ...waiting, count: waiting.count + 1 } : { since: at.getTime(), isSeen: false, count: 1 };
      }
      if (!waiting) continue;
      if (kind !== 'reported' && !waiting.isSeen) {
        // Who reopens it has looked at it; so has who closes it.
        looks.push(at.getTime() - waiting.since);
        waiting.isSeen = true;
      }
      if (kind === 'closed') {
        closed += waiting.count;
        waits.push(at.getTime() - waiting.since);
        waiting = undefined;
      }
    }
  }
  return { filed, closed, looks: looks.length, waits: waits.length };
}

const randomEvents = fc.array(
  fc.record({
    subject: fc.integer({ min: 0, max: 3 }),
    kind: fc.constantFrom(
      'reported' as const,
      'reported' as const,
      'closed' as const,
      'looked' as const,
      'opened' as const,
    ),
    minutes: fc.integer({ min: 0, max: 3_000 }),
    admin: fc.constantFrom('a1' as const, 'a2' as const),
  }),
  { minLength: 1, maxLength: 30 },
);

describe('foldEvents', () => {
  test('random events in any steps, by two servers at once: the totals are those of all events at once', async () => {
    await fc.assert(
      fc.asyncProperty(randomEvents, fc.integer({ min: 0, max: 30 }), async (specs, split) => {
        await reset();
        const subjects = Array.from({ length: 4 }, () => newId());
        let minutes = 0;
        const events = specs.map(({ minutes: later, ...event }): RandomEvent => {
          minutes += later;
          return { ...event, at: new Date(Date.UTC(2026, 1, 1) + minutes * 60_000) };
        });
        const [versions, open] = [new Map<string, number>(), new Map<string, number>()];
        await insertEvents(events.slice(0, split), subjects, versions, open);
        await Promise.all([fold(), fold()]);
        await Promise.all([insertEvents(events.slice(split), subjects, versions, open), fold(), fold()]);
        await fold();
        const rows = await readRows();
        const all = rows.filter(({ dimension }) => dimension === 'all');
        const sum = (numbers: readonly number[]) => numbers.reduce((total, count) => total + count, 0);
        const direct = computeDirectly(events);
        expect({
          filed: sum(all.map(({ filed }) => filed)),
          closed: sum(all.map(({ closed }) => closed)),
          looks: sum(all.flatMap(({ first_look }) => first_look)),
          waits: sum(all.flatMap(({ closing }) => closing)),
        }).toEqual(direct);
        const ofAdmins = rows.filter(({ dimension }) => dimension === 'administrator');
        expect(sum(ofAdmins.map(({ closed }) => closed))).toBe(direct.closed);
        await fold();
        expect(await readRows()).toEqual(rows);
      }),
      { numRuns: 12 },
    );
  });

  test('an event of a day long ago that is committed late is counted on that day', async () => {
    await reset();
    const versions = new Map<string, number>();
    const open = new Map<string, number>();
    const event = (day: number): RandomEvent => ({
      subject: 0,
      kind: 'reported',
      at: new Date(Date.UTC(2026, 2, day, 18)),
      admin: 'a1',
    });
    await insertEvents([event(5)], [newId()], versions, open);
    await fold();
    await insertEvents([event(1)], [newId()], versions, open);
    await fold();
    // 18:00 UTC is one in the morning of the next day in Vietnam.
    expect((await read({ from: '2026-03-01', to: '2026-03-31' })).days).toEqual([
      { date: '2026-03-02', filed: 1, closed: 0 },
      { date: '2026-03-06', filed: 1, closed: 0 },
    ]);
  });

  test('subjects that are folded a second time from their beginning change no total', async () => {
    await fold();
    const rows = await readRows();
    await testApp.database.pool.query('update moderation_subjects set folded_version = 0');
    await fold();
    expect(await readRows()).toEqual(rows);
  });
});

describe('getPerformance', () => {
  test('returns filed and decided reports, by reason, rule and administrator, with the durations', async () => {
    await reset();
    const { db } = testApp.database;
    const user = await insertUser(db);
    const { _id: adminId, username } = { _id: testApp.admin.id, username: testApp.admin.username };
    const at = testApp.clock.now();
    await insertReport(db, { itemType: 'User', itemId: user.id }, { reason: 'spam', created_at: at });
    testApp.clock.advance(2 * HOUR_MS);
    const id = await makeDecision(testApp, accountSubject(user.id), { policy: 'spam', actions: ['warn'] });
    await undoDecision(testApp, id, { reason: 'Nhầm' });
    await fold();
    const { totals, reasons, policies, administrators, countedAt } = await read();
    expect(countedAt).toBe(testApp.clock.now().toISOString());
    expect(totals).toMatchObject({ filed: 1, closed: 1, decisions: 1, undone: 1, overturned: 0 });
    expect(totals.closing.count).toBe(1);
    expect(Math.abs((totals.closing.p50Ms ?? 0) - 2 * HOUR_MS)).toBeLessThanOrEqual(HOUR_MS);
    expect(totals.firstLook.count).toBe(1);
    expect(reasons).toMatchObject([{ key: 'spam', counts: { filed: 1, closing: { count: 1 } } }]);
    expect(policies).toMatchObject([{ key: 'spam', title: 'Spam và quảng cáo', counts: { decisions: 1, undone: 1 } }]);
    expect(administrators).toMatchObject([
      { _id: adminId, name: username, isDeleted: false, counts: { closed: 1, decisions: 1, undone: 1 } },
    ]);
  });

  test('a deleted administrator keeps the name', async () => {
    await reset();
    await insertEvents(
      [
        { subject: 0, kind: 'reported', at: new Date(Date.UTC(2026, 3, 1)), admin: 'a1' },
        { subject: 0, kind: 'closed', at: new Date(Date.UTC(2026, 3, 1, 1)), admin: 'a1' },
      ],
      [newId()],
      new Map(),
      new Map(),
    );
    await fold();
    expect((await read()).administrators).toMatchObject([{ name: 'Quản trị a1', isDeleted: true }]);
  });

  test('returns pending subjects, by due time and by age', async () => {
    await fold();
    const before = await read();
    await insertReportedPost(testApp, ['pending']);
    await fold();
    const { waiting } = await read();
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    expect(sum(waiting.byDue)).toBe(sum(before.waiting.byDue) + 1);
    expect(sum(waiting.byAge)).toBe(sum(before.waiting.byAge) + 1);
  });

  test('a period that ends before it begins, or is longer than a year: rejected', async () => {
    for (const body of [{ from: '2026-02-01', to: '2026-01-31' }, { from: '2024-01-01', to: '2026-01-01' }, {}]) {
      expect((await testApp.post('/api/admin/performance', body)).statusCode).toBe(400);
    }
  });

  test('pending subjects and events that are not yet folded are found by their indexes', async () => {
    await testApp.database.pool.query(`
      insert into moderation_subjects (subject_type, subject_id, due_at)
        select 'User', 'due-' || i, case when i % 50 = 0 then now() end from generate_series(1, 5000) i on conflict do nothing`);
    const plan = await openPlanReader(testApp.database.pool);
    const { indexes } = await plan((db) => performanceStore.countByDue(db, [new Date()], 10));
    expect(new Set(indexes)).toEqual(new Set(['moderation_subjects_due']));
  });
});

describe('exportPerformance', () => {
  test('the same numbers as CSV, neutralised, and an audit entry', async () => {
    await reset();
    const subject = newId();
    const { db } = testApp.database;
    await insertEvents(
      [
        { subject: 0, kind: 'reported', at: new Date(Date.UTC(2026, 3, 1)), admin: 'a1' },
        { subject: 0, kind: 'closed', at: new Date(Date.UTC(2026, 3, 1, 1)), admin: 'a1' },
      ],
      [subject],
      new Map(),
      new Map(),
    );
    await fold();
    await db.updateTable('performance_days').set({ name: '=1+1' }).where('dimension', '=', 'administrator').execute();
    const response = await testApp.post('/api/admin/performance/export', ALL);
    expect(response.headers['content-type']).toContain('text/csv');
    const lines = response.body.split('\r\n');
    expect(lines[0]).toContain('"Nhóm","Mã","Tên","Báo cáo nhận được"');
    expect(lines[1]).toMatch(/^"Tất cả","","","1","1","0"/);
    expect(lines).toContainEqual(expect.stringContaining('"Ngày","2026-04-01","2026-04-01","1","1"'));
    expect(lines).toContainEqual(expect.stringContaining(`"Quản trị viên","a1","'=1+1"`));
  });
});
