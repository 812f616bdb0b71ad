import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertAdmin, insertReport, insertUser } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { casesListStore } from './cases-list.store.ts';
import { reportsListingStore } from './reports-list.store.ts';

const OTHERS = 20_000;
let testApp: TestApp;
let other: string;
/** The reports of each subject: mine, another administrator's, nobody's. */
const ids: Record<'mine' | 'theirs' | 'free', string[]> = { mine: [], theirs: [], free: [] };

beforeAll(async () => {
  testApp = await buildTestApp();
  const { db } = testApp.database;
  other = (await insertAdmin(db)).id;
  const reporter_id = (await insertUser(db)).id;
  for (const [name, assigneeId] of [
    ['mine', 'me'],
    ['theirs', other],
    ['free', null],
  ] as const) {
    const subject = { itemType: 'Post', itemId: `of-${name}` };
    for (const status of ['resolved', 'pending', 'reviewing', 'pending']) {
      ids[name].unshift((await insertReport(db, subject, { status, reporter_id })).id);
    }
    if (assigneeId) await testApp.post(`/api/admin/subjects/Post/of-${name}/assign`, { assigneeId });
  }
});
afterAll(() => testApp.close());

interface Answer {
  data: Array<{ _id: string; status: string; itemId?: string }>;
  pagination: { total: number; totalRelation: string; nextCursor: string | null };
  counts: Record<string, number>;
}
const list = async (body: object): Promise<Answer> => (await testApp.post('/api/reports/admin/all', body)).json();
const cases = async (body: object): Promise<Answer> => (await testApp.post('/api/reports/admin/cases', body)).json();
const idsOf = ({ data }: Answer) => data.map(({ _id }) => _id);

test("listReports: with an assignee only the reports of the assignee's subjects, counted by status", async () => {
  const counts = { pending: 2, reviewing: 1, resolved: 1, rejected: 0 };
  expect(await list({ assignee: 'me' })).toMatchObject({ pagination: { total: 4, totalRelation: 'eq' }, counts });
  expect(idsOf(await list({ assignee: 'me' }))).toEqual(ids.mine);
  expect(idsOf(await list({ assignee: other }))).toEqual(ids.theirs);
  expect(idsOf(await list({ assignee: other, status: 'reviewing' }))).toEqual([ids.theirs[1]]);
  expect(idsOf(await list({ assignee: 'me', sort: 'oldest' }))).toEqual(ids.mine.toReversed());
  expect(idsOf(await list({ assignee: 'khong-co' }))).toEqual([]);
  const first = await list({ assignee: 'me', limit: 3 });
  const next = await list({ assignee: 'me', limit: 3, cursor: first.pagination.nextCursor });
  expect([...idsOf(first), ...idsOf(next)]).toEqual(ids.mine);
});

test('listReports: with the assignee none only open reports of unassigned subjects, in order', async () => {
  const open = ids.free.slice(0, 3);
  const none = await list({ assignee: 'none' });
  expect(none).toMatchObject({
    pagination: { total: 3, totalRelation: 'eq' },
    counts: { pending: 2, reviewing: 1, resolved: 0, rejected: 0 },
  });
  expect(idsOf(none)).toEqual(open);
  expect(idsOf(await list({ assignee: 'none', sort: 'oldest' }))).toEqual(open.toReversed());
  expect(idsOf(await list({ assignee: 'none', status: 'resolved' }))).toEqual([]);
  expect(idsOf(await list({ assignee: 'none', itemType: 'Post', itemId: 'of-free' }))).toEqual(open);
  expect(idsOf(await list({ assignee: '' }))).toHaveLength(12);
});

test('listReportCases: with an assignee or none only their subjects', async () => {
  for (const [assignee, itemId] of [
    ['me', 'of-mine'],
    [other, 'of-theirs'],
    ['none', 'of-free'],
  ]) {
    const { data, pagination } = await cases({ assignee });
    expect(data.map((row) => row.itemId)).toEqual([itemId]);
    expect(pagination.total).toBe(1);
  }
});

test('listReports: those of an assignee are found by subject, and open unassigned ones in their order', async () => {
  const { db, pool } = testApp.database;
  await sql`alter table reports disable trigger user`.execute(db);
  await sql`
    insert into reports (id, reporter_id, subject_type, subject_id, subject_owner_id, reason, description, status, created_at, updated_at)
    select 'r' || n, 'reporter', 'Post', 'post-' || n, 'author', 'spam', 'Đăng đi đăng lại một quảng cáo',
      case when n % 100 = 0 then 'pending' else 'resolved' end, at, at
    from generate_series(1, ${sql.lit(OTHERS)}) n
    cross join lateral (select timestamptz '2026-01-01' + n % 7919 * interval '1 minute' as at) t`.execute(db);
  await sql`
    insert into report_subject_facets (subject_type, subject_id, status, reason, reports_count, newest_at, newest_id)
    select subject_type, subject_id, status, reason, 1, created_at, id from reports where id like 'r%' and reporter_id = 'reporter'
    on conflict do nothing`.execute(db);
  await sql`
    insert into moderation_subjects (subject_type, subject_id)
    select subject_type, subject_id from reports on conflict do nothing`.execute(db);
  await sql`alter table reports enable trigger user`.execute(db);
  const planOf = await openPlanReader(pool);
  const page = { sort: 'newest', after: null, limit: 51 } as const;
  const ofOne = await planOf((on) =>
    reportsListingStore.findPageByFacets(on, null, { ...page, criteria: { assignee: other } }),
  );
  expect(ofOne.indexes).toContain('moderation_subjects_assigned');
  const ofOneGrouped = await planOf((on) =>
    casesListStore.findNewest(on, { ...page, criteria: { assignee: other } }, false),
  );
  expect(ofOneGrouped.indexes).toContain('moderation_subjects_assigned');
  const ofNobody = await planOf((on) => reportsListingStore.findPage(on, { ...page, criteria: { assignee: 'none' } }));
  expect(ofNobody.indexes).toContain('reports_newest_by_status');
  const pending = await planOf((on) =>
    reportsListingStore.findPage(on, { ...page, criteria: { assignee: 'none', status: 'pending' } }),
  );
  expect(pending.indexes).toContain('reports_newest_by_status');
});
