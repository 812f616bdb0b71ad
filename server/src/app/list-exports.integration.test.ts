import { exportContent } from '@hai-dang/contract/content/content.endpoints.ts';
import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { exportReportCases, exportReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { exportUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertComment, insertPost, insertReport, insertUser } from '../testing/factories.ts';
import { readCsv } from '../testing/read-csv.ts';

/** Several pages of an export. */
const MANY = 2_300;
/** Two pages: the list itself, with which the file is compared, reads a hundred at a time. */
const POSTS = 1_100;
let testApp: TestApp;

beforeAll(async () => {
  testApp = await buildTestApp();
  const { db } = testApp.database;
  const now = testApp.clock.now();
  // Two in a row share a time.
  await sql`
    insert into users (id, username, email, role, is_verified, created_at)
    select 'user-' || i, case when i % 2 = 0 then 'Mai ' else 'Lan ' end || i, 'u' || i || '@nhieu.test', 'user', i % 3 = 0,
      ${now}::timestamptz - (i / 2) * interval '1 minute'
    from generate_series(1, ${MANY}::int) i`.execute(db);
  await sql`
    insert into posts (id, author_id, title, content, created_at)
    select 'post-' || i, 'user-1', case when i % 2 = 0 then 'Chợ nổi ' else 'Núi ' end || i, 'Bài số ' || i,
      ${now}::timestamptz - (i / 2) * interval '1 minute'
    from generate_series(1, ${POSTS}::int) i`.execute(db);
  // The database does this by itself some time later: the lists count on it.
  await sql`analyze accounts, posts, post_texts, comments, moderation_subjects`.execute(db);
});
afterAll(() => testApp.close());

/** The lines of a file without its head, the last cell of each, and the cells by the titles of their columns. */
async function download({ method, path }: Pick<Endpoint, 'method' | 'path'>, body: object) {
  const response = await testApp.send(method, path, { body });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [titles = [], ...lines] = readCsv(response.body);
  const rows = lines.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index]])));
  return { fileName: response.headers['content-disposition'], rows, ids: lines.map((cells) => cells.at(-1)) };
}

interface Page {
  pagination: { nextCursor: string | null };
  data: unknown;
}
/** The ids of a list, page by page. */
async function listIds(path: string, body: object, idsOf: (page: Page) => string[]): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = (await testApp.post(path, { ...body, limit: 100, cursor })).json();
    ids.push(...idsOf(page));
    ({ nextCursor: cursor } = page.pagination);
  } while (cursor);
  return ids;
}
const ownIds = ({ data }: Page) => (data as Array<{ _id: string }>).map(({ _id }) => _id);

const newestEntry = (action: string) =>
  testApp.database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', action)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

describe('exportUsers', () => {
  test('returns the rows of the list over several pages, in its order, under its filters', async () => {
    for (const filters of [{}, { verified: 'true', role: 'user' }]) {
      for (const sort of ['newest', 'oldest']) {
        const { ids, fileName } = await download(exportUsers, { filters, sort });
        expect(ids).toEqual(await listIds('/api/admin/users', { filters, sort }, ownIds));
        expect(fileName).toBe('attachment; filename="nguoi-dung.csv"');
      }
    }
  });

  test('returns the rows of a search, the best match first', async () => {
    const { ids } = await download(exportUsers, { searchTerm: ' mai ', filters: null });
    const users: string[] = [];
    let cursor: string | null = null;
    do {
      const found = await testApp.post('/api/admin/users/search', { searchTerm: 'mai', limit: 1_000, cursor });
      const { data } = found.json();
      users.push(...ownIds({ data: data.users, pagination: data.pagination }));
      cursor = data.pagination.nextCursor;
    } while (cursor);
    expect(ids).toEqual(users);
    expect(new Set(ids).size).toBe(MANY / 2);
  });

  test('formats names as text, times in Vietnam and the state of the account', async () => {
    const { db } = testApp.database;
    const { id } = await insertUser(db, {
      username: '=HYPERLINK("http://x")',
      email: '+84@trang-thai.test',
      created_at: new Date('2026-02-28T17:30:00Z'),
      is_disabled: true,
    });
    const { rows } = await download(exportUsers, { searchTerm: 'trang-thai.test' });
    expect(rows).toEqual([
      {
        Tên: `'=HYPERLINK("http://x")`,
        Email: "'+84@trang-thai.test",
        'Xác minh danh tính': 'Chưa xác minh',
        'Vai trò': 'Người dùng',
        'Trạng thái': 'Đã vô hiệu hóa',
        'Tạm khóa đến (giờ Việt Nam)': '',
        'Tạo lúc (giờ Việt Nam)': '2026-03-01 00:30:00',
        'Mã người dùng': id,
      },
    ]);
  });

  test('is recorded with the filters that are set', async () => {
    const filters = { verified: 'true', gender: '', role: null };
    await download(exportUsers, { searchTerm: 'mai', filters, sort: 'oldest' });
    expect(await newestEntry('user.export')).toMatchObject({
      actor_id: testApp.admin.id,
      target_id: null,
      after: { searchTerm: 'mai', verified: 'true', sort: 'oldest' },
    });
  });
});

