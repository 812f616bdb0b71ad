import type { UserFilters } from '@hai-dang/contract/users/users.schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { openPlanReader } from '../testing/query-plan.ts';
import { contains, meets, newestFirst, tierOf, type UserRow } from '../testing/reference-users.ts';
import { usersDeletionStore } from './users.deletion.store.ts';
import { toCriteria } from './users.filter.ts';
import { usersListingStore } from './users.listing.store.ts';
import { toUserTerm } from './users.search-term.ts';

/** More than a search scans before it uses the index, and more than are counted one by one. */
const USERS = 18_000;
const BATCH = 6_000;
let testApp: TestApp;
let everyone: UserRow[];

beforeAll(async () => {
  testApp = await buildTestApp();
  const { db } = testApp.database;
  // Number 1 is the newest. Two in a row share a time; every 700th is rare, the oldest fifty are old.
  const batches = Array.from({ length: USERS / BATCH }, (_, index) => index * BATCH);
  for (const before of batches)
    await sql`
    insert into users (id, username, email, phone, role, is_disabled, is_verified, gender, last_seen_at, created_at)
    select 'id-' || i,
      case when i % 700 = 0 then 'Lê Hiếm ' when i > ${USERS - 50} then 'Phạm Cổ '
        when i % 4001 = 0 then 'Ng Test Viên ' when i % 3 = 0 then 'Trần Vừa '
        else 'Nguyễn Đông ' end || i || case when i = 16000 then ' ___ @@@ 漢字名' else '' end,
      'thanh-vien-' || i || '@lon.test', '09' || lpad((i * 7919 % 100000000)::text, 8, '0'), 'user',
      i % 10 = 0, i % 4 = 0, (array['male', 'female', 'other'])[i % 4], null,
      ${testApp.clock.now()}::timestamptz - (i / 2) * interval '1 minute'
    from generate_series(${before + 1}::int, ${before + BATCH}::int) i`.execute(db);
  // Every fourth had points, every 500th has, and every 300th is suspended.
  await sql`
    insert into decisions (id, subject_type, subject_id, owner_id, outcome, points, points_expire_at, actions, actor_id, created_at)
    select 'd-' || i, 'User', 'id-' || i, 'id-' || i, 'violation', 2,
      ${testApp.clock.now()}::timestamptz + case when i % 500 = 0 then 1 else -1 end * interval '1 day',
      array['warn'], 'admin', ${testApp.clock.now()}
    from generate_series(4, ${USERS}::int, 4) i`.execute(db);
  await sql`update accounts set disabled_until = ${testApp.clock.now()}::timestamptz + interval '1 day'
    where id = any(select 'id-' || i from generate_series(300, ${USERS}::int, 300) i)`.execute(db);
  await sql`analyze accounts, decisions`.execute(db);
  everyone = (await db.selectFrom('users').selectAll().execute()).sort(newestFirst);
});
afterAll(() => testApp.close());

interface Listing {
  users: Array<{ _id: string }>;
  pagination: { total: number; totalRelation: 'eq' | 'gte' | 'approx'; nextCursor: string | null };
}
const searchOnce = async (body: object): Promise<Listing> => {
  const response = await testApp.post('/api/admin/users/search', body);
  expect(response.statusCode).toBe(200);
  return response.json().data;
};
async function searchAll(body: { limit: number } & Record<string, unknown>) {
  const first = await searchOnce(body);
  const found = first.users.map(({ _id }) => _id);
  let { nextCursor } = first.pagination;
  let pages = 1;
  while (nextCursor) {
    const page = await searchOnce({ ...body, cursor: nextCursor });
    expect(page.pagination).toMatchObject({ ...first.pagination, nextCursor: page.pagination.nextCursor });
    expect(page.users.length).toBeLessThanOrEqual(body.limit);
    found.push(...page.users.map(({ _id }) => _id));
    ({ nextCursor } = page.pagination);
    pages += 1;
    if (pages > USERS) throw new Error('the cursors never end');
  }
  return { found, first, pages };
}

