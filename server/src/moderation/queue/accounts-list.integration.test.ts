import { DAY_MS, HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import {
  REPORT_ACCOUNT_SORTS,
  type ReportAccount,
  type ReportAccountSort,
} from '@hai-dang/contract/moderation/report-accounts.schema.ts';
import { listReportAccounts } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertAdmin, insertReport, insertUser } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { accountsListStore } from './accounts-list.store.ts';

const OWNERS = 9;
const TYPES = ['User', 'Post', 'Comment'] as const;
const REASONS = ['spam', 'violence'] as const;
const STATUSES = ['pending', 'reviewing', 'resolved'] as const;

interface Page {
  data: ReportAccount[];
  pagination: { total: number; nextCursor: string | null };
}

let testApp: TestApp;
let colleague: string;
let owners: string[] = [];
const db = () => testApp.database.db;

async function list(body: object): Promise<Page> {
  const response = await testApp.post(listReportAccounts.path, body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
async function listAll(body: object): Promise<Page[]> {
  const pages = [await list(body)];
  for (let cursor = pages[0]?.pagination.nextCursor; cursor && pages.length <= OWNERS; ) {
    const page = await list({ ...body, cursor });
    pages.push(page);
    cursor = page.pagination.nextCursor;
  }
  return pages;
}

beforeAll(async () => {
  testApp = await buildTestApp();
  colleague = (await insertAdmin(db())).id;
  owners = await Promise.all(
    Array.from({ length: OWNERS }, async (_, n) => (await insertUser(db(), { username: `Chủ ${n}` })).id),
  );
  const reporter_id = (await insertUser(db())).id;
  for (let i = 0; i < 90; i += 1) {
    const itemAuthorId = owners[(i * i) % OWNERS] ?? '';
    const itemType = TYPES[i % TYPES.length] ?? 'Post';
    await insertReport(
      db(),
      { itemType, itemId: itemType === 'User' ? itemAuthorId : `thing-${i % 40}`, itemAuthorId },
      {
        reporter_id,
        status: STATUSES[(i >> 2) % 3] ?? 'pending',
        reason: REASONS[(i >> 1) % 2] ?? 'spam',
        created_at: new Date(2026, 10, i % 20),
      },
    );
  }
  const now = testApp.clock.now().getTime();
  const set = (ids: string[], fields: object) =>
    db().updateTable('moderation_subjects').set(fields).where('subject_id', 'in', ids).execute();
  await set(['thing-1', 'thing-2'], { assignee_id: testApp.admin.id, assigned_at: new Date(now) });
  await set(['thing-4', owners[4] ?? ''], { assignee_id: colleague, assigned_at: new Date(now) });
  await set(['thing-5', 'thing-7', 'thing-8'], { due_at: new Date(now + DAY_MS) });
  await set(['thing-10', 'thing-11'], { due_at: new Date(now - HOUR_MS), severity: 4, priority: 9_000_000 });
});
afterAll(() => testApp.close());

describe('listReportAccounts', () => {
  const filters = fc.record({
    itemType: fc.constantFrom('', ...TYPES),
    reason: fc.constantFrom('', '', ...REASONS),
    assignee: fc.constantFrom('', '', 'me', 'none'),
    isOverdue: fc.constantFrom(undefined, undefined, true),
  });

  test.each(REPORT_ACCOUNT_SORTS)(
    'sort %s, any filters and page size → each owner of open subjects once, in order, with their sums, counted',
    async (sort: ReportAccountSort) => {
      const subjects = await db().selectFrom('moderation_subjects').selectAll().execute();
      const reports = await db()
        .selectFrom('reports')
        .selectAll()
        .where('status', 'in', ['pending', 'reviewing'])
        .execute();
      const now = testApp.clock.now();
      await fc.assert(
        fc.asyncProperty(filters, fc.integer({ min: 1, max: 10 }), async (chosen, limit) => {
          const open = subjects.filter(
            (subject) =>
              subject.open_reports_count > 0 &&
              (!chosen.itemType || subject.subject_type === chosen.itemType) &&
              (!chosen.reason ||
                reports.some(
                  ({ subject_id, reason }) => subject_id === subject.subject_id && reason === chosen.reason,
                )) &&
              (chosen.assignee !== 'me' || subject.assignee_id === testApp.admin.id) &&
              (chosen.assignee !== 'none' || subject.assignee_id === null) &&
              (!chosen.isOverdue || (subject.due_at !== null && subject.due_at < now)),
          );
          const byOwner = Map.groupBy(open, ({ owner_id }) => owner_id ?? '');
          const pages = await listAll({ ...chosen, sort, limit });
          const listed = pages.flatMap(({ data }) => data);
          expect(listed.map(({ account }) => account._id).toSorted()).toEqual([...byOwner.keys()].toSorted());
          for (const row of listed) {
            const own = byOwner.get(row.account._id) ?? [];
            const assignees = new Set(own.flatMap(({ assignee_id }) => assignee_id ?? []));
            expect(row).toMatchObject({
              subjects: own.length,
              reports: own.reduce((sum, { open_reports_count }) => sum + open_reports_count, 0),
              severity: Math.max(...own.map(({ severity }) => severity)),
              dueAt: new Date(Math.min(...own.map(({ due_at }) => due_at?.getTime() ?? 0))).toISOString(),
            });
            expect(row.assignee?._id).toBe(assignees.size === 1 ? [...assignees][0] : undefined);
          }
          const ranks = listed.map(({ account, reports: count, dueAt }) => {
            const priorities = (byOwner.get(account._id) ?? []).map(({ priority }) => priority ?? 0);
            return { reports: -count, priority: -Math.max(...priorities), due: Date.parse(dueAt ?? '') }[sort];
          });
          expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
          expect(pages.slice(0, -1).every(({ data }) => data.length === limit)).toBe(true);
          for (const { pagination } of pages) expect(pagination.total).toBe(byOwner.size);
        }),
        { numRuns: 30 },
      );
    },
  );

  test.each(REPORT_ACCOUNT_SORTS)('sort %s with the cursor of another order → INVALID_CURSOR', async (sort) => {
    for (const other of REPORT_ACCOUNT_SORTS.filter((each) => each !== sort)) {
      const { pagination } = await list({ sort: other, limit: 1 });
      const response = await testApp.post(listReportAccounts.path, { sort, cursor: pagination.nextCursor });
      expect([response.statusCode, response.json().code]).toEqual([400, 'INVALID_CURSOR']);
    }
  });

  test('among many closed subjects → only the open ones are read, by the index of their owners', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      subject_type: 'Post',
      subject_id: `many-${index}`,
      owner_id: `owner-${index % 300}`,
      reports_count: 1,
      open_reports_count: index % 50 === 0 ? 1 : 0,
    }));
    await db().insertInto('moderation_subjects').values(rows).execute();
    const planOf = await openPlanReader(testApp.database.pool);
    const page = { sort: 'priority', after: null, limit: 51 } as const;
    const planned = (criteria: object) => planOf((on) => accountsListStore.findPage(on, { ...page, criteria }));
    expect(await planned({})).toMatchObject({ indexes: ['moderation_subjects_open_of_owner'] });
    expect((await planned({ reason: 'spam' })).scanned).not.toContain('moderation_subjects');
  });
});
