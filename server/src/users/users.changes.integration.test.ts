import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertSession, insertUser } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/waiting-statements.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const readUser = (id: string) =>
  testApp.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
const statusOf = (id: string) => testApp.post(`/api/admin/users/${id}/status`);
const disable = (id: string) => testApp.post(`/api/admin/users/${id}/disable`);
const enable = (id: string) => testApp.post(`/api/admin/users/${id}/enable`);
const remove = (id: string) => testApp.send('DELETE', `/api/admin/users/${id}`);

describe('user detail', () => {
  test('has the field names of the specification', async () => {
    const seen = new Date('2026-03-01T02:03:04.567Z');
    const row = await insertUser(testApp.database.db, {
      username: 'Lê Thị Cúc',
      email: 'cuc@example.test',
      avatar_url: '/media/a.webp',
      phone: '0912345678',
      postal_address: '12 Lê Lợi, Huế',
      gender: 'female',
      age: 31,
      marital_status: 'Độc thân',
      bio: 'Thích biển',
      nationality: 'Việt Nam',
      hometown: 'Huế',
      is_verified: true,
      last_seen_at: seen,
    });
    const response = await testApp.post(`/api/admin/users/detail/${row.id}`);
    expect(response.json()).toEqual({
      success: true,
      data: {
        _id: row.id,
        username: 'Lê Thị Cúc',
        email: 'cuc@example.test',
        avatar: 'http://localhost/media/a.webp',
        xacMinhDanhTinh: true,
        role: 'user',
        vohieuhoa: false,
        disabledUntil: null,
        isDisabled: false,
        createdAt: row.created_at.toISOString(),
        sdt: '0912345678',
        diachi: '12 Lê Lợi, Huế',
        sex: 'female',
        tuoi: 31,
        tinhtranghonnhan: 'Độc thân',
        bio: 'Thích biển',
        nationality: 'Việt Nam',
        home: 'Huế',
        followersCount: 0,
        followingCount: 0,
        postsCount: 0,
        travelPostsCount: 0,
        lastActive: seen.toISOString(),
      },
    });
  });

  test('may lack everything but a name and an e-mail', async () => {
    const { id } = await insertUser(testApp.database.db);
    const { data } = (await testApp.post(`/api/admin/users/detail/${id}`)).json();
    expect(data).toMatchObject({ avatar: null, sdt: null, tuoi: null, bio: null, lastActive: null });
  });
});

describe('disableUser and enableUser', () => {
  test('are visible in the status call and in the response', async () => {
    const { id, username, email } = await insertUser(testApp.database.db);
    const data = { userId: id, username, email };
    expect((await statusOf(id)).json()).toEqual({
      success: true,
      isDisabled: false,
      data: { ...data, vohieuhoa: false },
    });
    expect((await disable(id)).json()).toMatchObject({
      success: true,
      message: 'Tài khoản đã bị vô hiệu hóa!',
      data: { _id: id, isDisabled: true, vohieuhoa: true },
    });
    expect((await statusOf(id)).json()).toEqual({
      success: true,
      isDisabled: true,
      data: { ...data, vohieuhoa: true },
    });
    expect((await enable(id)).json()).toMatchObject({
      success: true,
      message: 'Tài khoản đã được kích hoạt lại!',
      data: { _id: id, isDisabled: false, vohieuhoa: false },
    });
    expect((await statusOf(id)).json()).toMatchObject({ isDisabled: false });
  });

  test('twenty times at once have one effect', async () => {
    const { id } = await insertUser(testApp.database.db);
    const responses = await Promise.all(Array.from({ length: 20 }, () => disable(id)));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const entries = await testApp.database.db
      .selectFrom('audit_entries')
      .select('id')
      .where('target_id', '=', id)
      .execute();
    expect(entries).toHaveLength(1);
  });
});