/** Ranks that no index distinguishes count as one. */
const LAST_TIER = { whole: 6, words: 3, none: 0 };
const rank = (user: UserRow, term: string): number =>
  Math.min(tierOf(user, term), LAST_TIER[toUserTerm(term)?.reach ?? 'none']);

describe.each(['best', 'newest', 'oldest'])(
  'user search: paged to its end returns each user once, in order: %s',
  (sort) => {
    test.each<[string, string, number, UserFilters]>([
      ['what half of them have', 'nguyen dong', 1_000, {}],
      ['what a third of them have', 'Trần Vừa', 1_000, {}],
      ['what few have', 'lê hiếm', 10, {}],
      ['what few have, in one page', 'lê hiếm', 1_000, {}],
      ['what only the oldest have', 'phạm cổ', 20, {}],
      ['what one has', 'thanh-vien-17999@', 50, {}],
      ['what nobody has', 'không ai tên thế này', 50, {}],
      ['what nobody has, of parts nearly all have', 'nguyễn đông nguyễn đông', 50, {}],
      ['what nobody has, of a part nearly all have', 'đông@', 50, {}],
      ['what half of them have, across a blank', 'n đô', 1_000, {}],
      ['what few have, across dots and dashes', 'VIEN-700@lon.t', 50, {}],
      ['a part of a phone number', '0912', 100, {}],
      ['a part of a phone number, in another writing', '+84 912', 100, {}],
      ['what half of them have, from the middle of a word on', 'guyen', 1_000, {}],
      ['what a few have as a word, and all at the end of their e-mail', 'test', 1_000, {}],
      ['what a few have as a name, and all in their e-mail', 'vien', 1_000, {}],
      ['two letters that half of them have at the beginning of a word', 'ng', 1_000, {}],
      ['two letters that few have as a word', 'lê', 20, {}],
      ['few words among the disabled', 'lê', 3, { status: 'banned' }],
      ['few among the disabled', 'lê hiếm', 5, { status: 'banned' }],
      ['many among the verified women', 'dong', 1_000, { verified: 'true', gender: 'female' }],
      ['many under filters that exclude each other', 'dong', 50, { status: 'banned', vohieuhoa: 'false' }],
      ['one letter', 'ổ ', 1_000, {}],
      ['two digits that many have', '99', 1_000, {}],
      ['two characters that nobody has', 'zq', 1_000, {}],
      ['one character that one has', '漢', 1_000, {}],
      ['three characters without a letter', '___', 50, {}],
      ['three others', '@@@', 50, {}],
      ['three letters of another script', '漢字名', 50, {}],
    ])('user search: %s: %s, %i at a time, %j', async (_what, searchTerm, limit, filters) => {
      const { found, first } = await searchAll({ searchTerm, limit, filters, ...(sort !== 'best' && { sort }) });
      const expected = everyone
        .filter((user) => contains(user, searchTerm) && meets(user, filters, testApp.clock.now()))
        .toSorted((a, b) => (sort === 'best' ? rank(a, searchTerm) - rank(b, searchTerm) : 0))
        .map(({ id }) => id);
      if (sort === 'oldest') expected.reverse();
      expect(found).toEqual(expected);
      const { total, totalRelation } = first.pagination;
      if (totalRelation === 'eq') expect(total).toBe(expected.length);
      if (totalRelation === 'gte') expect(total).toBeLessThanOrEqual(expected.length);
      if (totalRelation === 'approx') expect(total).toBeGreaterThan(0);
    });
  },
);

test('user search: a full page has an estimate of the total', async () => {
  const { users, pagination } = await searchOnce({ searchTerm: 'nguyen', limit: 50 });
  expect(users).toHaveLength(50);
  expect(pagination.totalRelation).toBe('approx');
  const total = everyone.filter((user) => contains(user, 'nguyen')).length;
  expect(Math.abs(pagination.total / total - 1)).toBeLessThan(0.1);
});

