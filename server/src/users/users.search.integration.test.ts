import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertUser } from '../testing/factories.ts';
import { contains, fold, newestFirst, type UserRow } from '../testing/reference-users.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const search = (body: unknown) => testApp.post('/api/admin/users/search', body);
async function namesFor(searchTerm: string, more = {}): Promise<string[]> {
  const response = await search({ searchTerm, ...more });
  expect(response.statusCode).toBe(200);
  return response.json().data.users.map(({ username }: { username: string }) => username);
}

describe('user search: case and diacritics', () => {
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

  test('user search: a term does not match across two fields', async () => {
    expect(await namesFor('đào dao.nguyen')).toEqual([]);
    expect(await namesFor('đào\ndao.nguyen')).toEqual([]);
  });
});

describe('user search: pattern characters are literal', () => {
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

  test.each(['\0', 'a\0b', 'nguyen\0'])('user search: a NUL is rejected: %j', async (searchTerm) => {
    const response = await search({ searchTerm });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test.each(['\uD800', 'a\uDC00b', '\uFFFF', '\u202E', '\u200B'])(
    'user search: %j is an ordinary term',
    async (term) => {
      expect(await namesFor(term)).toEqual([]);
    },
  );
});

test.each(['', '   ', '\n\t', undefined])('user search: %j as a term finds no user', async (searchTerm) => {
  const response = await search({ searchTerm });
  expect(response.json().data).toEqual({
    users: [],
    pagination: { total: 0, totalRelation: 'eq', nextCursor: null },
  });
});

test('user search: a term of 201 characters is rejected, one of 200 is not', async () => {
  expect((await search({ searchTerm: 'x'.repeat(201) })).statusCode).toBe(400);
  expect((await search({ searchTerm: 'x'.repeat(200) })).statusCode).toBe(200);
});

test('user search: filters narrow the result, and one that excludes all gives none', async () => {
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

describe('user search: an id', () => {
  const all = { totalRelation: 'eq', nextCursor: null };

  test('the whole id → the account alone, also beside one who has it as the name; a part of it → nobody', async () => {
    const { db } = testApp.database;
    const { id, username } = await insertUser(db);
    const mongo = await insertUser(db, { id: '65f1c0ffee65f1c0ffee0123' });
    await insertUser(db, { username: id });
    for (const [term, name] of [
      [id, username],
      [` ${id} `, username],
      [mongo.id, mongo.username],
    ] as const) {
      const { users, pagination } = (await search({ searchTerm: term })).json().data;
      expect(users.map((user: { username: string }) => user.username)).toEqual([name]);
      expect(pagination).toEqual({ total: 1, ...all });
    }
    expect(await namesFor(mongo.id.slice(0, -1))).toEqual([]);
  });

  test('filters that rule the account out → nobody; a deleted account → nobody', async () => {
    const { db } = testApp.database;
    const { id } = await insertUser(db);
    const { id: deletedId } = await insertUser(db, { deleted_at: testApp.clock.now() });
    expect(await namesFor(id, { filters: { status: 'banned' } })).toEqual([]);
    expect(await namesFor(deletedId)).toEqual([]);
  });
});

describe('user search: the best match is first', () => {
  const people: Array<[string, string, string | null]> = [
    ['Đỗ Văn Khang', 'khang@quynhmail.test', '0900000001'],
    ['Quỳnh', 'q1@xa.test', '0900000002'],
    ['Nguyễn Thị Quỳnh', 'q2@xa.test', '0900000003'],
    ['Quỳnh Anh', 'q3@xa.test', '0900000004'],
    ['Lê Quỳnhanh', 'q4@xa.test', '0900000005'],
    ['Hồng.Quỳnh', 'q5@xa.test', '0900000006'],
    ['Xuquynh', 'q6@xa.test', '0900000007'],
    ['Trần Bá', 'quynh.tran@xa.test', '0900000008'],
    ['Trần Ca', 'tran.quynh@xa.test', '0900000009'],
  ];
  beforeAll(async () => {
    for (const [index, [username, email, phone]] of people.entries()) {
      const created_at = new Date(Date.UTC(2020, 0, people.length - index));
      await insertUser(testApp.database.db, { username, email, phone, created_at });
    }
  });

  test.each(['quynh', 'QUỲNH', 'quỳnh'.normalize('NFD'), ' quy\u200bnh '])(
    '%j: name, words of it, e-mail, domain',
    async (term) => {
      expect(await namesFor(term)).toEqual([
        'Quỳnh',
        'Nguyễn Thị Quỳnh',
        'Quỳnh Anh',
        'Hồng.Quỳnh',
        'Lê Quỳnhanh',
        'Xuquynh',
        'Trần Bá',
        'Trần Ca',
        'Đỗ Văn Khang',
      ]);
    },
  );

  test('an explicit sort order replaces the ranking', async () => {
    const newest = people.map(([name]) => name);
    expect(await namesFor('quynh', { sort: 'newest' })).toEqual(newest);
    expect(await namesFor('quynh', { sort: 'oldest' })).toEqual(newest.toReversed());
  });

  test.each([1, 2, 3, 9])('page by page, %i at a time, the order is the same', async (limit) => {
    const whole = await namesFor('quynh');
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const response = await search({ searchTerm: 'quynh', limit, cursor });
      const { data } = response.json();
      found.push(...data.users.map(({ username }: { username: string }) => username));
      cursor = data.pagination.nextCursor;
    } while (cursor && found.length <= whole.length);
    expect(found).toEqual(whole);
  });

  test('a whole e-mail is the best match, a part of one with its domain is found', async () => {
    expect((await namesFor('q3@xa.test'))[0]).toBe('Quỳnh Anh');
    expect(await namesFor('.quynh@xa')).toEqual(['Trần Ca']);
    expect(await namesFor('@quynhmail')).toEqual(['Đỗ Văn Khang']);
  });

  test('of two letters too: whole words before the beginnings of words', async () => {
    for (const username of ['Vyla', 'Vy', 'Lê Vy', 'Vỹ Dạ']) await insertUser(testApp.database.db, { username });
    expect((await namesFor('vy')).slice(0, 4)).toEqual(['Vy', 'Vỹ Dạ', 'Lê Vy', 'Vyla']);
  });
});

describe('user search: a phone number is found in any notation', () => {
  const stored = [
    '0607213157',
    '+84 607 213 158',
    '(0607) 213-159',
    '84607213160',
    '+84 (0)607.213.161',
    '0084607213162',
  ];
  beforeAll(async () => {
    for (const [index, phone] of stored.entries()) {
      await insertUser(testApp.database.db, { username: `Máy ${index}`, email: `may${index}@may.test`, phone });
    }
  });

  const last = stored.map((_, index) => [57 + index, `Máy ${index}`] as const);
  test.each(last)('the one that ends in %i, in every notation', async (end, name) => {
    const tail = String(100 + end).slice(-2);
    const number = `0607213${100 + end}`;
    for (const term of [
      number,
      `+84607213${100 + end}`,
      `84607213${100 + end}`,
      `0084 607 213 ${100 + end}`,
      `0607 213 ${100 + end}`,
      `0607.213.${100 + end}`,
      `(0607) 213-${100 + end}`,
      `+84 (0)607 213 ${100 + end}`,
      `\u202a+84 607\u00a0213\u00a0${100 + end}\u202c`,
      `213 ${100 + end}`,
      `607-213-1${tail}`,
    ]) {
      expect([term, await namesFor(term)]).toEqual([term, [name]]);
    }
  });

  test.each(['0607', '+84 607', '84607213', '607 213', '213', '(0607)', '07.213'])(
    '%j is a part of all',
    async (term) => {
      expect((await namesFor(term)).filter((name) => name.startsWith('Máy'))).toHaveLength(stored.length);
    },
  );

  test.each(['+84 213', '84213157', '+1 607 213 157', '0607 213 1 57 9'])('%j matches none', async (term) => {
    expect((await namesFor(term)).filter((name) => name.startsWith('Máy'))).toEqual([]);
  });
});

test('user search: invisible characters have no effect, in a name or in a term', async () => {
  const { db } = testApp.database;
  await insertUser(db, { username: 'Ẩn\u200b Dật\u00ad\u2060  Sĩ', email: 'an\u200bdat@xa.test' });
  for (const term of ['ẩn dật sĩ', 'a\u0302\u0309n\ufeff dat', 'dật\u00a0sĩ', 'andat@']) {
    expect(await namesFor(term)).toEqual(['Ẩn\u200b Dật\u00ad\u2060  Sĩ']);
  }
  expect(await namesFor('\u200b\u2060')).toEqual([]);
});

test('user search: a legacy panel may send boolean flags, and blanks for unused filters', async () => {
  const { db } = testApp.database;
  await insertUser(db, { username: 'Ngọn Cờ Một', is_verified: true });
  await insertUser(db, { username: 'Ngọn Cờ Hai', is_disabled: true });
  const filters = { status: '', role: '', gender: '' };
  expect(await namesFor('ngọn cờ', { filters: { ...filters, verified: true, vohieuhoa: '' } })).toEqual([
    'Ngọn Cờ Một',
  ]);
  expect(await namesFor('ngọn cờ', { filters: { ...filters, verified: false, vohieuhoa: true } })).toEqual([
    'Ngọn Cờ Hai',
  ]);
  expect(await namesFor('ngọn cờ', { filters: { ...filters, vohieuhoa: false } })).toEqual(['Ngọn Cờ Một']);
  expect(await namesFor('ngọn cờ', { filters: null })).toHaveLength(2);
  expect((await search({ searchTerm: null })).json().data.users).toEqual([]);
});

test('user search: any term finds exactly the users in whom a plain comparison finds it', async () => {
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
      const expected = fold(term) === '' ? [] : everyone.filter((user) => contains(user, term));
      expect(await namesFor(term, { sort: 'newest' })).toEqual(expected.map(({ username }) => username));
      expect((await namesFor(term)).sort()).toEqual(expected.map(({ username }) => username).sort());
    }),
    { numRuns: 150 },
  );
});
