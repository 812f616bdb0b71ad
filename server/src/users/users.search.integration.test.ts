import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertUser } from '../testing/factories.ts';
import { contains, fold, newestFirst, type UserRow } from '../testing/naive-users.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const search = (body: unknown) => testApp.post('/api/admin/users/search', body);
async function namesFor(searchTerm: string, more = {}): Promise<string[]> {
  const answer = await search({ searchTerm, ...more });
  expect(answer.statusCode).toBe(200);
  return answer.json().data.users.map(({ username }: { username: string }) => username);
}

describe('case and Vietnamese marks', () => {
  beforeAll(async () => {
    const { db } = testApp.database;
    await insertUser(db, { username: 'Nguyễn Thị Đào', email: 'Dao.Nguyen@thu.test', phone: '0912 345 678' });
    await insertUser(db, { username: 'Hướng Dẫn Đà Nẵng', email: 'hdv@thu.test', phone: null });
    // Composed and decomposed forms of one name.
    await insertUser(db, { username: 'Trần Bưởi'.normalize('NFC'), email: 'buoi1@thu.test' });
    await insertUser(db, { username: 'Trần Bưởi'.normalize('NFD'), email: 'buoi2@thu.test' });
  });

  test.each([
    ['nguyen', 'Nguyễn Thị Đào'],
    ['NGUYỄN', 'Nguyễn Thị Đào'],
    ['nguyễn thi', 'Nguyễn Thị Đào'],
    ['đào', 'Nguyễn Thị Đào'],
    ['Dao', 'Nguyễn Thị Đào'],
    ['  thị   đào ', 'Nguyễn Thị Đào'],
    ['da nang', 'Hướng Dẫn Đà Nẵng'],
    ['ĐÀ NẴNG', 'Hướng Dẫn Đà Nẵng'],
    ['dà nãng', 'Hướng Dẫn Đà Nẵng'],
    ['dao.nguyen@', 'Nguyễn Thị Đào'],
    ['@THU.test', 'Hướng Dẫn Đà Nẵng'],
    ['0912 345', 'Nguyễn Thị Đào'],
    ['678', 'Nguyễn Thị Đào'],
    ['Nẵ', 'Hướng Dẫn Đà Nẵng'],
    ['ư', 'Hướng Dẫn Đà Nẵng'],
  ])('%j finds %s', async (term, name) => {
    expect(await namesFor(term)).toContain(name);
  });

  test.each(['buoi', 'bưởi', 'bưởi'.normalize('NFD'), 'BƯỞI'.normalize('NFD')])('%j finds both forms', async (term) => {
    expect(await namesFor(term)).toHaveLength(2);
  });

  test('a term does not reach from one field into the next', async () => {
    expect(await namesFor('đào dao.nguyen')).toEqual([]);
    expect(await namesFor('đào\ndao.nguyen')).toEqual([]);
  });
});