test.each(['%%%', '%_%', 'q_'])(
  'user search: a term without trigrams is searched 5 000 users at a time: %j',
  async (searchTerm) => {
    const { pages, first } = await searchAll({ searchTerm, limit: 1_000, sort: 'oldest' });
    expect(pages).toBeGreaterThanOrEqual(Math.floor(USERS / 5_000));
    expect(first.pagination.totalRelation).not.toBe('eq');
  },
);

describe('user list', () => {
  const idsOf = (rows: Array<{ _id: string }>) => rows.map(({ _id }) => _id);

  test.each(['/api/admin/users', '/api/admin/users/all'])(
    'with an empty body returns the newest 1 000: %s',
    async (url) => {
      const { data, pagination } = (await testApp.post(url)).json();
      expect(idsOf(data)).toEqual(everyone.slice(0, 1_000).map(({ id }) => id));
      expect(pagination).toMatchObject({ total: everyone.length, totalRelation: 'eq' });
      expect(pagination.nextCursor).toEqual(expect.any(String));
    },
  );

  test('rejects a page of 1 001', async () => {
    expect((await testApp.post('/api/admin/users', { limit: 1_001 })).statusCode).toBe(400);
    expect((await testApp.post('/api/admin/users', { limit: 0 })).statusCode).toBe(400);
  });

  test('paged to its end has no repeats', async () => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const response = await testApp.post('/api/admin/users', { limit: 1_000, cursor });
      found.push(...idsOf(response.json().data));
      cursor = response.json().pagination.nextCursor;
    } while (cursor && found.length <= everyone.length);
    expect(found).toEqual(everyone.map(({ id }) => id));
  });

  test('of inactive users is counted up to 10 000', async () => {
    const { pagination } = (
      await testApp.post('/api/admin/users', { filters: { status: 'inactive' }, limit: 1 })
    ).json();
    expect(pagination).toMatchObject({ total: 10_000, totalRelation: 'gte' });
  });

  test('of filters with counters is counted exactly', async () => {
    const filters: UserFilters = { verified: 'true', vohieuhoa: 'true' };
    const { pagination } = (await testApp.post('/api/admin/users', { filters, limit: 1 })).json();
    const total = everyone.filter((user) => meets(user, filters, testApp.clock.now())).length;
    expect(pagination).toMatchObject({ total, totalRelation: 'eq' });
  });

  test.each<[UserFilters, string, number]>([
    [{ points: 'true' }, 'decisions_points_counting', 500],
    [{ suspended: 'true' }, 'accounts_disabled_until', 300],
  ])(
    'filtered by %j finds the few that match by the index %s, and pages through them',
    async (filters, index, every) => {
      const expected = Array.from({ length: USERS / every }, (_, n) => `id-${(n + 1) * every}`);
      const criteria = toCriteria(filters, testApp.clock.now());
      const planOf = await openPlanReader(testApp.database.pool);
      const page = { criteria, order: 'newest', after: null, limit: 51 } as const;
      expect((await planOf((db) => usersListingStore.findPage(db, page))).indexes).toContain(index);
      expect((await planOf((db) => usersListingStore.countUpTo(db, criteria, 10_001))).indexes).toContain(index);
      const first = (await testApp.post('/api/admin/users', { filters, limit: 20 })).json();
      const { nextCursor: cursor, ...total } = first.pagination;
      expect(total).toEqual({ total: expected.length, totalRelation: 'eq' });
      const rest = (await testApp.post('/api/admin/users', { filters, limit: 1_000, cursor })).json();
      expect(idsOf([...first.data, ...rest.data])).toEqual(expected);
      const found = await searchAll({ searchTerm: 'thanh-vien', limit: 1_000, filters });
      expect(found.found.toSorted()).toEqual(expected.toSorted());
    },
  );
});

test('findClosed: finds closed accounts by their index', async () => {
  const planOf = await openPlanReader(testApp.database.pool);
  const { indexes, scanned } = await planOf((db) => usersDeletionStore.findClosed(db));
  expect(indexes).toEqual(['accounts_closed']);
  expect(scanned).toEqual([]);
});