describe('exportReports', () => {
  beforeAll(async () => {
    const { db } = testApp.database;
    const reporter = await insertUser(db, { username: 'Người báo', email: 'bao@bao.test' });
    for (let i = 0; i < 30; i += 1) {
      await insertReport(
        db,
        { itemType: i % 2 ? 'Post' : 'Comment', itemId: `thing-${i % 7}` },
        {
          reporter_id: reporter.id,
          status: i % 3 ? 'pending' : 'resolved',
          reason: i % 4 ? 'spam' : 'violence',
          description: '@mô tả\r\n"hai dòng"',
        },
      );
    }
  });

  test('returns the rows of the list in each order and under its filters', async () => {
    for (const body of [{}, { sort: 'oldest', reason: 'spam' }, { sort: 'priority' }, { q: 'hai dong' }]) {
      const { ids } = await download(exportReports, body);
      expect(ids.length).toBeGreaterThan(0);
      expect(ids).toEqual(await listIds('/api/reports/admin/all', body, ownIds));
    }
  });

  test('writes labels, ids and neutralised texts', async () => {
    const { rows, fileName } = await download(exportReports, { itemType: 'Post', status: 'pending', reason: 'spam' });
    expect(fileName).toBe('attachment; filename="bao-cao.csv"');
    expect(rows[0]).toMatchObject({
      'Người báo cáo': 'Người báo',
      'Email người báo cáo': 'bao@bao.test',
      Loại: 'Bài viết',
      'Lý do': 'Spam',
      'Mô tả': `'@mô tả\r\n"hai dòng"`,
      'Trạng thái': 'Chờ xử lý',
    });
  });

  test("with the filter for an own assignment is the caller's, and the audit entry names the caller", async () => {
    const { ids } = await download(exportReports, { assignee: 'me' });
    expect(ids).toEqual([]);
    expect((await newestEntry('report.export')).after).toEqual({ assignee: testApp.admin.id });
  });

  test('of a subject without its type is rejected and not recorded', async () => {
    const { id } = await newestEntry('report.export');
    const response = await testApp.post(exportReports.path, { itemId: 'thing-1' });
    expect(response.statusCode).toBe(400);
    expect((await newestEntry('report.export')).id).toBe(id);
  });

  test('grouped returns the rows of the grouped list in both orders', async () => {
    const newestIds = ({ data }: Page) => (data as Array<{ newest: { _id: string } }>).map(({ newest }) => newest._id);
    for (const body of [{}, { sort: 'reports', status: 'pending' }]) {
      const { ids, fileName } = await download(exportReportCases, body);
      expect(fileName).toBe('attachment; filename="bao-cao-theo-doi-tuong.csv"');
      expect(ids.length).toBeGreaterThan(0);
      expect(ids).toEqual(await listIds('/api/reports/admin/cases', body, newestIds));
    }
    expect((await newestEntry('report.export')).after).toEqual({ sort: 'reports', status: 'pending', isGrouped: true });
  });
});

describe('exportContent', () => {
  test('returns the rows of the list over several pages, with and without a term', async () => {
    const { db } = testApp.database;
    const post = await insertPost(db, 'user-1');
    await insertComment(db, 'user-2', { postId: post.id });
    for (const body of [{}, { q: 'chợ nổi' }, { itemType: 'Comment' }]) {
      const { ids, fileName } = await download(exportContent, body);
      expect(ids.length).toBeGreaterThan(0);
      expect(ids).toEqual(await listIds('/api/admin/content', body, ownIds));
      expect(fileName).toBe('attachment; filename="noi-dung.csv"');
    }
    const { rows } = await download(exportContent, { itemType: 'Comment' });
    expect(rows[0]).toMatchObject({
      Loại: 'Bình luận',
      'Mã tác giả': 'user-2',
      'Trạng thái': 'Đang hiển thị',
      'Mã bài viết chứa bình luận': post.id,
    });
    expect((await newestEntry('content.export')).after).toEqual({ itemType: 'Comment' });
  });
});