describe('characters that mean something elsewhere are literal', () => {
  const names = ['100% thật', 'gạch_dưới', 'C:\\Users', "O'Brien; drop table users --", '(a+)+$', '[abc]*', '😀 vui'];
  beforeAll(async () => {
    for (const username of names) await insertUser(testApp.database.db, { username });
  });

  test.each([
    ['100%', '100% thật'],
    ['%', '100% thật'],
    ['0%_', null],
    ['%%%', null],
    ['___', null],
    ['_', 'gạch_dưới'],
    ['h_d', 'gạch_dưới'],
    ['h%d', null],
    ['\\', 'C:\\Users'],
    [':\\u', 'C:\\Users'],
    ['\\\\', null],
    ["o'brien; drop", "O'Brien; drop table users --"],
    ["'", "O'Brien; drop table users --"],
    ['(a+)+$', '(a+)+$'],
    ['[abc]*', '[abc]*'],
    ['^[abc]', null],
    ['.*', null],
    ['😀', '😀 vui'],
    ['😀 v', '😀 vui'],
    ['😁', null],
  ])('%j', async (term, name) => {
    expect(await namesFor(term)).toEqual(name === null ? [] : [name]);
  });

  test.each(['\0', 'a\0b', 'nguyen\0'])('a NUL is refused: %j', async (searchTerm) => {
    const answer = await search({ searchTerm });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test.each(['\uD800', 'a\uDC00b', '\uFFFF', '\u202E', '\u200B'])('%j is a term like any other', async (term) => {
    expect(await namesFor(term)).toEqual([]);
  });
});

test.each(['', '   ', '\n\t', undefined])('%j as a term finds nobody', async (searchTerm) => {
  const answer = await search({ searchTerm });
  expect(answer.json().data).toEqual({
    users: [],
    pagination: { total: 0, totalRelation: 'eq', nextCursor: null },
  });
});

test('a term of 201 characters is refused, one of 200 is not', async () => {
  expect((await search({ searchTerm: 'x'.repeat(201) })).statusCode).toBe(400);
  expect((await search({ searchTerm: 'x'.repeat(200) })).statusCode).toBe(200);
});

test('filters narrow a search, and one that excludes all gives none', async () => {
  const { db } = testApp.database;
  await insertUser(db, { username: 'Lọc Một', is_verified: true, gender: 'female' });
  await insertUser(db, { username: 'Lọc Hai', is_disabled: true, gender: 'female' });
  await insertUser(db, { username: 'Lọc Ba', role: 'admin' });
  expect(await namesFor('lọc')).toEqual(['Lọc Ba', 'Lọc Hai', 'Lọc Một']);
  expect(await namesFor('lọc', { sort: 'oldest' })).toEqual(['Lọc Một', 'Lọc Hai', 'Lọc Ba']);
  expect(await namesFor('loc', { filters: { verified: 'true' } })).toEqual(['Lọc Một']);
  expect(await namesFor('loc', { filters: { status: 'banned', gender: 'female' } })).toEqual(['Lọc Hai']);
  expect(await namesFor('loc', { filters: { role: 'admin', gender: '' } })).toEqual(['Lọc Ba']);
  expect(await namesFor('loc', { filters: { status: 'active' } })).toEqual([]);
  expect(await namesFor('loc', { filters: { status: 'banned', vohieuhoa: 'false' } })).toEqual([]);
});

test('any term finds just the users in whom a plain comparison finds it', async () => {
  const { db } = testApp.database;
  const letters = [
    ...'aăâbcdđeêghiklmnoôơpqrstuưvxyAĐÊƯàảãáạằẳẵắặệộợứ0123456789 ',
    "'",
    '%',
    '_',
    '\\',
    '.',
    '-',
    '(',
    '*',
    '😀',
  ];
  const text = (size: fc.StringConstraints) => fc.string({ unit: fc.constantFrom(...letters), ...size });
  const names = new Set(fc.sample(text({ minLength: 1, maxLength: 20 }), 120));
  for (const username of names) {
    await insertUser(db, { username, phone: username.length % 2 ? username.slice(0, 4) : null });
  }
  const everyone: UserRow[] = (await db.selectFrom('users').selectAll().execute()).sort(newestFirst);
  const fromSomeone = fc
    .tuple(
      fc.constantFrom(...everyone),
      fc.nat(20),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom('as is', 'folded', 'upper'),
    )
    .map(([{ username }, start, length, form]) => {
      const part = [...username].slice(start, start + length).join('');
      return form === 'folded' ? fold(part) : form === 'upper' ? part.toUpperCase() : part;
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fromSomeone, text({ maxLength: 5 })), async (term) => {
      const expected = term.trim() === '' ? [] : everyone.filter((user) => contains(user, term));
      expect(await namesFor(term)).toEqual(expected.map(({ username }) => username));
    }),
    { numRuns: 250 },
  );
});
