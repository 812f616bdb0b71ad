import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { OPEN_REPORT_STATUSES, REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertReport } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { reportsPriorityStore } from './reports-priority.store.ts';

const ALL = '/api/reports/admin/all';
const REPORTS = 90;
const TYPES = ['User', 'Post'] as const;
const REASONS = ['spam', 'violence', 'other'] as const;
type Row = Awaited<ReturnType<typeof insertReport>>;

interface Page {
  data: Array<{ _id: string; status: string; dueAt: string | null; priority: { score: number } | null }>;
  pagination: { total: number; totalRelation: string; nextCursor: string | null };
}

let testApp: TestApp;
let rows: Array<Row & { priority: number | null; due_at: Date | null }>;
beforeAll(async () => {
  testApp = await buildTestApp();
  const now = testApp.clock.now().getTime();
  const inserted: Row[] = [];
  for (let i = 0; i < REPORTS; i += 1) {
    inserted.push(
      await insertReport(
        db(),
        { itemType: TYPES[i % 2] ?? 'User', itemId: `thing-${(i * 7) % 17}` },
        {
          status: REPORT_STATUSES[(i * 3 + (i >> 3)) % REPORT_STATUSES.length] ?? 'pending',
          reason: REASONS[(i >> 1) % REASONS.length] ?? 'spam',
          created_at: new Date(now - (REPORTS - i) * 0.6 * HOUR_MS),
        },
      ),
    );
  }
  const subjects = await db().selectFrom('moderation_subjects').selectAll().execute();
  rows = inserted.map((row) => {
    const subject = subjects.find(
      ({ subject_type, subject_id }) => subject_type === row.subject_type && subject_id === row.subject_id,
    );
    return { ...row, priority: subject?.priority ?? null, due_at: subject?.due_at ?? null };
  });
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const isOpen = ({ status }: { status: string }) => OPEN_REPORT_STATUSES.some((open) => open === status);
const isOverdue = ({ due_at }: { due_at: Date | null }) => due_at !== null && due_at < testApp.clock.now();

async function walk(body: object): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const response = await testApp.post(ALL, { ...body, cursor });
    expect(response.statusCode).toBe(200);
    const page: Page = response.json();
    pages.push(page);
    cursor = page.pagination.nextCursor;
  } while (cursor !== null);
  return pages;
}

describe('listReports by priority', () => {
  test('any filters and page size: all open reports once, the highest priority first, and counted', async () => {
    const filters = fc.record({
      status: fc.constantFrom('', ...OPEN_REPORT_STATUSES),
      itemType: fc.constantFrom('', ...TYPES),
      reason: fc.constantFrom('', ...REASONS),
      isOverdue: fc.constantFrom(undefined, true),
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 40 }), async (chosen, limit) => {
        const pages = await walk({ ...chosen, limit, sort: 'priority' });
        const listed = pages.flatMap(({ data }) => data);
        const wanted = rows.filter(
          (row) =>
            isOpen(row) &&
            (!chosen.status || row.status === chosen.status) &&
            (!chosen.itemType || row.subject_type === chosen.itemType) &&
            (!chosen.reason || row.reason === chosen.reason) &&
            (!chosen.isOverdue || isOverdue(row)),
        );
        const ofId = new Map(wanted.map((row) => [row.id, row]));
        expect(listed.map(({ _id }) => _id).toSorted()).toEqual([...ofId.keys()].toSorted());
        const scores = listed.map(({ priority }) => priority?.score ?? 0);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        for (const { _id, priority, dueAt } of listed) {
          expect(Math.round((priority?.score ?? 0) * 60)).toBe(ofId.get(_id)?.priority);
          expect(dueAt).toBe(ofId.get(_id)?.due_at?.toISOString());
        }
        expect(pages[0]?.pagination).toMatchObject({ total: wanted.length, totalRelation: 'eq' });
      }),
      { numRuns: 40 },
    );
  });

  test.each(['newest', 'oldest'])('isOverdue with sort %s: open and overdue ones, in that order', async (sort) => {
    const [page] = await walk({ sort, isOverdue: true });
    const wanted = rows.filter((row) => isOpen(row) && isOverdue(row)).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(0);
    expect(page?.data.map(({ _id }) => _id)).toEqual(sort === 'oldest' ? wanted : wanted.toReversed());
  });

  test('a closed report has neither due time nor priority', async () => {
    const [page] = await walk({ status: 'resolved' });
    expect(page?.data.length).toBeGreaterThan(0);
    for (const row of page?.data ?? []) expect(row).toMatchObject({ dueAt: null, priority: null });
  });

  test('a cursor of another order is rejected', async () => {
    const { pagination } = (await testApp.post(ALL, { limit: 1 })).json<Page>();
    const response = await testApp.post(ALL, { sort: 'priority', cursor: pagination.nextCursor });
    expect([response.statusCode, response.json().code]).toEqual([400, 'INVALID_CURSOR']);
  });

  test('open subjects use an index in its order, and overdue ones theirs', async () => {
    const insert = `insert into moderation_subjects (subject_type, subject_id, open_reports_count, due_at, half_due_at, priority)
      select 'Comment', 'many ' || n, 1, now(), now(), -n from generate_series(1, 20000) n`;
    await testApp.database.pool.query(insert);
    const planOf = await openPlanReader(testApp.database.pool);
    const plan = await planOf((on) =>
      reportsPriorityStore.findPage(on, { criteria: {}, after: null, limit: 51 }, 2_000),
    );
    expect(plan.indexes).toContain('moderation_subjects_priority');
    const overdue = { criteria: { dueBefore: new Date(0) }, after: null, limit: 51 };
    expect((await planOf((on) => reportsPriorityStore.findPage(on, overdue, 2_000))).indexes).toContain(
      'moderation_subjects_due',
    );
  });
});
