import type { ListedReport } from '@hai-dang/contract/moderation/reports.schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { reportsSearchStore } from './reports-search.store.ts';

const LIST = '/api/reports/admin/all';
/** More than are scanned at a time, and more matches than the index is asked for. */
const MANY = 14_000;
let testApp: TestApp;

interface Page {
  data: ListedReport[];
  pagination: { total: number; totalRelation: string; nextCursor: string | null };
  counts?: object;
}

beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

async function search(body: object): Promise<Page> {
  const response = await testApp.post(LIST, body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const idsFor = async (q: string, more: object = {}) => (await search({ q, ...more })).data.map(({ _id }) => _id);

async function searchAll(body: object): Promise<{ ids: string[]; pages: Page[] }> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const page = await search({ ...body, cursor });
    pages.push(page);
    cursor = page.pagination.nextCursor;
  } while (cursor);
  return { ids: pages.flatMap(({ data }) => data.map(({ _id }) => _id)), pages };
}

describe('listReports: q', () => {
  let ids: Record<'ofPost' | 'ofUser', string>;
  let reporterId: string;

  beforeAll(async () => {
    const { db } = testApp.database;
    const owner = await insertUser(db, { username: 'Đặng Thùy Trâm', bio: 'Thích leo núi' });
    const reporter = await insertUser(db, { username: 'Lê Quý Đôn' });
    reporterId = reporter.id;
    const token = await insertSession(db, reporter.id, testApp.clock.now());
    const post = await insertPost(db, owner.id, {
      title: 'Bán vé máy bay',
      content: 'Giá rẻ, chuyển khoản trước',
      image_urls: ['https://anh.test/ve.webp'],
    });
    const file = async (itemType: string, reportedItem: string, description: string) => {
      const body = { itemType, reportedItem, reason: 'spam', description };
      return (await testApp.send('POST', '/api/reports/create', { token, body })).json().data._id;
    };
    ids = {
      ofPost: await file('Post', post.id, 'Lừa đảo khách 100%_thật'),
      ofUser: await file('User', owner.id, 'Mạo danh người nổi tiếng'),
    };
  });

  test.each([
    ['the description', 'LUA DAO', ['ofPost']],
    ['the title', 'may bay', ['ofPost']],
    ['the content', 'chuyen khoan', ['ofPost']],
    ['the bio of a reported account', 'leo nui', ['ofUser']],
    ['the name of the owner', 'thuy tram', ['ofPost', 'ofUser']],
    ['the name of the reporter', 'le quy don', ['ofPost', 'ofUser']],
    ['two letters', 'lu', ['ofPost']],
    ['characters that LIKE interprets, literally', '100%_', ['ofPost']],
    ['a text over two fields, which is none', 'nui dang', []],
    ['what no report has', 'khong co', []],
  ] as const)('finds %s, ignoring case and diacritics', async (_, q, expected) => {
    expect((await idsFor(q)).toSorted()).toEqual(expected.map((name) => ids[name]).toSorted());
  });

  test('counts the matches, and nothing by status', async () => {
    const { pagination, counts } = await search({ q: 'thuy tram' });
    expect(pagination).toEqual({ total: 2, totalRelation: 'eq', nextCursor: null });
    expect(counts).toBeUndefined();
  });

  test('with other filters finds only reports that match them', async () => {
    expect(await idsFor('thuy tram', { itemType: 'User' })).toEqual([ids.ofUser]);
    expect(await idsFor('thuy tram', { status: 'resolved' })).toEqual([]);
    expect(await idsFor('thuy tram', { accountId: 'nobody' })).toEqual([]);
    expect(await idsFor('thuy tram', { to: '2020-01-01' })).toEqual([]);
    expect(await idsFor('lua dao', { itemType: 'Post', itemId: 'another' })).toEqual([]);
  });

  test('a longer term than allowed answers 400', async () => {
    expect((await testApp.post(LIST, { q: 'a'.repeat(201) })).json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('the name of a reporter whose account is deleted finds nothing', async () => {
    await testApp.database.db
      .updateTable('accounts')
      .set({ deleted_at: new Date(), username: 'deleted:1', email: 'deleted:1' })
      .where('id', '=', reporterId)
      .execute();
    expect(await idsFor('le quy don')).toEqual([]);
    expect(await idsFor('lua dao')).toEqual([ids.ofPost]);
  });
});

describe('listReports: q among many reports', () => {
  beforeAll(async () => {
    const { db } = testApp.database;
    await sql`alter table reports disable trigger user`.execute(db);
    await sql`
      insert into accounts (id, username, email)
      select 'searcher-' || n, case when n = 7 then 'Hồ Xuân Hương' else 'Người báo ' || n end, 'searcher-' || n || '@ten.test'
      from generate_series(1, 400) n`.execute(db);
    // 'thường gặp' in nearly all pending ones; in resolved ones far down only; 'hiếm thấy' in few, far down too.
    await sql`
      insert into reports (id, reporter_id, subject_type, subject_id, reason, description, status, created_at, updated_at)
      select 'many-' || lpad(n::text, 5, '0'), 'searcher-' || (n % 400 + 1), 'Post', 'post-' || n, 'spam',
        case when n % 2 = 0 or n <= 40 then 'Điều thường gặp' when n % 1000 = 1 then 'Điều hiếm thấy' else 'Điều khác' end,
        case when n % 2 = 0 then 'pending' else 'resolved' end, at, at
      from generate_series(1, ${sql.lit(MANY)}) n
      cross join lateral (select timestamptz '2025-01-01' + n * interval '1 second' as at) t`.execute(db);
    await sql`alter table reports enable trigger user`.execute(db);
    await sql`select fill_report_texts()`.execute(db);
    await sql`analyze reports, report_texts, accounts`.execute(db);
  });

  test('a frequent term fills the page from the newest reports, with a total of at least that many', async () => {
    const page = await search({ q: 'thuong gap', limit: 20 });
    expect(page.data.map(({ _id }) => _id)).toEqual(
      Array.from({ length: 20 }, (_, index) => `many-${String(MANY - 2 * index).padStart(5, '0')}`),
    );
    expect(page.pagination).toMatchObject({ total: 20, totalRelation: 'gte', nextCursor: expect.any(String) });
  });

  test.each(['newest', 'oldest'])(
    'a rare term is found through the index, %s first, and counted exactly',
    async (sort) => {
      const { ids, pages } = await searchAll({ q: 'hiem thay', sort, limit: 6 });
      const expected = Array.from(
        { length: 13 },
        (_, index) => `many-${String((index + 1) * 1_000 + 1).padStart(5, '0')}`,
      );
      expect(ids).toEqual(sort === 'newest' ? expected.toReversed() : expected);
      expect(pages).toHaveLength(3);
      for (const { pagination } of pages) expect(pagination).toMatchObject({ total: 13, totalRelation: 'eq' });
    },
  );

  test('a name of few reporters is found through the index', async () => {
    const { ids } = await searchAll({ q: 'xuan huong', limit: 100 });
    expect(ids).toHaveLength(MANY / 400);
    expect(await idsFor('xuan huong', { reporterId: 'searcher-8' })).toEqual([]);
  });

  test('a term of more matches than the limit of the index is searched on, page by page, until the end', async () => {
    const { ids, pages } = await searchAll({ q: 'thuong gap', status: 'resolved', limit: 50 });
    expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => `many-${String(39 - 2 * index).padStart(5, '0')}`));
    // The first page has looked at 2 000 reports, of which none matches.
    expect(pages[0]).toMatchObject({ data: [], pagination: { totalRelation: 'gte', nextCursor: expect.any(String) } });
    expect(pages.length).toBeLessThanOrEqual(6);
  });

  test('the newest use the index of their order, and texts the index of words', async () => {
    const planOf = await openPlanReader(testApp.database.pool);
    const page = {
      criteria: {},
      sort: 'newest',
      after: null,
      limit: 51,
      term: 'hiem thay',
      isScanOnly: false,
    } as const;
    const near = await planOf((db) => reportsSearchStore.searchWindow(db, page, 5_000));
    expect(near.indexes).toEqual(expect.arrayContaining(['reports_newest', 'report_texts_pkey', 'accounts_pkey']));
    const index = await planOf((db) => reportsSearchStore.searchIndex(db, page, 5_000));
    // The names of so few accounts are read one by one.
    expect(index.indexes).toContain('report_texts_words');
  });
});
