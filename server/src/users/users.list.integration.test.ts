import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { GENDERS, USER_ROLES, USER_STATUSES, type UserFilters } from '@hai-dang/contract/users/users.schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertUser } from '../testing/factories.ts';
import { insertDecision } from '../testing/moderation-factories.ts';
import { meets, newestFirst, type UserRow } from '../testing/reference-users.ts';

const USERS = 90;
let testApp: TestApp;
let everyone: UserRow[];
/** Ids of those whose points count. */
const withPoints = new Set<string>();

beforeAll(async () => {
  testApp = await buildTestApp();
  const now = testApp.clock.now().getTime();
  const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
  for (let i = 0; i < USERS; i += 1) {
    const { id } = await insertUser(testApp.database.db, {
      role: i % 17 === 0 ? 'admin' : 'user',
      is_disabled: i % 4 === 0,
      is_verified: i % 3 === 0,
      gender: pick([...GENDERS, null], i),
      // The times are on either side of the 30 days, to the millisecond.
      last_seen_at: pick([new Date(now), new Date(now - 30 * DAY_MS), new Date(now - 30 * DAY_MS - 1), null], i >> 1),
      // A handful share each time, so that ids must decide.
      created_at: new Date(now - (i % 12) * DAY_MS),
      // Some of the disabled.
      disabled_until: i % 8 === 0 ? new Date(now + DAY_MS) : null,
    });
    // Twice, once expired now, taken back, without points, or never.
    const decided = pick(
      [[{}, {}], [{ points_expire_at: new Date(now) }], [{ undone_at: new Date(now) }], [{ points: 0 }], []],
      i,
    );
    for (const fields of decided)
      await insertDecision(testApp.database.db, id, { created_at: new Date(now), ...fields });
    if (i % 5 === 0) withPoints.add(id);
  }
  everyone = (await testApp.database.db.selectFrom('users').selectAll().execute()).sort(newestFirst);
});
afterAll(() => testApp.close());

interface Page {
  data: Array<{ _id: string }>;
  pagination: { total: number; totalRelation: string; nextCursor: string | null };
}
const list = async (body: unknown): Promise<Page> => {
  const response = await testApp.post('/api/admin/users', body);
  expect(response.statusCode).toBe(200);
  return response.json();
};
const idsOf = (rows: Array<{ _id: string }>) => rows.map(({ _id }) => _id);

async function walk(body: object): Promise<{ ids: string[]; total: number; totalRelation: string }> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list({ ...body, cursor });
    ids.push(...idsOf(page.data));
    cursor = page.pagination.nextCursor;
    if (!cursor) return { ids, ...page.pagination };
  } while (ids.length <= everyone.length);
  throw new Error('the cursors never end');
}

describe('user list filters', () => {
  const anyOf = <const T extends string>(values: readonly T[]) =>
    fc.constantFrom(...values, '' as const, null, undefined);
  const filters = fc.record({
    status: anyOf(USER_STATUSES),
    role: anyOf(USER_ROLES),
    vohieuhoa: anyOf(['true', 'false']),
    verified: anyOf(['true', 'false']),
    gender: anyOf(GENDERS),
    points: anyOf(['true', 'false']),
    suspended: anyOf(['true', 'false']),
  });

  test.each<UserFilters>([
    ...USER_STATUSES.map((status) => ({ status })),
    ...USER_ROLES.map((role) => ({ role })),
    ...GENDERS.map((gender) => ({ gender })),
    { vohieuhoa: 'true' },
    { vohieuhoa: 'false' },
    { verified: 'true' },
    { verified: 'false' },
    { points: 'true' },
    { points: 'false' },
    { suspended: 'true' },
    { suspended: 'false' },
  ])('%j match some, not all, and exactly those', async (only) => {
    const expected = everyone.filter((user) => meets(user, only, testApp.clock.now(), withPoints)).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(everyone.length);
    const page = await list({ filters: only });
    expect(idsOf(page.data)).toEqual(expected);
    expect(page.pagination).toEqual({ total: expected.length, totalRelation: 'eq', nextCursor: null });
  });

  test('combined, in either order and with any page size, return each user once and the count', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 3, max: 40 }), fc.boolean(), async (wanted, limit, isOldest) => {
        const expected = everyone
          .filter((user) => meets(user, wanted, testApp.clock.now(), withPoints))
          .map(({ id }) => id);
        if (isOldest) expected.reverse();
        const found = await walk({ filters: wanted, limit, sort: isOldest ? 'oldest' : 'newest' });
        expect(found).toEqual({ ids: expected, total: expected.length, totalRelation: 'eq', nextCursor: null });
      }),
      { numRuns: 60 },
    );
  });

  test('that exclude each other match no user', async () => {
    for (const impossible of [
      { status: 'banned', vohieuhoa: 'false' },
      { status: 'active', vohieuhoa: 'true' },
    ]) {
      expect(await list({ filters: impossible })).toMatchObject({
        data: [],
        pagination: { total: 0, nextCursor: null },
      });
    }
  });

  test.each([
    { status: 'sleeping' },
    { role: 'root' },
    { vohieuhoa: 1 },
    { gender: 1 },
    { verified: 'yes' },
    { points: 2 },
  ])('%j are rejected', async (bad) => {
    const response = await testApp.post('/api/admin/users', { filters: bad });
    expect(response.statusCode).toBe(400);
  });
});

