import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { ListedReport, ReportCase } from '@hai-dang/contract/moderation/reports.schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertReport } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { casesListStore } from './cases-list.store.ts';
import { reportsListingStore } from './reports-list.store.ts';
import { reportsSearchStore } from './reports-search.store.ts';

const ALL = '/api/reports/admin/all';
const CASES = '/api/reports/admin/cases';
const REPORTER = 'nguoi-bao-cao';
const OTHERS = 20_000;
const START = Date.parse('2026-11-10T00:00:00+07:00');
const STATUSES = ['pending', 'resolved', 'reviewing', 'pending'];
/** In each round of reports, the first waits longest. */
const SUBJECTS = ['free', 'hidden', 'mine', 'hidden-too'];
const isHidden = (itemId: unknown) => String(itemId).startsWith('hidden');
let testApp: TestApp;
/** The longest waiting first. */
const filed: Array<{ id: string; itemId: string; status: string; at: number }> = [];

beforeAll(async () => {
  testApp = await buildTestApp();
  const { db } = testApp.database;
  for (const [round, status] of STATUSES.entries()) {
    for (const [index, itemId] of SUBJECTS.entries()) {
      const at = START + (round * 24 + index) * HOUR_MS;
      const fields = { status, reporter_id: REPORTER, created_at: new Date(at) };
      const { id } = await insertReport(db, { itemType: 'Post', itemId, itemAuthorId: 'author' }, fields);
      filed.push({ id, itemId, status, at });
    }
  }
  // The subjects that are not hidden have more reports.
  for (const itemId of ['free', 'mine']) {
    const fields = { status: 'rejected', reporter_id: REPORTER, created_at: new Date(START - HOUR_MS) };
    const { id } = await insertReport(db, { itemType: 'Post', itemId, itemAuthorId: 'author' }, fields);
    filed.unshift({ id, itemId, status: 'rejected', at: START - HOUR_MS });
  }
  filed.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  await db
    .updateTable('moderation_subjects')
    .set({ hidden_at: new Date() })
    .where('subject_id', 'in', SUBJECTS.filter(isHidden))
    .execute();
  for (const itemId of ['mine', 'hidden-too']) {
    await testApp.post(`/api/admin/subjects/Post/${itemId}/assign`, { assigneeId: 'me' });
  }
});
afterAll(() => testApp.close());

interface Page<Row> {
  data: Row[];
  pagination: { total: number; nextCursor: string | null };
}
async function walk<Row>(path: string, body: object): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const response = await testApp.post(path, { ...body, cursor });
    expect(response.statusCode, response.body).toBe(200);
    const page: Page<Row> = response.json();
    rows.push(...page.data);
    cursor = page.pagination.nextCursor;
  } while (cursor && rows.length <= filed.length);
  return rows;
}

const isOpen = ({ status }: { status: string }) => status === 'pending' || status === 'reviewing';
const isMine = (itemId: string) => itemId === 'mine' || itemId === 'hidden-too';

test.each<[string, object, (each: (typeof filed)[number]) => boolean]>([
  ['all', {}, () => true],
  ['a status', { status: 'pending' }, ({ status }) => status === 'pending'],
  ['a status that no hidden subject has', { status: 'rejected' }, ({ status }) => status === 'rejected'],
  [
    'days',
    { from: '2026-11-11', to: '2026-11-12' },
    ({ at }) => at >= START + 24 * HOUR_MS && at < START + 72 * HOUR_MS,
  ],
  ['an owner', { accountId: 'author' }, () => true],
  ['a reporter', { status: 'pending', reporterId: REPORTER }, ({ status }) => status === 'pending'],
  ['an assignee', { assignee: 'me' }, ({ itemId }) => isMine(itemId)],
  ['no assignee', { assignee: 'none' }, (each) => isOpen(each) && !isMine(each.itemId)],
  ['overdue ones', { isOverdue: true }, isOpen],
  ['a search', { q: 'quảng cáo' }, () => true],
  ['a search, filtered', { q: 'quang', status: 'pending' }, ({ status }) => status === 'pending'],
  ['one subject', { itemType: 'Post', itemId: 'hidden' }, ({ itemId }) => itemId === 'hidden'],
])(
  'listReports, listReportCases: the longest waiting first, of %s: those of hidden subjects first, once each, with any page size',
  async (_, body, isMet) => {
    const met = filed.filter(isMet);
    const expected = [
      ...met.filter(({ itemId }) => isHidden(itemId)),
      ...met.filter(({ itemId }) => !isHidden(itemId)),
    ];
    expect(expected.length).toBeGreaterThan(0);
    for (const limit of [1, 3, 100]) {
      const rows = await walk<ListedReport>(ALL, { ...body, sort: 'oldest', limit });
      expect(rows.map(({ _id }) => _id)).toEqual(expected.map(({ id }) => id));
    }
    const newest = await walk<ListedReport>(ALL, { ...body, limit: 3 });
    expect(newest.map(({ _id }) => _id)).toEqual(met.toReversed().map(({ id }) => id));
  },
);

