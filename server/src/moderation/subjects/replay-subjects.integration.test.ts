import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertReportedPost, makeDecision, undoDecision } from '../../testing/decisions.ts';
import { insertPost, insertUser, recordReports } from '../../testing/factories.ts';
import { findDriftedSubjects } from '../../testing/replayed-subjects.ts';
import { replaySubjects } from './replay-subjects.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
/** A row of version 0 is but a lock. */
const readAll = () =>
  db()
    .selectFrom('moderation_subjects')
    .selectAll()
    .where('version', '>', 0)
    .orderBy('subject_type')
    .orderBy('subject_id')
    .execute();
const replay = () => testApp.database.transact(replaySubjects);

test('replaySubjects: restores altered and lost state from the events, and removes invented state', async () => {
  const stories = [];
  for (let n = 0; n < 4; n += 1) stories.push(await insertReportedPost(testApp));
  const [altered, lost, undone, down] = stories.map(({ subject }) => subject);
  if (!altered || !lost || !undone || !down) throw new Error('four posts are reported');
  const id = await makeDecision(testApp, undone, { policy: 'spam', actions: ['takedown'] });
  await undoDecision(testApp, id, { reason: 'Nhầm' });
  await makeDecision(testApp, down, { policy: 'spam', actions: ['takedown', 'warn'] });
  const before = await readAll();
  await db()
    .updateTable('moderation_subjects')
    .set({ severity: 4, open_reports_count: 7, priority: 1, hidden_at: new Date(), assignee_id: 'nobody' })
    .where('subject_id', '=', altered.itemId)
    .execute();
  await db().deleteFrom('moderation_subjects').where('subject_id', '=', lost.itemId).execute();
  await db()
    .insertInto('moderation_subjects')
    .values({ subject_type: 'Post', subject_id: 'made-up', version: 3, reports_count: 3 })
    .execute();
  expect(await findDriftedSubjects(db())).toHaveLength(3);
  await replay();
  await expectSubjectsReplayed(db());
  expect(await readAll()).toEqual(before);
});

test('replaySubjects: reads and stores more subjects and events than one batch', async () => {
  const author = await insertUser(db());
  const { id } = await insertPost(db(), author.id);
  const { rows } = await testApp.database.pool.query<{ id: string }>(
    `insert into reports (id, reporter_id, subject_type, subject_id, subject_owner_id, reason, description, created_at, updated_at)
       select 'r' || n, 'reporter-' || n % 7, 'Post', case when n % 2 = 0 then $1 else 'post-' || n end, $2, 'spam', 'Phiền quá',
         now(), now()
       from generate_series(1, 6000) n returning id`,
    [id, author.id],
  );
  await recordReports(
    db(),
    rows.map((row) => row.id),
  );
  await expectSubjectsReplayed(db());
  const subjects = (await readAll()).filter(({ owner_id }) => owner_id === author.id);
  expect(subjects).toHaveLength(3_001);
  expect(subjects.find(({ subject_id }) => subject_id === id)).toMatchObject({
    reports_count: 3_000,
    reporters_count: 7,
  });
});