describe('user list for a legacy panel', () => {
  test.each([
    ['GET', '/api/admin/users'],
    ['GET', '/api/admin/users/all'],
    ['POST', '/api/admin/users/all'],
    ['POST', '/api/admin/users'],
  ] as const)('gets everyone, newest first, from %s %s', async (method, url) => {
    const response = await testApp.send(method, url);
    expect(response.statusCode).toBe(200);
    expect(idsOf(response.json().data)).toEqual(everyone.map(({ id }) => id));
    expect(response.json().success).toBe(true);
  });

  test('contains each user under the field names of the specification', async () => {
    const { id, ...row } = everyone[5] ?? everyone[0] ?? (await insertUser(testApp.database.db));
    const { data } = (await testApp.send('GET', '/api/admin/users')).json() as Page;
    expect(data.find(({ _id }) => _id === id)).toEqual({
      _id: id,
      username: row.username,
      email: row.email,
      avatar: row.avatar_url,
      xacMinhDanhTinh: row.is_verified,
      role: row.role,
      vohieuhoa: row.is_disabled,
      disabledUntil: null,
      createdAt: row.created_at.toISOString(),
      lastActive: row.last_seen_at?.toISOString() ?? null,
    });
  });
});

describe('user list cursor', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const position = { at: '2026-01-01T00:00:00.000Z', id: 'x', order: 'newest', total: 1, relation: 'eq' };

  test.each([
    ['no JSON', 'AAAA'],
    ['not base64', '§§§'],
    ['a number', encode(1)],
    ['without a time', encode({ ...position, at: undefined })],
    ['with another time', encode({ ...position, at: 'yesterday' })],
    ['with a number for an id', encode({ ...position, id: 1 })],
    ['with an id too long', encode({ ...position, id: 'x'.repeat(65) })],
    ['of another order', encode({ ...position, order: 'oldest' })],
    ['of an unknown order', encode({ ...position, order: 'email; drop table users' })],
    ['with a total below zero', encode({ ...position, total: -1 })],
  ])('%s is rejected', async (_what, cursor) => {
    for (const [url, body] of [
      ['/api/admin/users', {}],
      ['/api/admin/users/search', { searchTerm: 'nguoi' }],
    ] as const) {
      const response = await testApp.post(url, { ...body, cursor });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'INVALID_CURSOR' });
    }
  });
});

test('user list: users created and deleted during paging neither repeat nor hide the others', async () => {
  const { db } = testApp.database;
  const steps = fc.array(fc.constantFrom('newer', 'between', 'delete'), { minLength: 1, maxLength: 6 });
  const mark = async () => (await db.selectFrom('users').selectAll().execute()).sort(newestFirst);
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 10, max: 30 }), async (events, limit) => {
      const atStart = await mark();
      const seen: string[] = [];
      const deleted = new Set<string>();
      let cursor: string | null = null;
      for (let page = 0; page === 0 || cursor; page += 1) {
        const response: Page = await list({ limit, cursor });
        seen.push(...idsOf(response.data));
        cursor = response.pagination.nextCursor;
        const event = events[page];
        if (event === 'newer') await insertUser(db, { created_at: new Date(testApp.clock.now().getTime() + DAY_MS) });
        if (event === 'between') await insertUser(db, { created_at: atStart[40]?.created_at ?? new Date() });
        // The row of the cursor itself.
        const last = seen.at(-1);
        if (event === 'delete' && last && last !== testApp.admin.id) {
          deleted.add(last);
          await db.deleteFrom('users').where('id', '=', last).execute();
        }
      }
      expect(new Set(seen).size).toBe(seen.length);
      const known = new Set(atStart.map(({ id }) => id));
      expect(seen.filter((id) => known.has(id))).toEqual(atStart.map(({ id }) => id));
      const order = new Map((await mark()).map(({ id }, index) => [id, index]));
      const kept = seen.flatMap((id) => (deleted.has(id) ? [] : [order.get(id) ?? -1]));
      expect(kept).toEqual([...kept].sort((a, b) => a - b));
    }),
    { numRuns: 15 },
  );
});
