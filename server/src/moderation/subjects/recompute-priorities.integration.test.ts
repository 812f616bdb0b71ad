import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectSubjectsReplayed } from '../../testing/counters.ts';
import { recordReports } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { recomputePriorities } from './recompute-priorities.ts';
import { subjectsStore } from './subjects.store.ts';

/** More than one step. */
const SUBJECTS = 1_100;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
  const { rows } = await testApp.database.pool.query<{ id: string }>(
    `insert into reports (id, reporter_id, subject_type, subject_id, reason, description, status, created_at, updated_at)
       select 'r' || n, 'reporter', 'Post', 'post ' || n, 'spam', 'Phiền quá',
         case when n % 50 = 0 then 'resolved' else 'pending' end, now() - n * interval '1 hour', now()
       from generate_series(1, $1) n returning id`,
    [SUBJECTS],
  );
  await recordReports(
    db(),
    rows.map(({ id }) => id),
  );
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const recompute = () => recomputePriorities(testApp.services.app);
/** Stores sums as they were before: all are negative. */
const storeFormerSums = () =>
  testApp.database.pool.query(
    `update moderation_subjects set priority = -(extract(epoch from due_at) / 60)::int where priority is not null`,
  );

test('recomputePriorities: by several servers at once, of sums of an earlier release → the priorities that the events give', async () => {
  await storeFormerSums();
  await Promise.all([recompute(), recompute()]);
  await recompute();
  await expectSubjectsReplayed(db());
});

test('recomputePriorities: a subject that somebody holds → is left to the next run', async () => {
  await storeFormerSums();
  const held = { itemType: 'Post', itemId: 'post 7' } as const;
  const priority = async () => (await subjectsStore.find(db(), held))?.priority;
  await testApp.database.transact(async (tx) => {
    await subjectsStore.lock(tx, held, null);
    await recompute();
    expect(await priority()).toBeLessThan(0);
  });
  await recompute();
  expect(await priority()).toBeGreaterThan(0);
  await expectSubjectsReplayed(db());
});

test('recomputePriorities: with nothing to do → reads the end of the index by priority', async () => {
  const planOf = await openPlanReader(testApp.database.pool);
  const plan = await planOf((on) => subjectsStore.lockNegative(on, 500));
  expect(plan.indexes).toEqual(['moderation_subjects_priority']);
});