describe('account changes: denied', () => {
  const denialsOf = (targetId: string) =>
    testApp.database.db
      .selectFrom('audit_entries')
      .select(['action', 'reason', 'actor_id', 'before', 'after'])
      .where('target_id', '=', targetId)
      .orderBy('id')
      .execute();

  test.each([
    ['admin', 'user'],
    ['ADMIN', 'admin'],
    ['Admin', 'admin'],
  ] as const)("an account named '%s' of role %s is not deleted", async (username, role) => {
    const { id } = await insertUser(testApp.database.db, { username, role });
    const response = await remove(id);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'PROTECTED_ACCOUNT', message: 'Không thể xóa tài khoản admin!' });
    expect(await readUser(id)).toBeDefined();
    expect(await denialsOf(id)).toEqual([
      { action: 'user.delete', reason: 'PROTECTED_ACCOUNT', actor_id: testApp.admin.id, before: null, after: null },
    ]);
  });

  test('disableUser, deleteUser: the own account is rejected, and the attempt audited', async () => {
    const { id } = testApp.admin;
    const before = await readUser(id);
    for (const response of [await disable(id), await remove(id)]) {
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({ code: 'OWN_ACCOUNT' });
    }
    expect(await readUser(id)).toEqual(before);
    expect((await denialsOf(id)).map(({ action, reason }) => `${action} ${reason}`)).toEqual([
      'user.disable OWN_ACCOUNT',
      'user.delete OWN_ACCOUNT',
    ]);
  });

  test.each([
    ['disable', 'POST', (id: string) => `/api/admin/users/${id}/disable`],
    ['delete', 'DELETE', (id: string) => `/api/admin/users/${id}`],
  ] as const)('of two administrators who %s each other at once, one stays', async (_verb, method, url) => {
    const { db } = testApp.database;
    for (let round = 0; round < 10; round += 1) {
      await db.updateTable('users').set({ is_disabled: true }).where('role', '=', 'admin').execute();
      const pair = await Promise.all(
        [1, 2].map(async () => {
          const { id } = await insertAdmin(db);
          return { id, token: await insertSession(db, id, testApp.clock.now()) };
        }),
      );
      const responses = await Promise.all(
        pair.map(({ token }, index) => testApp.send(method, url(pair[1 - index]?.id ?? ''), { token })),
      );
      const codes = responses.map(({ statusCode }) => statusCode).sort();
      expect(codes[0]).toBe(200);
      expect([401, 409]).toContain(codes[1]);
      const active = await db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('is_disabled', '=', false)
        .execute();
      expect(active).toHaveLength(1);
    }
    await db.updateTable('users').set({ is_disabled: false }).where('id', '=', testApp.admin.id).execute();
  });

  test('a caller who was just deleted deletes no account, although others are left', async () => {
    const { db } = testApp.database;
    for (let round = 0; round < 10; round += 1) {
      const pair = await Promise.all(
        [1, 2].map(async () => {
          const { id } = await insertAdmin(db);
          return { id, token: await insertSession(db, id, testApp.clock.now()) };
        }),
      );
      const responses = await Promise.all(
        pair.map(({ token }, index) => testApp.send('DELETE', `/api/admin/users/${pair[1 - index]?.id}`, { token })),
      );
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    }
  });
});

test.each([
  ['disable', disable],
  ['enable', enable],
  ['delete', remove],
] as const)(
  'account locks: %s: an app user’s account does not wait for another administrator’s, which is locked',
  async (_verb, call) => {
    const { db } = testApp.database;
    const { id } = await insertUser(db);
    const locked = await insertAdmin(db);
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ bio: 'mới' }).where('id', '=', locked.id).execute();
      expect((await call(id)).statusCode).toBe(200);
    });
  },
);

test('disableUser: an administrator’s account waits for another administrator’s, which is locked', async () => {
  const { db } = testApp.database;
  const [subject, locked] = [await insertAdmin(db), await insertAdmin(db)];
  let response: ReturnType<typeof disable> | undefined;
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ bio: 'mới' }).where('id', '=', locked.id).execute();
    response = disable(subject.id);
    await untilStatementsWait(db, 1);
  });
  expect((await response)?.statusCode).toBe(200);
});

test.each([
  ['disable', disable],
  ['enable', enable],
  ['delete', remove],
] as const)(
  'account locks: %s: a caller who is disabled while the call waits is rejected, and nothing changes',
  async (verb, _call) => {
    const { db } = testApp.database;
    const { id } = await insertUser(db);
    const caller = await insertAdmin(db);
    const token = await insertSession(db, caller.id, testApp.clock.now());
    const [method, url] =
      verb === 'delete'
        ? (['DELETE', `/api/admin/users/${id}`] as const)
        : (['POST', `/api/admin/users/${id}/${verb}`] as const);
    let response: ReturnType<typeof testApp.send> | undefined;
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ is_disabled: true }).where('id', '=', caller.id).execute();
      response = testApp.send(method, url, { token });
      await untilStatementsWait(db, 1);
    });
    expect((await response)?.statusCode).toBe(401);
    expect(await readUser(id)).toMatchObject({ is_disabled: false });
  },
);

test('enableUser: an administrator who is being disabled cannot undo it with a call in flight', async () => {
  const { db } = testApp.database;
  for (let round = 0; round < 10; round += 1) {
    const { id } = await insertAdmin(db);
    const token = await insertSession(db, id, testApp.clock.now());
    await Promise.all([
      disable(id),
      ...Array.from({ length: 4 }, () => testApp.send('POST', `/api/admin/users/${id}/enable`, { token })),
    ]);
    expect(await readUser(id)).toMatchObject({ is_disabled: true });
  }
});

describe('user ids', () => {
  const calls = (id: string) =>
    [
      ['POST', `/api/admin/users/detail/${id}`],
      ['POST', `/api/admin/users/${id}/status`],
      ['POST', `/api/admin/users/${id}/posts`],
      ['POST', `/api/admin/users/${id}/travel`],
      ['POST', `/api/admin/users/${id}/disable`],
      ['POST', `/api/admin/users/${id}/enable`],
      ['DELETE', `/api/admin/users/${id}`],
    ] as const;

  test.each(['65f2a1c09d3e4b0012345678', 'id-cũ/1 %', 'x', 'X'.repeat(64)])(
    'of any form work in every call: %s',
    async (id) => {
      await insertUser(testApp.database.db, { id });
      for (const [method, url] of calls(encodeURIComponent(id))) {
        expect(await testApp.send(method, url)).toMatchObject({ statusCode: 200 });
      }
    },
  );
});
