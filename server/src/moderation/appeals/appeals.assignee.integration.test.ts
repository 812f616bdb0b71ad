import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertAdmin } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { appealsStore } from './appeals.store.ts';

const OTHERS = 20_000;
const NAMES = ['theirs', 'mine', 'free', 'freeLater'] as const;
let testApp: TestApp;
let other: Awaited<ReturnType<typeof insertAdmin>>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  testApp = await buildTestApp();
  other = await insertAdmin(testApp.database.db);
  const steps = createAppealSteps(testApp);
  for (const [index, name] of NAMES.entries()) {
    const { author, subject, noticeId } = await steps.takenDownPost();
    await testApp.later(index * 60_000, async () => {
      ids[name] = (await steps.object(author.id, noticeId)).json().data._id;
    });
    const assigneeId = name === 'mine' ? 'me' : name === 'theirs' ? other.id : null;
    await testApp.post(`/api/admin/subjects/Post/${subject.itemId}/assign`, { assigneeId });
  }
});
afterAll(() => testApp.close());

interface Answer {
  data: Appeal[];
  pagination: { total: number; totalRelation: string; nextCursor: string | null };
}
const list = async (body: object): Promise<Answer> => (await testApp.post('/api/admin/appeals', body)).json();
const namesOf = ({ data }: Answer) => data.map(({ _id }) => NAMES.find((name) => ids[name] === _id));

test('listAppeals: each has the assignee of its subject', async () => {
  const { data } = await list({});
  expect(data.map(({ assignee }) => assignee?._id ?? null)).toEqual([other.id, testApp.admin.id, null, null]);
  expect(data[0]?.assignee).toMatchObject({ username: other.username, at: expect.any(String) });
  await testApp.database.db.updateTable('users').set({ is_disabled: true }).where('id', '=', other.id).execute();
  expect((await list({})).data[0]?.assignee).toBeNull();
  await testApp.database.db.updateTable('users').set({ is_disabled: false }).where('id', '=', other.id).execute();
});

test('listAppeals: with an assignee only pending ones on the subjects of that assignee, with none those on subjects without one', async () => {
  for (const [assignee, names] of [
    ['', NAMES],
    ['me', ['mine']],
    [other.id, ['theirs']],
    ['none', ['free', 'freeLater']],
    ['khong-co', []],
  ] as const) {
    const found = await list({ assignee });
    expect([assignee, namesOf(found), found.pagination.total]).toEqual([assignee, names, names.length]);
  }
  const first = await list({ assignee: 'none', limit: 1 });
  expect(first.pagination).toMatchObject({ total: 2, totalRelation: 'eq' });
  const next = await list({ assignee: 'none', limit: 1, cursor: first.pagination.nextCursor });
  expect([...namesOf(first), ...namesOf(next)]).toEqual(['free', 'freeLater']);
  expect(next.pagination.nextCursor).toBeNull();
});

test('listAppeals: those of an assignee are found by subject and the others in their order, without scanning all', async () => {
  const { db, pool } = testApp.database;
  // Many wait on one subject, and many on others.
  await sql`alter table appeals drop constraint appeals_notice_id_fkey`.execute(db);
  await sql`
    insert into appeals (id, notice_id, decision_id, subject_type, subject_id, user_id, kind, text, created_at, due_at)
    select 'a' || n, 'n' || n, a.decision_id, a.subject_type, case when n % 2 = 0 then a.subject_id else 'post-' || n end, 'u' || n,
      'reporter', 'Xin xem lại', a.created_at, a.due_at + n * interval '1 second'
    from appeals a, generate_series(1, ${sql.lit(OTHERS)}) n where a.id = ${ids['mine'] ?? ''}`.execute(db);
  await sql`
    insert into moderation_subjects (subject_type, subject_id)
    select distinct subject_type, subject_id from appeals on conflict do nothing`.execute(db);
  const planOf = await openPlanReader(pool);
  const mine = await planOf((on) => appealsStore.findOpen(on, testApp.admin.id, null, 51));
  expect(mine.indexes).toEqual(expect.arrayContaining(['moderation_subjects_assigned', 'appeals_open_of_subject_due']));
  const free = await planOf((on) => appealsStore.findOpen(on, 'none', null, 51));
  expect(free.indexes).toContain('appeals_open');
  for (const { scanned } of [mine, free]) expect(scanned).not.toContain('appeals');
  expect(await appealsStore.countOpen(db, testApp.admin.id, 1_001)).toBe(1_001);
});
