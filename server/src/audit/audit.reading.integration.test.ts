import {
  listAuditActorsResponseSchema,
  listAuditEntriesResponseSchema,
} from '@hai-dang/contract/audit/audit.schema.ts';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntries } from '../lib/db/schema.generated.ts';
import { newId } from '../lib/ids.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertUser } from '../testing/factories.ts';

const LIST = '/api/admin/audit';
const ACTORS = '/api/admin/audit/actors';
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

type Fields = Partial<Insertable<AuditEntries>>;

/** Entries of the test's own subject, each a minute after the one before; newest last. */
async function insertEntries(count: number, fieldsOf: (index: number) => Fields = () => ({})) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    created_at: new Date(Date.UTC(2026, 0, 1, 0, index)),
    actor_id: 'actor',
    actor_name: 'Quản trị',
    action: 'user.disable',
    target_type: 'user',
    target_id: 'target',
    target_name: 'Người dùng',
    before: JSON.stringify({ isDisabled: false }),
    after: JSON.stringify({ isDisabled: true }),
    ip: '127.0.0.1',
    request_id: 'request',
    ...fieldsOf(index),
  }));
  await testApp.database.db.insertInto('audit_entries').values(rows).execute();
  return rows.map(({ id }) => id);
}

async function list(body: object) {
  const response = await testApp.post(LIST, body);
  expect(response.statusCode).toBe(200);
  return listAuditEntriesResponseSchema.parse(response.json());
}
const idsOf = async (body: object) => (await list(body)).data.map(({ _id }) => _id);

describe('listAuditEntries', () => {
  test('returns the newest first, page by page, each entry once', async () => {
    // Three at each moment, so that the order within a moment is tested too.
    const ids = await insertEntries(25, (index) => ({
      target_id: 'paged',
      created_at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 3))),
    }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ targetId: 'paged', limit: 4, cursor });
      expect(page.pagination).toMatchObject({ total: 25, totalRelation: 'eq' });
      seen.push(...page.data.map(({ _id }) => _id));
      cursor = page.pagination.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual([...ids].reverse());
  });

  test('returns the fields of an entry as recorded', async () => {
    const [id] = await insertEntries(1, () => ({ target_id: 'target-1', reason: 'LAST_ADMIN' }));
    const { data } = await list({ targetId: 'target-1' });
    expect(data).toEqual([
      {
        _id: id,
        createdAt: '2026-01-01T00:00:00.000Z',
        action: 'user.disable',
        actor: { id: 'actor', name: 'Quản trị' },
        target: { type: 'user', id: 'target-1', name: 'Người dùng' },
        before: { isDisabled: false },
        after: { isDisabled: true },
        reason: 'LAST_ADMIN',
        address: '127.0.0.1',
        requestId: 'request',
      },
    ]);
  });

  test('returns an entry although it contains unknown actions, types and states', async () => {
    await insertEntries(3, (index) => ({
      target_id: 'unknown',
      action: 'moon.land',
      target_type: 'moon',
      actor_id: null,
      before: ['1', '[1]', '"x"'][index] ?? null,
    }));
    const { data } = await list({ targetId: 'unknown' });
    expect(data.map(({ action, actor, before }) => ({ action, actor, before }))).toEqual(
      ['x', [1], 1].map((value) => ({ action: 'moon.land', actor: null, before: { value } })),
    );
    expect(await idsOf({ action: 'moon.land', targetType: 'moon' })).toHaveLength(3);
  });

  test('returns 50 entries a page by default, 100 at most', async () => {
    await insertEntries(120, () => ({ target_id: 'many' }));
    expect(await idsOf({ targetId: 'many' })).toHaveLength(50);
    expect(await idsOf({ targetId: 'many', limit: 100 })).toHaveLength(100);
    for (const limit of [0, 101, 1.5, '5']) {
      expect((await testApp.post(LIST, { limit })).statusCode).toBe(400);
    }
  });

  test('counts up to 5 000, and reports more beyond', async () => {
    await insertEntries(5_000, () => ({ target_id: 'counted' }));
    expect((await list({ targetId: 'counted', limit: 1 })).pagination).toMatchObject({
      total: 5_000,
      totalRelation: 'eq',
    });
    await insertEntries(1, () => ({ target_id: 'counted' }));
    expect((await list({ targetId: 'counted', limit: 1 })).pagination).toMatchObject({
      total: 5_000,
      totalRelation: 'gte',
    });
  });
});