test('listReportCases: the most reported subjects: hidden ones first, page by page', async () => {
  const cases = await walk<ReportCase>(CASES, { sort: 'reports', limit: 1 });
  expect(cases.map(({ itemId, reports }) => [itemId, reports])).toEqual([
    ['hidden-too', 4],
    ['hidden', 4],
    ['mine', 5],
    ['free', 5],
  ]);
});

test('listReports: a cursor of a server of the previous release, which has no hidden ones, continues among the others', async () => {
  const goOn = async <Row>(path: string, body: object) => {
    // The first page ends with one that is not hidden.
    const limit = path === ALL ? 9 : 3;
    const { pagination } = (await testApp.post(path, { ...body, limit })).json<Page<Row>>();
    const { isHidden: known, ...former } = decodeCursor(pagination.nextCursor ?? '', z.looseObject({}));
    expect(known ?? false).toBe(false);
    return (await testApp.post(path, { ...body, cursor: encodeCursor(former) })).json<Page<Row>>().data;
  };
  const others = filed.filter(({ itemId }) => !isHidden(itemId)).slice(1);
  const rows = await goOn<ListedReport>(ALL, { sort: 'oldest' });
  expect(rows.map(({ _id }) => _id)).toEqual(others.map(({ id }) => id));
  expect((await goOn<ReportCase>(CASES, { sort: 'reports' })).map(({ itemId }) => itemId)).toEqual(['free']);
});

test('reportsListingStore, casesListStore: hidden subjects use their index, and the others in the order of theirs, without sorting', async () => {
  const { db, pool } = testApp.database;
  await sql`alter table reports disable trigger user`.execute(db);
  await sql`
    insert into reports (id, reporter_id, subject_type, subject_id, subject_owner_id, reason, description, status, created_at, updated_at)
    select 'r' || n, 'reporter' || n % 400, 'Post', 'post-' || n / 2, 'author' || n % 400, 'spam', 'Đăng đi đăng lại một quảng cáo',
      case when n % 100 = 0 then 'pending' else 'resolved' end, at, at
    from generate_series(1, ${sql.lit(OTHERS)}) n
    cross join lateral (select timestamptz '2026-01-01' + n % 7919 * interval '1 minute' as at) t`.execute(db);
  await sql`
    insert into report_subject_facets (subject_type, subject_id, status, reason, reports_count, newest_at, newest_id)
    select distinct on (1, 2, 3, 4) subject_type, subject_id, status, reason, 2, created_at, id from reports
    order by 1, 2, 3, 4, created_at desc on conflict do nothing`.execute(db);
  await sql`
    insert into moderation_subjects (subject_type, subject_id, reports_count)
    select subject_type, subject_id, count(*) from reports group by 1, 2 on conflict do nothing`.execute(db);
  await sql`alter table reports enable trigger user`.execute(db);
  const planOf = await openPlanReader(pool);
  const page = { sort: 'oldest', after: null, limit: 51 } as const;
  const HIDDEN = 'moderation_subjects_hidden';

  const hidden = { ...page, criteria: { isHidden: true } };
  for (const plan of [
    await planOf((on) => reportsListingStore.findPageByFacets(on, null, hidden)),
    await planOf((on) => reportsSearchStore.endOfWindow(on, { ...hidden, term: 'quang', isScanOnly: false }, 2_000)),
  ]) {
    expect(plan.indexes).toEqual(expect.arrayContaining([HIDDEN, 'reports_subject_facet']));
    expect(plan.scanned).not.toContain('reports');
  }

  for (const [criteria, index] of [
    [{}, 'reports_newest'],
    [{ status: 'pending' }, 'reports_newest_by_status'],
    [{ assignee: 'none' }, 'reports_newest_by_status'],
  ] as const) {
    const others = { ...page, criteria: { ...criteria, isHidden: false } };
    const plan = await planOf((on) => reportsListingStore.findPage(on, others));
    expect(plan.indexes).toEqual(expect.arrayContaining([HIDDEN, index]));
    expect(plan.scanned).not.toContain('reports');
  }

  const cases = { sort: 'reports', term: '', after: null, limit: 51 } as const;
  const most = await planOf((on) =>
    casesListStore.findBySubject(on, { ...cases, criteria: { status: 'pending' } }, 5_000),
  );
  expect(most.indexes).toEqual(expect.arrayContaining([HIDDEN, 'moderation_subjects_most_reported']));
  const end = await planOf((on) => casesListStore.endOfSubjects(on, { ...cases, criteria: {} }, 5_000));
  expect(end).toMatchObject({ isSorted: false, scanned: [] });
  expect(end.indexes).toContain('moderation_subjects_most_reported');
});
