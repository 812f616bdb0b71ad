import type { ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertUser } from '../testing/factories.ts';
import { openPlanReader } from '../testing/query-plan.ts';
import { type ContentCriteria, contentStore } from './content.store.ts';

let testApp: TestApp;
let authorId: string;
/** Posts, and a comment under each. */
const MANY = 12_000;

beforeAll(async () => {
  testApp = await buildTestApp();
  const { db } = testApp.database;
  ({ id: authorId } = await insertUser(db));
  const { id: otherId } = await insertUser(db);
  for (const table of ['posts', 'comments'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  // 'thường gặp' in every second post; 'hiếm thấy' in few far back; 'đã lâu' in many, but none of the newer half.
  await sql`
    insert into posts (id, author_id, content, image_urls, created_at, deleted_at)
    select 'many-' || lpad(n::text, 5, '0'), case when n % 1000 = 3 then ${authorId} else ${otherId} end,
      case when n % 1000 = 1 and n < 6000 then 'Điều hiếm thấy' when n % 2 = 0 then 'Điều thường gặp'
        when n < 6000 then 'Chuyện đã lâu' else 'Chuyện khác' end,
      case when n % 500 = 5 then array['/media/x.webp'] else '{}' end,
      timestamptz '2025-01-01' + n * interval '1 minute', case when n % 3000 = 7 then now() end
    from generate_series(1, ${sql.lit(MANY)}) n`.execute(db);
  await sql`
    insert into comments (id, author_id, post_id, content, created_at)
    select 'under-' || id, ${otherId}, id, 'Lời bàn', created_at from posts where id like 'many-%'`.execute(db);
  for (const table of ['posts', 'comments']) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  await sql`select fill_content_texts()`.execute(db);
  await sql`insert into moderation_subjects (subject_type, subject_id, taken_down_at, open_reports_count)
    select 'Post', id, deleted_at, case when id like 'many-%009' then 1 else 0 end from posts`.execute(db);
  await sql`analyze`.execute(db);
});
afterAll(() => testApp.close());

type Page = { data: ListedContent[]; pagination: { total: number; totalRelation: string; nextCursor: string | null } };
async function pagesFor(body: object): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = (await testApp.post('/api/admin/content', { ...body, cursor })).json();
    pages.push(page);
    cursor = page.pagination.nextCursor;
  } while (cursor !== null);
  return pages;
}
const idsOf = (pages: Page[]) => pages.flatMap(({ data }) => data.map(({ _id }) => _id));
const numbered = (numbers: number[]) => numbers.map((n) => `many-${String(n).padStart(5, '0')}`);

describe('listContent among many texts', () => {
  test('a frequent term: the page is full, with a cursor and a total of at least that many', async () => {
    const { data, pagination } = (await testApp.post('/api/admin/content', { q: 'thuong gap', limit: 20 })).json();
    expect(data.map(({ _id }: ListedContent) => _id)).toEqual(
      numbered(Array.from({ length: 20 }, (_, index) => MANY - 2 * index)),
    );
    expect(pagination).toMatchObject({ totalRelation: 'gte', nextCursor: expect.any(String) });
  });

  test('a rare term far back: all matches through the index, counted exactly', async () => {
    const pages = await pagesFor({ q: 'hiem thay', limit: 4 });
    expect(idsOf(pages)).toEqual(numbered([5001, 4001, 3001, 2001, 1001, 1]));
    expect(pages).toHaveLength(2);
    expect(pages[0]?.pagination).toMatchObject({ total: 6, totalRelation: 'eq' });
  });

  test('a frequent term far back: searched window by window, each match once', async () => {
    const pages = await pagesFor({ q: 'da lau', limit: 100 });
    const expected = Array.from({ length: 3_000 }, (_, index) => 5_999 - 2 * index).filter((n) => n % 1000 !== 1);
    expect(idsOf(pages)).toEqual(numbered(expected));
    expect(pages[0]).toMatchObject({ data: [], pagination: { nextCursor: expect.any(String) } });
  });

  test('a filter with few matches: all of them, whatever else exists', async () => {
    const ids = idsOf(await pagesFor({ authorId, limit: 5 }));
    expect(ids).toEqual(numbered(Array.from({ length: 12 }, (_, index) => 11_003 - 1_000 * index)));
    expect(idsOf(await pagesFor({ state: 'taken_down' }))).toEqual(numbered([9007, 6007, 3007, 7]));
    expect(idsOf(await pagesFor({ hasImages: true, limit: 7 }))).toHaveLength(MANY / 500);
    expect(idsOf(await pagesFor({ isReported: true }))).toHaveLength(MANY / 1_000);
    // Two filters, one of which its window does not know.
    expect(idsOf(await pagesFor({ hasImages: true, isReported: true }))).toEqual([]);
  });
});

describe('contentStore: query plans', () => {
  const pageOf = (criteria: Partial<ContentCriteria>, term = '') => ({
    criteria: { types: ['Post'] as const, ...criteria },
    before: { createdAt: new Date('2025-01-05'), id: 'x' },
    limit: 51,
    term,
    isScanOnly: false,
  });

  test.for<[string, Partial<ContentCriteria>]>([
    ['posts_newest', {}],
    ['posts_of_author', { authorId: 'x' }],
    ['posts_with_images_newest', { hasImages: true }],
    ['posts_removed_newest', { state: 'taken_down' }],
    ['moderation_subjects_reported_content', { isReported: true }],
    ['moderation_subjects_hidden_content', { state: 'hidden' }],
  ])('scan: %s, without sorting', async ([index, criteria]) => {
    const planOf = await openPlanReader(testApp.database.pool);
    const plan = await planOf((db) => contentStore.scan(db, pageOf(criteria), 2_000));
    expect(plan.indexes).toContain(index);
    expect(plan.isSorted).toBe(false);
  });

  test('scan: comments under a post by their parent; texts by their keys', async () => {
    const planOf = await openPlanReader(testApp.database.pool);
    const parent = { itemType: 'Post', itemId: 'many-00001' } as const;
    const page = pageOf({ types: ['Comment'], parent }, 'loi');
    const plan = await planOf((db) => contentStore.scan(db, page, 700));
    expect(plan.indexes).toEqual(expect.arrayContaining(['comments_post_newest', 'comment_texts_pkey']));
    expect(plan.isSorted).toBe(false);
  });

  test('searchIndex: the index of words of each type', async () => {
    const planOf = await openPlanReader(testApp.database.pool);
    const plan = await planOf((db) =>
      contentStore.searchIndex(db, pageOf({ types: ['Post', 'Comment'] }, 'hiem'), 2_000),
    );
    expect(plan.indexes).toEqual(expect.arrayContaining(['post_texts_words', 'comment_texts_words']));
  });
});
