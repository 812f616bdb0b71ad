import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { OPEN_REPORT_STATUSES, REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import {
  type ListedReport,
  REPORT_KINDS,
  REPORT_REASONS,
  type ReportCase,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertAdmin, insertReport, insertUser } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { casesListStore } from './cases-list.store.ts';
import { reportsListingStore } from './reports-list.store.ts';
import { reportsPriorityStore } from './reports-priority.store.ts';
import { reportsSearchStore } from './reports-search.store.ts';

const ALL = '/api/reports/admin/all';
const CASES = '/api/reports/admin/cases';
const REPORTS = 120;
const OTHERS = 20_000;
/** The priority that hidden content has before anything else, as contract/src/moderation/priority.ts says. */
const HIDDEN_MINUTES = 60_000;
const TYPES = ['User', 'Post'] as const;
const REASONS = REPORT_REASONS.slice(0, 2);
const TERM = 'mạo danh';
/** The number of the subject decides, so that each meets each other. */
const isAppealed = (n: number) => n % 3 === 0;
const isHidden = (n: number) => n % 4 === 1;

interface Row {
  id: string;
  n: number;
  key: string;
  status: string;
  itemType: string;
  itemId: string;
  reason: string;
  owner: string;
  reporter: string;
  description: string;
  day: string;
  assignee: string | null;
  isOverdue: boolean;
}
let testApp: TestApp;
/** The newest first. */
let rows: Row[];
let people: { reporters: string[]; other: string };
const db = () => testApp.database.db;
const isOpen = (status: string) => OPEN_REPORT_STATUSES.some((open) => open === status);

beforeAll(async () => {
  testApp = await buildTestApp();
  const now = testApp.clock.now().getTime();
  const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
  const reporters = [(await insertUser(db())).id, (await insertUser(db())).id];
  people = { reporters, other: (await insertAdmin(db())).id };
  const inserted: Array<Omit<Row, 'assignee' | 'isOverdue'>> = [];
  for (let i = 0; i < REPORTS; i += 1) {
    const n = (i * 7) % 17;
    const item = { itemType: pick(TYPES, i), itemId: `thing-${n}`, itemAuthorId: `author-${n % 3}` };
    const at = now - (REPORTS - i) * 0.6 * HOUR_MS;
    const fields = {
      status: pick(REPORT_STATUSES, i * 3 + (i >> 3)),
      reason: pick(REASONS, i >> 1),
      reporter_id: pick(reporters, i >> 2),
      description: i % 5 === 0 ? `Người này ${TERM} tôi` : 'Đăng đi đăng lại',
      created_at: new Date(at),
    };
    const { id } = await insertReport(db(), item, fields);
    const { itemAuthorId: owner, ...subject } = item;
    const day = new Date(at + 7 * HOUR_MS).toISOString().slice(0, 10);
    const { created_at: _, reporter_id: reporter, ...rest } = fields;
    inserted.unshift({ id, n, key: `${item.itemType} ${item.itemId}`, owner, reporter, day, ...subject, ...rest });
  }
  for (let n = 0; n < 17; n += 1) {
    await db()
      .updateTable('moderation_subjects')
      .set({
        open_appeals_count: isAppealed(n) ? 1 + (n % 2) : 0,
        hidden_at: isHidden(n) ? new Date(now) : null,
        priority: sql`priority + ${isHidden(n) ? HIDDEN_MINUTES : 0}`,
        assignee_id: pick([null, testApp.admin.id, null, people.other, null], n),
        assigned_at: new Date(now),
      })
      .where('subject_id', '=', `thing-${n}`)
      .execute();
  }
  const subjects = await db().selectFrom('moderation_subjects').selectAll().execute();
  rows = inserted.map((row) => {
    const subject = subjects.find((each) => `${each.subject_type} ${each.subject_id}` === row.key);
    const isDue = subject?.due_at != null && subject.due_at.getTime() < now;
    return { ...row, assignee: subject?.assignee_id ?? null, isOverdue: isDue && isOpen(row.status) };
  });
});
afterAll(() => testApp.close());

interface Page<Row> {
  data: Row[];
  pagination: { total: number; totalRelation: string; nextCursor: string | null };
  counts?: Record<string, number>;
}
async function walk<Row>(path: string, body: object): Promise<Array<Page<Row>>> {
  const pages: Array<Page<Row>> = [];
  let cursor: string | null = null;
  do {
    const response = await testApp.post(path, { ...body, cursor });
    expect(response.statusCode, response.body).toBe(200);
    const page: Page<Row> = response.json();
    pages.push(page);
    cursor = page.pagination.nextCursor;
  } while (cursor && pages.length <= REPORTS);
  return pages;
}

const filters = fc.record({
  kind: fc.constantFrom(...REPORT_KINDS),
  status: fc.constantFrom('', '', ...REPORT_STATUSES),
  itemType: fc.constantFrom('', ...TYPES),
  reason: fc.constantFrom('', '', ...REASONS),
  assignee: fc.constantFrom<string>('', '', 'me', 'none', 'other'),
});
type Filters = (typeof filters extends fc.Arbitrary<infer T> ? T : never) & Partial<Further>;
interface Further {
  isOverdue: boolean;
  q: string;
  from: string;
  to: string;
  accountId: string;
  reporterId: string;
  itemId: string;
}

const meets =
  (body: Filters) =>
  (row: Row): boolean =>
    isAppealed(row.n) === (body.kind === 'appeal') &&
    (body.status === '' || row.status === body.status) &&
    (body.itemType === '' || row.itemType === body.itemType) &&
    (body.reason === '' || row.reason === body.reason) &&
    (body.assignee !== 'me' || row.assignee === testApp.admin.id) &&
    (body.assignee !== people.other || row.assignee === people.other) &&
    (body.assignee !== 'none' || (row.assignee === null && isOpen(row.status))) &&
    (!body.isOverdue || row.isOverdue) &&
    (!body.q || row.description.includes(body.q)) &&
    (!body.from || row.day >= body.from) &&
    (!body.to || row.day <= body.to) &&
    (!body.accountId || row.owner === body.accountId) &&
    (!body.reporterId || row.reporter === body.reporterId) &&
    (!body.itemId || row.itemId === body.itemId);

const bodyOf = (chosen: Filters): Filters => ({
  ...chosen,
  assignee: chosen.assignee === 'other' ? people.other : chosen.assignee,
});
const hiddenFirst = (found: readonly Row[]) => [
  ...found.filter(({ n }) => isHidden(n)),
  ...found.filter(({ n }) => !isHidden(n)),
];
const countsOf = (body: Filters) =>
  Object.fromEntries(REPORT_STATUSES.map((status) => [status, rows.filter(meets({ ...body, status })).length]));

describe('listReports with a kind', () => {
  test('any other filters, search, order and page size: the reports that a plain filter finds, once, in order, and counted', async () => {
    const further = fc.record(
      {
        isOverdue: fc.constant(true),
        q: fc.constant(TERM),
        from: fc.constantFrom(...new Set(rows.map(({ day }) => day))),
        to: fc.constantFrom(...new Set(rows.map(({ day }) => day))),
        accountId: fc.constantFrom('author-0', 'author-1'),
        reporterId: fc.constantFrom(...people.reporters),
        itemId: fc.constantFrom('thing-3', 'thing-4', 'thing-9'),
      },
      { requiredKeys: [] },
    );
    const none = fc.constant({});
    const sorts = fc.constantFrom('newest', 'oldest');
    const anyFurther = fc.oneof({ arbitrary: none, weight: 2 }, further);
    await fc.assert(
      fc.asyncProperty(filters, anyFurther, sorts, fc.integer({ min: 1, max: 40 }), async (own, more, sort, limit) => {
        const { itemId, ...rest } = { itemId: undefined, ...more };
        const body = bodyOf({ ...own, ...rest, ...(own.itemType && itemId ? { itemId } : {}) });
        const pages = await walk<ListedReport>(ALL, { ...body, sort, limit });
        const found = rows.filter(meets(body));
        const isHiddenFirst = sort === 'oldest' && body.itemId === undefined;
        const inOrder = sort === 'newest' ? found : found.toReversed();
        const listed = pages.flatMap(({ data }) => data);
        expect(listed.map(({ _id }) => _id)).toEqual(
          (isHiddenFirst ? hiddenFirst(inOrder) : inOrder).map(({ id }) => id),
        );
        for (const { subject } of listed) expect(subject?.hasOpenAppeal).toBe(body.kind === 'appeal');
        if (body.q) return;
        expect(pages[0]?.pagination).toMatchObject({ total: found.length, totalRelation: 'eq' });
        expect(pages[0]?.counts).toEqual(countsOf(body));
      }),
      { numRuns: 200 },
    );
  });

  test('by priority: all open reports that a plain filter finds, once, the highest priority first, and counted', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.boolean(), fc.integer({ min: 1, max: 40 }), async (own, isOverdue, limit) => {
        const status = isOpen(own.status) ? own.status : '';
        const body = bodyOf({ ...own, status, ...(isOverdue && { isOverdue }) });
        const pages = await walk<ListedReport>(ALL, { ...body, sort: 'priority', limit });
        const listed = pages.flatMap(({ data }) => data);
        const found = rows.filter((row) => isOpen(row.status) && meets(body)(row));
        expect(listed.map(({ _id }) => _id).toSorted()).toEqual(found.map(({ id }) => id).toSorted());
        const scores = listed.map(({ priority }) => priority?.score ?? 0);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        expect(pages[0]?.pagination).toMatchObject({ total: found.length, totalRelation: 'eq' });
      }),
      { numRuns: 60 },
    );
  });

  test('as CSV: the same reports', async () => {
    for (const kind of REPORT_KINDS) {
      const csv = (await testApp.post('/api/reports/admin/export', { kind })).body;
      const own = rows.filter((row) => isAppealed(row.n) === (kind === 'appeal'));
      expect(
        csv
          .trim()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(',').at(-1)?.replaceAll('"', '')),
      ).toEqual(own.map(({ id }) => id));
    }
  });

  test('without one, or with an empty one, all reports, each with whether an appeal is pending on its subject', async () => {
    for (const body of [{}, { kind: '' }, { kind: null }]) {
      const [page] = await walk<ListedReport>(ALL, body);
      expect(page?.data.map(({ _id, subject }) => [_id, subject?.hasOpenAppeal])).toEqual(
        rows.map(({ id, n }) => [id, isAppealed(n)]),
      );
    }
    expect((await testApp.post(ALL, { kind: 'letter' })).statusCode).toBe(400);
  });
});

