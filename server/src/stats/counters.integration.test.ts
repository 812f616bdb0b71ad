import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../lib/db/database.ts';
import { expectCountersRight, readCounters } from '../testing/counters.ts';
import { insertFollow, insertPost, insertUser } from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { untilStatementsWait } from '../testing/waiting-statements.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** One statement on some rows: `share` in 256 of them, selected by `salt`. */
interface Step {
  kind: keyof typeof STATEMENTS;
  salt: string;
  share: number;
}

const some = ({ salt, share }: Step, ...columns: string[]) =>
  sql`get_byte(decode(md5(${sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || `,
  )} || ${salt}), 'hex'), 0) < ${share}`;
const times = ({ salt }: Step) => sql`now() - (get_byte(decode(md5(i || ${salt}), 'hex'), 1) || ' hours')::interval`;
/** Five rows at a time, on as many existing authors. */
const authors = (step: Step) =>
  sql`(select id, row_number() over () as i from users where ${some(step, 'id')} limit 5) u`;

const STATEMENTS = {
  addUsers: (
    step: Step,
  ) => sql`insert into users (id, username, email, role, is_disabled, is_verified, gender, created_at)
    select ${step.salt} || i, ${step.salt} || i, ${step.salt} || i, case i when 1 then 'admin' else 'user' end, i = 2,
      i < 4, (array['male', 'female', 'other', null])[i], ${times(step)} from generate_series(1, 5) i
    on conflict do nothing`,
  changeUsers: (step: Step) => sql`update users set is_disabled = not is_disabled, gender = 'other',
    role = case when ${some(step, 'email')} then 'admin' else 'user' end, created_at = created_at - interval '20 hours'
    where ${some(step, 'id')}`,
  seeUsers: (step: Step) => sql`update users set last_seen_at = now() where ${some(step, 'id')}`,
  deleteUsers: (step: Step) => sql`delete from users where ${some({ ...step, share: step.share >> 2 }, 'id')}`,
  addPosts: (step: Step) => sql`insert into posts (id, author_id, content, created_at)
    select 'p' || ${step.salt} || i, u.id, 'x', ${times(step)} from ${authors(step)} on conflict do nothing`,
  editPosts: (step: Step) => sql`update posts set content = 'y' where ${some(step, 'id')}`,
  hidePosts: (step: Step) => sql`update posts set deleted_at = now() where ${some(step, 'id')}`,
  restorePosts: (step: Step) => sql`update posts set deleted_at = null where ${some(step, 'id')}`,
  deletePosts: (step: Step) => sql`delete from posts where ${some(step, 'id')}`,
  addTravelPosts: (step: Step) => sql`
    insert into travel_posts (id, author_id, title, location, content, created_at, deleted_at)
    select 't' || ${step.salt} || i, u.id, 'x', 'x', 'x', ${times(step)}, case when i = 2 then now() end
    from ${authors(step)} on conflict do nothing`,
  hideTravelPosts: (step: Step) => sql`update travel_posts set deleted_at = now() where ${some(step, 'id')}`,
  restoreTravelPosts: (step: Step) => sql`update travel_posts set deleted_at = null where ${some(step, 'id')}`,
  purgeTravelPosts: () => sql`delete from travel_posts where deleted_at is not null`,
  deleteTravelPosts: (step: Step) => sql`delete from travel_posts where ${some(step, 'id')}`,
  comment: (step: Step) => sql`insert into comments (id, author_id, post_id, travel_post_id, content)
    select md5(u.id || x.parent || ${step.salt}), u.id, x.post_id, x.travel_post_id, 'x' from ${authors(step)},
      (select id as parent, id as post_id, null as travel_post_id from posts
       union all select id, null, id from travel_posts) x where ${some(step, 'parent')}
    on conflict do nothing`,
  hideComments: (step: Step) => sql`update comments set deleted_at = now() where ${some(step, 'id')}`,
  restoreComments: (step: Step) => sql`update comments set deleted_at = null where ${some(step, 'id')}`,
  deleteComments: (step: Step) => sql`delete from comments where ${some(step, 'id')}`,
  report: (step: Step) => sql`
    insert into reports (id, reporter_id, subject_type, subject_id, reason, description, status, created_at, updated_at)
    select md5(i || ${step.salt}), 'reporter' || i % 3, (array['User', 'Post'])[1 + i % 2], 'thing' || i % 4,
      (array['spam', 'other'])[1 + i / 4 % 2], 'x', (array['pending', 'resolved'])[1 + i / 8 % 2], ${times(step)}, now()
    from generate_series(1, 12) i on conflict do nothing`,
  decideReports: (
    step: Step,
  ) => sql`update reports set status = case status when 'pending' then 'reviewing' else 'pending' end
    where ${some(step, 'id')}`,
  deleteReports: (step: Step) => sql`delete from reports where ${some(step, 'id')}`,
  likePosts: (step: Step) => sql`insert into post_likes (post_id, user_id)
    select p.id, u.id from posts p, ${authors(step)} where ${some(step, 'p.id', 'u.id')} on conflict do nothing`,
  unlikePosts: (step: Step) => sql`delete from post_likes where ${some(step, 'post_id', 'user_id')}`,
  likeTravelPosts: (step: Step) => sql`insert into travel_post_likes (travel_post_id, user_id)
    select t.id, u.id from travel_posts t, ${authors(step)} where ${some(step, 't.id', 'u.id')} on conflict do nothing`,
  unlikeTravelPosts: (step: Step) =>
    sql`delete from travel_post_likes where ${some(step, 'travel_post_id', 'user_id')}`,
  follow: (
    step: Step,
  ) => sql`insert into follows (follower_id, followee_id) select a.id, u.id from users a, ${authors(step)}
    where a.id <> u.id and ${some(step, 'a.id', 'u.id')} on conflict do nothing`,
  unfollow: (step: Step) => sql`delete from follows where ${some(step, 'follower_id', 'followee_id')}`,
};
const kinds = Object.keys(STATEMENTS) as Array<keyof typeof STATEMENTS>;

/** All rows. */
const EVERY_SHARE = 1_024;
/** Each type of statement when it finds rows: inserts first, then updates, deletes last, children before parents. */
const EACH_KIND = [
  ...kinds.filter((kind) => !/^(un|delete|purge)/.test(kind)),
  ...(['unlikePosts', 'unlikeTravelPosts', 'unfollow', 'deleteComments', 'deleteReports', 'deletePosts'] as const),
  ...(['hideTravelPosts', 'purgeTravelPosts', 'addTravelPosts', 'deleteTravelPosts', 'deleteUsers'] as const),
].map((kind): Step => ({ kind, salt: 'each', share: EVERY_SHARE }));

test('counters: after any inserts, updates and deletes every counter equals the rows counted', async () => {
  const { db } = database;
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    salt: fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 2, maxLength: 4 }),
    share: fc.integer({ min: 20, max: 256 }),
  });
  const kindsThatDidSomething = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
      // Initial rows, so that the first steps find some.
      for (const kind of ['addUsers', 'addPosts', 'addTravelPosts', 'follow', 'comment'] as const) {
        await STATEMENTS[kind]({ kind, salt: 'start', share: 200 }).execute(db);
      }
      for (const each of steps) {
        const { numAffectedRows } = await STATEMENTS[each.kind](each).execute(db);
        if (numAffectedRows) kindsThatDidSomething.add(each.kind);
      }
      await expectCountersRight(db);
    }),
    { numRuns: 25, examples: [[EACH_KIND]] },
  );
  expect([...kindsThatDidSomething].sort()).toEqual([...kinds].sort());
});

test('counters: also after parallel writes of many connections, without a deadlock', async () => {
  const { db } = database;
  const users = await Promise.all(Array.from({ length: 6 }, () => insertUser(db)));
  const ids = users.map(({ id }) => id);
  const other = (index: number) => ids[index % ids.length] ?? '';
  // The transaction is made without transact(), which would retry.
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work);
  await Promise.all(
    ids.flatMap((id, i) => [
      inTransaction((tx) => insertPost(tx, id)),
      inTransaction((tx) => insertFollow(tx, id, other(i + 1))),
      inTransaction((tx) => insertFollow(tx, other(i + 1), id)),
      inTransaction((tx) => tx.updateTable('users').set({ is_verified: true }).where('id', '=', id).execute()),
    ]),
  );
  const counts = await db
    .selectFrom('users')
    .select(['posts_count', 'followers_count', 'following_count', 'is_verified'])
    .where('id', 'in', ids)
    .execute();
  expect(counts).toEqual(
    ids.map(() => ({ posts_count: 1, followers_count: 2, following_count: 2, is_verified: true })),
  );
  await expectCountersRight(db);
});

test('counters: a transaction that is rolled back counts nothing', async () => {
  const { db } = database;
  const before = await readCounters(db);
  await expect(
    database.transact(async (tx) => {
      await insertUser(tx);
      throw new Error('aborted');
    }),
  ).rejects.toThrow('aborted');
  expect(await readCounters(db)).toEqual(before);
});

test('rebuild_counters: waits for writes in flight and counts them once', async () => {
  const { db } = database;
  const author = await insertUser(db);
  const { id: postId } = await insertPost(db, author.id);
  await sql`update posts set likes_count = 7 where id = ${postId}`.execute(db);
  const isFree = Promise.withResolvers<void>();
  const isWritten = Promise.withResolvers<void>();
  const writing = database.transact(async (tx) => {
    await sql`insert into post_likes (post_id, user_id) values (${postId}, ${author.id})`.execute(tx);
    await insertPost(tx, author.id);
    isWritten.resolve();
    await isFree.promise;
  });
  await isWritten.promise;
  const rebuilding = sql`select rebuild_counters()`.execute(db);
  await untilStatementsWait(db, 1);
  isFree.resolve();
  await writing;
  await rebuilding;
  const { rows } = await sql<{ likes_count: number }>`select likes_count from posts where id = ${postId}`.execute(db);
  expect(rows).toEqual([{ likes_count: 1 }]);
  await expectCountersRight(db);
});

test('rebuild_counters: parallel writers continue, none of them is aborted, and the counters are right', async () => {
  const { db } = database;
  const author = await insertUser(db);
  let isOver = false;
  let written = 0;
  const write = async () => {
    while (!isOver) {
      const { id } = await insertPost(db, author.id);
      await sql`insert into post_likes (post_id, user_id) values (${id}, ${author.id})`.execute(db);
      // Like the services: the row is locked first, and written later.
      await db.transaction().execute(async (tx) => {
        await sql`select from users where id = ${author.id} for update`.execute(tx);
        await sql`update users set is_disabled = not is_disabled where id = ${author.id}`.execute(tx);
      });
      written += 1;
      // Calls leave gaps as well, in which all tables are locked at once.
      await sleep(30);
    }
  };
  const writers = [write(), write(), write()];
  for (let n = 0; n < 3; n += 1) await sql`select rebuild_counters()`.execute(db);
  isOver = true;
  await Promise.all(writers);
  expect(written).toBeGreaterThan(0);
  await expectCountersRight(db);
});