describe('audit filters', () => {
  let ids: string[];
  beforeAll(async () => {
    ids = await insertEntries(4, (index) => ({
      actor_id: index < 2 ? 'lan' : 'mai',
      action: index % 2 === 0 ? 'post.delete' : 'user.enable',
      target_type: index % 2 === 0 ? 'post' : 'user',
      target_id: `filtered-${index}`,
      // The last moment of 4 January in Vietnam, the first of the 5th, the last of the 5th, the first of the 6th.
      created_at: new Date(
        ['2027-01-04T16:59:59.999Z', '2027-01-04T17:00:00Z', '2027-01-05T16:59:59.999Z', '2027-01-05T17:00:00Z'][
          index
        ] ?? '',
      ),
    }));
  });
  const expected = (...wanted: number[]) => wanted.map((index) => ids[index]);

  test('match actor, action, target type and target id, and all of them together', async () => {
    expect(await idsOf({ actorId: 'lan' })).toEqual(expected(1, 0));
    expect(await idsOf({ actorId: 'mai', action: 'post.delete' })).toEqual(expected(2));
    expect(await idsOf({ actorId: 'mai', targetType: 'user' })).toEqual(expected(3));
    expect(await idsOf({ targetId: 'filtered-1' })).toEqual(expected(1));
    expect(await idsOf({ actorId: 'lan', action: 'user.enable', targetType: 'user', targetId: 'filtered-1' })).toEqual(
      expected(1),
    );
    expect(await idsOf({ actorId: 'lan', targetId: 'filtered-3' })).toEqual([]);
  });

  test('match days in Vietnam, the first and the last included', async () => {
    expect(await idsOf({ from: '2027-01-05', to: '2027-01-05' })).toEqual(expected(2, 1));
    expect(await idsOf({ from: '2027-01-05' })).toEqual(expected(3, 2, 1));
    expect(await idsOf({ actorId: 'lan', to: '2027-01-04' })).toEqual(expected(0));
    expect(await idsOf({ from: '2027-01-06', to: '2027-01-05' })).toEqual([]);
    expect(await idsOf({ from: '0000-01-01', to: '9999-12-31', actorId: 'lan' })).toEqual(expected(1, 0));
  });

  test('ignore empty values', async () => {
    const none = { action: '', targetType: null, targetId: '', from: '', to: null };
    expect(await idsOf({ actorId: 'lan', ...none })).toEqual(expected(1, 0));
  });

  test.each([{ from: '05/01/2027' }, { to: '2027-02-30' }, { from: 'hôm qua' }, { actorId: 'x'.repeat(65) }])(
    'that are invalid are rejected: %j',
    async (body) => {
      for (const url of [LIST, `${LIST}/export`]) {
        const response = await testApp.post(url, body);
        expect(response.statusCode).toBe(400);
        expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
      }
    },
  );
});

describe('listAuditActors', () => {
  const actors = async () => listAuditActorsResponseSchema.parse((await testApp.post(ACTORS)).json()).data;

  test('contains the administrators who have audit entries, by name', async () => {
    const { db } = testApp.database;
    const busy = await insertAdmin(db, { username: 'Bà Bận' });
    const other = await insertAdmin(db, { username: 'An' });
    const idle = await insertAdmin(db, { username: 'Rỗi' });
    const user = await insertUser(db, { username: 'Người thường' });
    await insertEntries(6, (index) => ({ actor_id: [busy.id, other.id, user.id][index % 3] ?? null }));
    const found = (await actors()).filter(({ id }) => [busy.id, other.id, idle.id, user.id].includes(id));
    expect(found).toEqual([
      { id: other.id, name: 'An' },
      { id: busy.id, name: 'Bà Bận' },
    ]);
  });

  test('contains an administrator whose account is deleted', async () => {
    const { db } = testApp.database;
    const gone = await insertAdmin(db, { username: 'Đã nghỉ việc' });
    await insertEntries(1, () => ({ actor_id: gone.id }));
    expect((await testApp.send('DELETE', `/api/admin/users/${gone.id}`)).statusCode).toBe(200);
    expect(await actors()).toContainEqual({ id: gone.id, name: 'Đã nghỉ việc' });
  });
});