test('listReportCases with a kind, any other filters, order and page size: each subject once, at its newest report that a plain filter finds', async () => {
  const sorts = fc.constantFrom('newest', 'reports');
  await fc.assert(
    fc.asyncProperty(filters, sorts, fc.integer({ min: 1, max: 20 }), async (own, sort, limit) => {
      const body = bodyOf(own);
      const pages = await walk<ReportCase>(CASES, { ...body, sort, limit });
      const newest = new Map<string, Row>();
      for (const row of hiddenFirst(rows.filter(meets(body)))) if (!newest.has(row.key)) newest.set(row.key, row);
      const cases = pages.flatMap(({ data }) => data);
      const found = [...newest.values()].map(({ id }) => id);
      const listed = cases.map((each) => each.newest._id);
      expect(sort === 'newest' ? listed : listed.toSorted()).toEqual(sort === 'newest' ? found : found.toSorted());
      if (sort === 'reports') {
        const order = cases.map(({ hiddenAt, reports }) => (hiddenAt ? REPORTS : 0) + reports);
        expect(order).toEqual(order.toSorted((a, b) => b - a));
      }
      expect(pages[0]?.pagination).toMatchObject({ total: newest.size, totalRelation: 'eq' });
      expect(pages[0]?.counts).toEqual(countsOf(body));
    }),
    { numRuns: 80 },
  );
});

