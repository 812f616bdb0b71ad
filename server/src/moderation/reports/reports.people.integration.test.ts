import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { reportsListingStore } from '../queue/reports-list.store.ts';

const LIST = '/api/reports/admin/all';
/** More than the counting limit. */
const OF_NOTORIOUS = 3_000;
const OF_OTHERS = 15_000;
const PEOPLE = 1_500;
let testApp: TestApp;

interface Answer {
  data: Array<{ _id: string; status: string }>;
  pagination: { total: number; totalRelation: string; nextCursor: string | null };
  counts?: Record<string, number>;
}
const list = async (body: object): Promise<Answer> => (await testApp.post(LIST, body)).json();

beforeAll(async () => {
  testApp = await buildTestApp();
  const { db } = testApp.database;
  // The counters are not tested here, and would take most of the time.
  await sql`alter table reports disable trigger user`.execute(db);
  await sql`
    insert into reports (id, reporter_id, subject_type, subject_id, subject_owner_id, reason, description, status, created_at, updated_at)
    select 'r' || n, 'reporter-' || n % ${sql.lit(PEOPLE)}, 'Post', 'post-' || n,
      case when n <= ${sql.lit(OF_NOTORIOUS)} then 'notorious' else 'author-' || n % ${sql.lit(PEOPLE)} end,
      'spam', 'Đăng đi đăng lại một quảng cáo', case when n % 500 = 0 then 'pending' else 'resolved' end, at, at
    from generate_series(1, ${sql.lit(OF_NOTORIOUS + OF_OTHERS)}) n
    cross join lateral (select timestamptz '2026-01-01' + n % 7919 * interval '1 minute' as at) t`.execute(db);
  await sql`alter table reports enable trigger user`.execute(db);
});
afterAll(() => testApp.close());

describe('listReports: reports by one account', () => {
  test('are counted up to the limit; counts that would be wrong are omitted', async () => {
    const { data, pagination, counts } = await list({ accountId: 'notorious', limit: 20 });
    expect(data).toHaveLength(20);
    expect(pagination).toMatchObject({ total: 1_006, totalRelation: 'gte' });
    expect(counts).toBeUndefined();
    const open = await list({ accountId: 'notorious', status: 'pending', limit: 20 });
    expect(open.pagination).toEqual({ total: 6, totalRelation: 'eq', nextCursor: null });
    expect(open.data).toHaveLength(6);
    const resolved = await list({ accountId: 'notorious', status: 'resolved', limit: 1 });
    expect(resolved.pagination).toMatchObject({ total: 1_000, totalRelation: 'gte' });
  });

  test('are counted exactly beside each status when they are few', async () => {
    const { pagination, counts } = await list({ accountId: 'author-500' });
    expect(pagination).toMatchObject({ total: OF_OTHERS / PEOPLE, totalRelation: 'eq' });
    expect(counts).toEqual({ pending: OF_OTHERS / PEOPLE, reviewing: 0, resolved: 0, rejected: 0 });
    expect((await list({ accountId: 'nobody' })).data).toEqual([]);
  });

  test('use an index, and its order when they are many', async () => {
    const planOf = await openPlanReader(testApp.database.pool);
    const scanOf = async (criteria: Parameters<typeof reportsListingStore.findPage>[1]['criteria']) => {
      const plan = await planOf((db) =>
        reportsListingStore.findPage(db, { criteria, sort: 'newest', after: null, limit: 51 }),
      );
      return { index: plan.indexes.find((name) => name.startsWith('reports_')), isSorted: plan.isSorted };
    };
    // A few rows may be sorted as well; many must be read in order, because only one page is needed.
    const ofAuthor = { index: expect.stringMatching(/^reports_newest_by_owner/) };
    expect(await scanOf({ accountId: 'author-7' })).toMatchObject(ofAuthor);
    expect(await scanOf({ accountId: 'author-7', itemType: 'Post' })).toMatchObject(ofAuthor);
    const ofReporter = { index: expect.stringMatching(/^reports_(newest_by|of)_reporter/) };
    expect(await scanOf({ reporterId: 'reporter-7' })).toMatchObject(ofReporter);
    expect(await scanOf({ reporterId: 'reporter-7', status: 'pending' })).toMatchObject(ofReporter);
    const inOrder = { index: expect.stringMatching(/^reports_newest/), isSorted: false };
    expect(await scanOf({ accountId: 'notorious' })).toEqual(inOrder);
    expect(await scanOf({ accountId: 'notorious', status: 'resolved' })).toEqual(inOrder);
    expect(await scanOf({ accountId: 'notorious', status: 'pending' })).toMatchObject({
      index: 'reports_newest_by_owner_status',
    });
  });
});

test('listReports: reports about an account are of the account and of its texts, also after their deletion', async () => {
  const { db } = testApp.database;
  const author = await insertUser(db);
  const post = await insertPost(db, author.id);
  const reporter = await insertUser(db);
  const token = await insertSession(db, reporter.id, testApp.clock.now());
  const file = async (itemType: string, reportedItem: string) => {
    const body = { itemType, reportedItem, reason: 'spam', description: 'Quảng cáo lặp đi lặp lại.' };
    return (await testApp.send('POST', '/api/reports/create', { token, body })).json().data;
  };
  const ofPost = await file('Post', post.id);
  const ofUser = await file('User', author.id);
  await testApp.send('DELETE', `/api/admin/deletePost/${post.id}`);
  await db.deleteFrom('posts').where('id', '=', post.id).execute();
  for (const filter of [{ accountId: author.id }, { reporterId: reporter.id }]) {
    const { data, pagination } = await list(filter);
    expect(data.map(({ _id }) => _id).toSorted()).toEqual([ofPost._id, ofUser._id].toSorted());
    expect(pagination.total).toBe(2);
  }
  expect((await list({ accountId: reporter.id })).data).toEqual([]);
});
