import { DAY_MS, HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { REPORT_STATUS_FILTERS, REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import {
  REPORT_CASE_SORTS,
  type ReportCase,
  type ReportCaseSort,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../lib/db/database.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertAdmin, insertReport, insertUser } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { casesListStore } from './cases-list.store.ts';
import { reportsSearchStore } from './reports-search.store.ts';

const CASES = '/api/reports/admin/cases';
const REPORTS = 120;
const TYPES = ['User', 'Post'] as const;
const REASONS = ['spam', 'violence', 'other'] as const;
const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'] as const;
/** Each is in every so many descriptions. */
const WORDS = { 'lừa đảo': 3, 'mạo danh': 7 } as const;
type Row = Awaited<ReturnType<typeof insertReport>>;
type Subject = Awaited<ReturnType<typeof readSubjects>>[number];

interface Page {
  data: ReportCase[];
  pagination: { total: number; totalRelation: string; nextCursor: string | null };
  counts?: object;
}

let testApp: TestApp;
const db = () => testApp.database.db;
const readSubjects = (on: Db) => on.selectFrom('moderation_subjects').selectAll().execute();

async function search(body: object): Promise<Page> {
  const response = await testApp.post(CASES, body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
async function searchAll(body: object): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const page = await search({ ...body, cursor });
    pages.push(page);
    cursor = page.pagination.nextCursor;
  } while (cursor !== null && pages.length <= 2 * REPORTS);
  expect(cursor).toBeNull();
  return pages;
}

const isOpen = ({ status }: Row) => status === 'pending' || status === 'reviewing';
const keyOf = ({ subject_type, subject_id }: Pick<Row, 'subject_type' | 'subject_id'>) =>
  `${subject_type} ${subject_id}`;
const dayOf = ({ created_at }: Row) => new Date(created_at.getTime() + 7 * HOUR_MS).toISOString().slice(0, 10);

describe('listReportCases', () => {
  let rows: Row[];
  let subjects: Map<string, Subject>;
  let colleague: string;
  let namedReporter: string;

  beforeAll(async () => {
    testApp = await buildTestApp();
    colleague = (await insertAdmin(db())).id;
    namedReporter = (await insertUser(db(), { username: 'Lê Quý Đôn' })).id;
    const reporter = (await insertUser(db())).id;
    const dayEnd = Date.parse('2026-11-20T23:59:59.999+07:00');
    for (let i = 0; i < REPORTS; i += 1) {
      const words = Object.entries(WORDS).flatMap(([word, each]) => (i % each === 0 ? [word] : []));
      await insertReport(
        db(),
        { itemType: TYPES[i % 2] ?? 'User', itemId: `thing-${(i * 7) % 17}` },
        {
          status: REPORT_STATUSES[(i * 3 + (i >> 3)) % REPORT_STATUSES.length] ?? 'pending',
          reason: REASONS[(i >> 1) % REASONS.length] ?? 'spam',
          reporter_id: i % 11 === 0 ? namedReporter : reporter,
          description: ['Bài này', ...words].join(' '),
          // Several in each millisecond, so that ids must decide.
          created_at: new Date(dayEnd - (i % 20) - (i % 3) * DAY_MS),
        },
      );
    }
    const at = new Date(dayEnd);
    const set = (ids: string[], fields: object) =>
      db().updateTable('moderation_subjects').set(fields).where('subject_id', 'in', ids).execute();
    await set(['thing-3', 'thing-8'], { hidden_at: at });
    await set(['thing-3', 'thing-4', 'thing-5'], { assignee_id: testApp.admin.id, assigned_at: at });
    await set(['thing-6'], { assignee_id: colleague, assigned_at: at });
    await set(['thing-1', 'thing-8', 'thing-9'], { due_at: new Date(testApp.clock.now().getTime() + DAY_MS) });
    rows = await db().selectFrom('reports').selectAll().orderBy('created_at').orderBy('id').execute();
    subjects = new Map((await readSubjects(db())).map((subject) => [keyOf(subject), subject]));
  });
  afterAll(() => testApp.close());

  const filters = () =>
    fc.record({
      status: fc.constantFrom('', ...REPORT_STATUS_FILTERS),
      itemType: fc.constantFrom('', ...TYPES),
      reason: fc.constantFrom('', ...REASONS),
      assignee: fc.constantFrom('', '', 'me', 'none', colleague),
      isOverdue: fc.constantFrom(undefined, undefined, true),
      q: fc.constantFrom('', '', 'LUA DAO', 'mao danh', 'le quy don', 'khong co'),
      from: fc.constantFrom('', '', DAYS[1]),
      to: fc.constantFrom('', '', DAYS[1], DAYS[2]),
    });
  type Filters = ReturnType<typeof filters> extends fc.Arbitrary<infer F> ? F : never;

  const hasTerm = (row: Row, q: string) =>
    ({
      '': true,
      'LUA DAO': row.description.includes('lừa đảo'),
      'mao danh': row.description.includes('mạo danh'),
      'le quy don': row.reporter_id === namedReporter,
      'khong co': false,
    })[q] ?? false;
  const subjectOf = (row: Row): Subject => {
    const subject = subjects.get(keyOf(row));
    if (!subject) throw new Error(`${keyOf(row)} is no subject`);
    return subject;
  };
  const meets = (chosen: Filters, sort: ReportCaseSort) => (row: Row) => {
    const { assignee_id, due_at } = subjectOf(row);
    const byOpen = sort === 'priority' || sort === 'due' ? !['resolved', 'rejected'].includes(chosen.status) : false;
    const isOpenOnly = byOpen || chosen.status === 'open' || chosen.assignee === 'none' || chosen.isOverdue;
    return (
      (!isOpenOnly || isOpen(row)) &&
      (['', 'open'].includes(chosen.status) || row.status === chosen.status) &&
      (!chosen.itemType || row.subject_type === chosen.itemType) &&
      (!chosen.reason || row.reason === chosen.reason) &&
      (chosen.assignee !== 'none' || assignee_id === null) &&
      (['', 'none'].includes(chosen.assignee) ||
        assignee_id === (chosen.assignee === 'me' ? testApp.admin.id : chosen.assignee)) &&
      (!chosen.isOverdue || (due_at !== null && due_at < testApp.clock.now())) &&
      (!chosen.from || dayOf(row) >= chosen.from) &&
      (!chosen.to || dayOf(row) <= chosen.to) &&
      hasTerm(row, chosen.q)
    );
  };

  test.each(REPORT_CASE_SORTS)(
    'sort %s, any filters and page size → each subject once, in order, hidden ones first, at its newest match, counted',
    async (sort) => {
      await fc.assert(
        fc.asyncProperty(filters(), fc.integer({ min: 1, max: 20 }), async (chosen, limit) => {
          const pages = await searchAll({ ...chosen, sort, limit });
          const listed = pages.flatMap(({ data }) => data);
          const ofSubject = Map.groupBy(rows.filter(meets(chosen, sort)), keyOf);
          expect(listed.map(({ itemType, itemId }) => `${itemType} ${itemId}`).toSorted()).toEqual(
            [...ofSubject.keys()].toSorted(),
          );
          for (const { itemType, itemId, newest } of listed) {
            expect(newest._id).toBe(ofSubject.get(`${itemType} ${itemId}`)?.at(-1)?.id);
          }
          const isClosed = chosen.status === 'resolved' || chosen.status === 'rejected';
          const order = isClosed && (sort === 'priority' || sort === 'due') ? 'newest' : sort;
          const rankOf = (key: string): number => {
            const subject = subjects.get(key);
            const matching = ofSubject.get(key) ?? [];
            return {
              newest: -rows.indexOf(matching.at(-1) as Row),
              oldest: rows.indexOf(matching[0] as Row),
              reports: -(subject?.reports_count ?? 0),
              priority: -(subject?.priority ?? 0),
              due: subject?.due_at?.getTime() ?? 0,
            }[order];
          };
          const ranks = listed.map(({ itemType, itemId, hiddenAt }) => [
            hiddenAt === null ? 1 : 0,
            rankOf(`${itemType} ${itemId}`),
          ]);
          expect(ranks).toEqual(ranks.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
          const isPartly = chosen.q !== '' && pages.length > 1;
          const total = isPartly ? Math.min(limit, ofSubject.size) : ofSubject.size;
          expect(pages[0]?.pagination).toMatchObject({ total, totalRelation: isPartly ? 'gte' : 'eq' });
        }),
        { numRuns: 40 },
      );
    },
  );

  test('a row has the first image of its evidence, and the list the counts of a list without a search', async () => {
    const content = JSON.stringify({
      itemType: 'Post',
      post: { _id: 'p', title: 'Vé', content: '', images: ['https://anh.test/ve.webp'], createdAt: '2026-01-01' },
    });
    await db().insertInto('report_snapshots').values({ id: 'seen', content, created_at: new Date() }).execute();
    const { id } = await insertReport(
      db(),
      { itemType: 'Post', itemId: 'with-image' },
      { snapshot_id: 'seen', created_at: new Date('2027-01-01') },
    );
    const { data, counts } = await search({ from: '2027-01-01' });
    expect(data).toMatchObject([{ itemId: 'with-image', image: expect.stringContaining('ve.webp'), version: 1 }]);
    expect(counts).toEqual({ pending: 1, reviewing: 0, resolved: 0, rejected: 0 });
    expect((await search({ q: 'lua dao' })).counts).toBeUndefined();
    await testApp.send('DELETE', `/api/reports/admin/${id}`);
  });

  test.each(REPORT_CASE_SORTS.slice(2))('sort %s with the cursor of another order → INVALID_CURSOR', async (sort) => {
    for (const other of REPORT_CASE_SORTS.filter((each) => each !== sort && each !== 'newest')) {
      const { pagination } = await search({ sort: other, limit: 1 });
      const response = await testApp.post(CASES, { sort, cursor: pagination.nextCursor });
      expect([response.statusCode, response.json().code]).toEqual([400, 'INVALID_CURSOR']);
    }
  });
});

describe('listReportCases among many reports', () => {
  const MANY = 30_000;
  let planOf: Awaited<ReturnType<typeof openPlanReader>>;

  beforeAll(async () => {
    testApp = await buildTestApp();
    await sql`alter table reports disable trigger user`.execute(db());
    await sql`
      insert into accounts (id, username, email)
      select 'searcher-' || n, 'Người báo ' || n, 'searcher-' || n || '@ten.test' from generate_series(1, 400) n`.execute(
      db(),
    );
    // Two of each subject; 'thường gặp' in nearly all open ones; in closed ones far down only; 'hiếm thấy' in few, far down.
    await sql`
      insert into reports (id, reporter_id, subject_type, subject_id, reason, description, status, created_at, updated_at)
      select 'many-' || lpad(n::text, 5, '0'), 'searcher-' || (n % 400 + 1), 'Post', 'post-' || lpad((n / 2)::text, 5, '0'), 'spam',
        case when n / 2 % 5 = 0 or n <= 80 then 'Điều thường gặp' when n / 2 % 1000 = 1 then 'Điều hiếm thấy' else 'Điều khác' end,
        case when n / 2 % 5 = 0 then 'pending' else 'resolved' end, at, at
      from generate_series(2, ${sql.lit(MANY + 1)}) n
      cross join lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t`.execute(db());
    await sql`
      insert into moderation_subjects (subject_type, subject_id, reports_count, open_reports_count, priority, due_at, half_due_at)
      select subject_type, subject_id, 2, case when is_open then 2 else 0 end, case when is_open then extract(epoch from at) / -60 end,
        case when is_open then at end, case when is_open then at end
      from (select subject_type, subject_id, max(created_at) as at, bool_and(status = 'pending') as is_open
        from reports group by 1, 2) s`.execute(db());
    await sql`alter table reports enable trigger user`.execute(db());
    await sql`select rebuild_report_counters()`.execute(db());
    planOf = await openPlanReader(testApp.database.pool);
  });
  afterAll(() => testApp.close());

  const namesOf = (pages: Page[]) => pages.flatMap(({ data }) => data.map(({ itemId }) => Number(itemId.slice(5))));
  const RARE = Array.from({ length: 15 }, (_, index) => index * 1_000 + 1).filter((n) => n > 40);

  test.each([
    ['newest', RARE.toReversed()],
    ['oldest', RARE],
    ['reports', RARE.toReversed()],
  ] as const)(
    'a rare term, sort %s → all subjects through the index, in order, counted exactly',
    async (sort, names) => {
      const pages = await searchAll({ q: 'hiem thay', sort, limit: 6 });
      expect(namesOf(pages)).toEqual(names);
      expect(pages).toHaveLength(3);
      for (const { pagination } of pages)
        expect(pagination).toMatchObject({ total: names.length, totalRelation: 'eq' });
    },
  );

  test.each(['newest', 'oldest', 'reports'])(
    'a term of more matches than the index is asked for, sort %s → searched on, page by page, until the end',
    async (sort) => {
      const pages = await searchAll({ q: 'thuong gap', status: 'resolved', sort, limit: 50 });
      const names = Array.from({ length: 40 }, (_, n) => n + 1).filter((n) => n % 5 !== 0);
      expect(namesOf(pages)).toEqual(sort === 'oldest' ? names : names.toReversed());
    },
  );

  test.each(['priority', 'due', 'reports'])(
    'a frequent term, sort %s → a full page of the first ones',
    async (sort) => {
      const { data, pagination } = await search({ q: 'thuong gap', sort, status: 'open', limit: 20 });
      expect(data).toHaveLength(20);
      expect(pagination).toMatchObject({ totalRelation: 'gte', nextCursor: expect.any(String) });
    },
  );

  const time = { after: null, limit: 51, term: '', isPerSubject: true, isScanOnly: false } as const;
  const own = { after: null, limit: 51, term: '' } as const;
  const days = { since: new Date('2025-01-05'), until: new Date('2025-01-06') };
  const text = { ...own, term: 'thuong gap' };
  test.each<[what: string, index: string, work: Parameters<typeof planOf>[0]]>([
    [
      'oldest',
      'reports_newest',
      (on) => reportsSearchStore.searchWindow(on, { ...time, sort: 'oldest', criteria: {} }, 800),
    ],
    [
      'oldest open ones',
      'reports_newest_by_status',
      (on) => reportsSearchStore.searchWindow(on, { ...time, sort: 'oldest', criteria: { isOpen: true } }, 800),
    ],
    [
      'newest of some days',
      'reports_newest',
      (on) => reportsSearchStore.searchWindow(on, { ...time, sort: 'newest', criteria: days }, 800),
    ],
    [
      'oldest open ones of an administrator',
      'moderation_subjects_assigned',
      (on) =>
        reportsSearchStore.searchWindow(
          on,
          { ...time, sort: 'oldest', criteria: { isOpen: true, assignee: 'somebody' } },
          800,
        ),
    ],
    [
      'due',
      'moderation_subjects_due',
      (on) => casesListStore.findBySubject(on, { ...own, sort: 'due', criteria: { isOpen: true } }, 5_000),
    ],
    [
      'overdue',
      'moderation_subjects_due',
      (on) =>
        casesListStore.findBySubject(
          on,
          { ...own, sort: 'due', criteria: { dueBefore: new Date('2025-01-01T01:00Z') } },
          5_000,
        ),
    ],
    [
      'priority, with words',
      'moderation_subjects_priority',
      (on) => casesListStore.findBySubject(on, { ...text, sort: 'priority', criteria: { isOpen: true } }, 800),
    ],
    [
      'most reported, of some days',
      'moderation_subjects_most_reported',
      (on) => casesListStore.findBySubject(on, { ...own, sort: 'reports', criteria: days }, 800),
    ],
    ['the number of some days', 'reports_newest', (on) => casesListStore.countCases(on, days, 1_000)],
    [
      'the number of overdue ones',
      'moderation_subjects_due',
      (on) => casesListStore.countCases(on, { dueBefore: new Date('2025-01-01T01:00Z') }, 1_000),
    ],
  ])('%s → by an index, and no table of reports is read as a whole', async (_, index, work) => {
    const { indexes, scanned } = await planOf(work);
    expect(indexes).toContain(index);
    const BIG = ['reports', 'report_texts', 'report_subject_facets', 'moderation_subjects'];
    expect(scanned.filter((table) => BIG.includes(table))).toEqual([]);
  });
});