test('listReports: a report is of the kind appeal from its creation until the decision, and names the one that is due first', async () => {
  const steps = createAppealSteps(testApp);
  const { author, subject, noticeId } = await steps.takenDownPost();
  const listed = async (kind: string) =>
    (await testApp.post(ALL, { ...subject, kind })).json<Page<ListedReport>>().data.map(({ _id }) => _id);
  const [id = ''] = await listed('report');
  const openAppealId = async () =>
    (await testApp.post(`/api/reports/admin/detail/${id}`)).json().data.case.openAppealId;
  expect(await openAppealId()).toBeNull();
  expect(await listed('appeal')).toEqual([]);
  const appealId = (await steps.object(author.id, noticeId)).json().data._id;
  expect([await openAppealId(), await listed('report')]).toEqual([appealId, []]);
  expect(await listed('appeal')).toContain(id);
  await steps.conclude(appealId, 'uphold');
  expect([await openAppealId(), await listed('appeal')]).toEqual([null, []]);
  expect(await listed('report')).toContain(id);
});

test('reportsListingStore: the few appealed subjects use their index in every order, and the others in the order of an index', async () => {
  const { pool } = testApp.database;
  await sql`alter table reports disable trigger user`.execute(db());
  await sql`
    insert into reports (id, reporter_id, subject_type, subject_id, subject_owner_id, reason, description, status, created_at, updated_at)
    select 'r' || n, 'reporter' || n % 400, 'Post', 'post-' || n / 2, 'author' || n % 400, 'spam', 'Đăng đi đăng lại một quảng cáo',
      case when n % 10 = 0 then 'pending' else 'resolved' end, at, at
    from generate_series(1, ${sql.lit(OTHERS)}) n
    cross join lateral (select timestamptz '2026-01-01' + n % 7919 * interval '1 minute' as at) t`.execute(db());
  await sql`
    insert into report_subject_facets (subject_type, subject_id, status, reason, reports_count, newest_at, newest_id)
    select distinct on (1, 2, 3, 4) subject_type, subject_id, status, reason, 2, created_at, id from reports
    order by 1, 2, 3, 4, created_at desc on conflict do nothing`.execute(db());
  await sql`
    insert into moderation_subjects (subject_type, subject_id, reports_count, open_reports_count, priority, due_at, half_due_at)
    select subject_type, subject_id, count(*), 1, count(*), now(), now() from reports group by 1, 2 on conflict do nothing`.execute(
    db(),
  );
  await sql`alter table reports enable trigger user`.execute(db());
  const planOf = await openPlanReader(pool);
  const page = { after: null, limit: 51 } as const;
  const appealed = { hasOpenAppeal: true };
  const others = { hasOpenAppeal: false };
  const BIG = ['reports', 'report_subject_facets', 'moderation_subjects'];
  const list = { ...page, sort: 'newest' } as const;
  const grouped = { ...page, sort: 'reports', term: '' } as const;
  const dueBefore = new Date();
  const days = { since: new Date('2026-01-01'), until: new Date('2026-12-01') };

  for (const work of [
    (on) => reportsListingStore.findPageByFacets(on, null, { ...list, criteria: appealed }),
    (on) => reportsListingStore.findPageByFacets(on, null, { ...list, criteria: { ...appealed, dueBefore } }),
    (on) => reportsListingStore.countByStatusOfSubjects(on, appealed),
    (on) => reportsListingStore.countByStatusOfSubjects(on, { ...appealed, assignee: 'none' }),
    (on) => reportsListingStore.countByStatusUpTo(on, { ...appealed, ...days }, 1_001),
    (on) => reportsListingStore.countByStatusUpTo(on, { ...appealed, dueBefore }, 1_001),
    (on) => reportsSearchStore.endOfWindow(on, { ...list, criteria: appealed, term: 'x', isScanOnly: false }, 2_000),
    (on) => reportsPriorityStore.findPage(on, { ...page, criteria: appealed }, 2_000),
    (on) => casesListStore.findNewest(on, { ...list, criteria: appealed }, false),
    (on) => casesListStore.findBySubject(on, { ...grouped, criteria: appealed }, 5_000),
    (on) => casesListStore.endOfSubjects(on, { ...grouped, criteria: appealed }, 5_000),
    (on) => casesListStore.countCases(on, appealed, 1_000),
  ] satisfies Array<Parameters<typeof planOf>[0]>) {
    const plan = await planOf(work);
    expect.soft(plan.indexes, String(work)).toContain('moderation_subjects_appealed_of_owner');
    expect
      .soft(
        plan.scanned.filter((table) => BIG.includes(table)),
        String(work),
      )
      .toEqual([]);
  }

  for (const [index, work] of [
    ['reports_newest', (on) => reportsListingStore.findPage(on, { ...list, criteria: others })],
    [
      'reports_newest_by_status',
      (on) => reportsListingStore.findPage(on, { ...list, criteria: { ...others, status: 'pending' } }),
    ],
    ['moderation_subjects_appealed_of_owner', (on) => reportsListingStore.findPage(on, { ...list, criteria: others })],
    ['moderation_subjects_priority', (on) => reportsPriorityStore.findPage(on, { ...page, criteria: others }, 2_000)],
    ['report_subject_facets_newest', (on) => casesListStore.findNewest(on, { ...list, criteria: others }, false)],
    [
      'moderation_subjects_most_reported',
      (on) => casesListStore.findBySubject(on, { ...grouped, criteria: others }, 5_000),
    ],
    ['report_subject_facets_newest', (on) => casesListStore.countCases(on, others, 1_000)],
    ['moderation_subjects_appealed_of_owner', (on) => reportsListingStore.countByStatusOfSubjects(on, others)],
    [
      'moderation_subjects_assigned',
      (on) => reportsListingStore.countByStatusOfSubjects(on, { ...others, assignee: 'none' }),
    ],
  ] satisfies Array<[string, Parameters<typeof planOf>[0]]>) {
    const plan = await planOf(work);
    expect.soft(plan.indexes, String(work)).toContain(index);
    expect
      .soft(
        plan.scanned.filter((table) => BIG.includes(table)),
        String(work),
      )
      .toEqual([]);
  }
});
