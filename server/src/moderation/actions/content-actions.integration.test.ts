import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../lib/context.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { callOf } from '../../testing/call-of.ts';
import { expectCountersRight, readCounters } from '../../testing/counters.ts';
import { insertComment, insertLike, insertPost, insertTravelPost, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { purgeExpiredContent } from './purge-expired-content.ts';
import { restoreContent } from './restore-content.ts';
import { softDeleteContent } from './soft-delete-content.ts';

let testApp: TestApp;
let authorId: string;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ({ id: authorId } = await insertUser(testApp.database.db));
});

const at = (minutesAgo: number) => new Date(testApp.clock.now().getTime() - minutesAgo * MINUTE_MS);
const stats = async () => (await testApp.post('/api/admin/dashboard-stats')).json().data.posts;
const userDetail = async () => (await testApp.post(`/api/admin/users/detail/${authorId}`)).json().data;
const listed = async (path: string) => {
  const { data } = (await testApp.post(`/api/admin/users/${authorId}/${path}`)).json();
  return {
    ids: (data.posts ?? data.travelPosts).map(({ _id }: { _id: string }) => _id),
    total: data.pagination.totalPosts,
  };
};

/** A feed post or a travel post, with a comment and a like. */
async function discussed(kind: 'posts' | 'travel') {
  const { db } = testApp.database;
  const insert = kind === 'posts' ? insertPost : insertTravelPost;
  const { id } = await insert(db, authorId);
  const parent = kind === 'posts' ? { postId: id } : { travelPostId: id };
  const comment = await insertComment(db, authorId, parent);
  await insertLike(db, authorId, parent);
  return { id, commentId: comment.id };
}

async function commented() {
  const { commentId, id } = await discussed('posts');
  return { id: commentId, postId: id };
}

const publications = [
  { name: 'post', path: 'posts', removal: 'deletePost', code: 'POST', table: 'posts' },
  { name: 'travel post', path: 'travel', removal: 'travel', code: 'TRAVEL_POST', table: 'travel_posts' },
] as const;
const kinds = [
  ...publications.map((kind) => ({ ...kind, insert: () => discussed(kind.path) })),
  { name: 'comment', path: 'comments', removal: 'comments', code: 'COMMENT', table: 'comments', insert: commented },
] as const;

describe.each(publications)('softDeleteContent: a deleted $name', ({ path, removal, code, table }) => {
  const remove = (id: string) => testApp.send('DELETE', `/api/admin/${removal}/${id}`);
  const statOf = async () => (await stats())[path === 'posts' ? 'feeds' : 'travelPosts'];

  test('is not visible anywhere, and is not counted', async () => {
    const { id } = await discussed(path);
    const kept = await discussed(path);
    const before = await statOf();
    expect((await remove(id)).statusCode).toBe(200);
    expect(await listed(path)).toEqual({ ids: [kept.id], total: 1 });
    expect((await testApp.post(`/api/admin/${path}/${id}`)).json()).toMatchObject({ code: `${code}_NOT_FOUND` });
    const user = await userDetail();
    expect(path === 'posts' ? user.postsCount : user.travelPostsCount).toBe(1);
    expect(await statOf()).toEqual({ total: before.total - 1, new: before.new - 1 });
    await expectCountersRight(testApp.database.db);
  });

  test('can have a comment under it deleted, which stays deleted after a restore', async () => {
    const { id, commentId } = await discussed(path);
    await remove(id);
    const readComment = () => testApp.post(`/api/admin/comments/${commentId}`);
    expect((await readComment()).statusCode).toBe(200);
    expect((await testApp.send('DELETE', `/api/admin/comments/${commentId}`)).statusCode).toBe(200);
    expect((await testApp.post(`/api/admin/${path}/${id}/restore`)).statusCode).toBe(200);
    expect((await readComment()).statusCode).toBe(404);
    expect((await testApp.post(`/api/admin/${path}/${id}`)).json().data).toMatchObject({ commentsCount: 0 });
    await expectCountersRight(testApp.database.db);
  });

  test('is purged with its author', async () => {
    const { db } = testApp.database;
    const { id } = await discussed(path);
    await remove(id);
    expect((await testApp.send('DELETE', `/api/admin/users/${authorId}`)).statusCode).toBe(200);
    const response = await testApp.post(`/api/admin/${path}/${id}/restore`);
    expect(response.json()).toMatchObject({ code: `${code}_NOT_FOUND` });
    await testApp.services.jobs.runDue();
    expect(await sql`select from ${sql.table(table)} where id = ${id}`.execute(db)).toMatchObject({ rows: [] });
    await expectCountersRight(db);
  });
});

test('softDeleteContent: a deleted comment is neither listed nor counted under its post', async () => {
  const { id, postId } = await commented();
  const other = await insertComment(testApp.database.db, authorId, { postId });
  expect((await testApp.send('DELETE', `/api/admin/comments/${id}`)).statusCode).toBe(200);
  const { data } = (await testApp.post(`/api/admin/posts/${postId}`)).json();
  expect(data.commentsCount).toBe(1);
  expect(data.comments.map(({ _id }: { _id: string }) => _id)).toEqual([other.id]);
  expect((await testApp.post(`/api/admin/comments/${id}`)).statusCode).toBe(404);
  await expectCountersRight(testApp.database.db);
});

describe.each(kinds)('restoreContent: the deletion of a $name', ({ path, removal, code, table, insert }) => {
  const remove = (id: string) => testApp.send('DELETE', `/api/admin/${removal}/${id}`);
  const restore = (id: string) => testApp.post(`/api/admin/${path}/${id}/restore`);
  const setDeletedAt = (id: string, deletedAt: Date) =>
    sql`update ${sql.table(table)} set deleted_at = ${deletedAt} where id = ${id}`.execute(testApp.database.db);

  test('is undone without loss', async () => {
    const { db } = testApp.database;
    const { id } = await insert();
    const read = async () => (await testApp.post(`/api/admin/${path}/${id}`)).json().data;
    const before = { content: await read(), counters: await readCounters(db) };
    await remove(id);
    expect((await restore(id)).json()).toEqual({ success: true, message: expect.any(String) });
    expect({ content: await read(), counters: await readCounters(db) }).toEqual(before);
    expect(before.content).toMatchObject({ _id: id });
  });

  test('can be done and undone repeatedly', async () => {
    const { id } = await insert();
    for (let i = 0; i < 3; i += 1) {
      expect((await remove(id)).statusCode).toBe(200);
      expect((await remove(id)).statusCode).toBe(404);
      expect((await restore(id)).statusCode).toBe(200);
      expect((await restore(id)).statusCode).toBe(200);
    }
    expect((await testApp.post(`/api/admin/${path}/${id}`)).statusCode).toBe(200);
    await expectCountersRight(testApp.database.db);
  });

  test('in parallel with its undo ends as one of the two', async () => {
    const { db } = testApp.database;
    const { id } = await insert();
    await Promise.all([remove(id), restore(id), remove(id), restore(id)]);
    const { rows } = await sql<{ is_hidden: boolean }>`
      select deleted_at is not null as is_hidden from ${sql.table(table)} where id = ${id}`.execute(db);
    expect((await testApp.post(`/api/admin/${path}/${id}`)).statusCode).toBe(rows[0]?.is_hidden ? 404 : 200);
    await expectCountersRight(db);
  });

  test('cannot be undone after ten minutes, and until then can', async () => {
    const { id: soon } = await insert();
    const { id: late } = await insert();
    await setDeletedAt(soon, new Date(at(10).getTime() + 1));
    await setDeletedAt(late, at(10));
    expect((await restore(soon)).statusCode).toBe(200);
    const before = await fingerprint(testApp.database.db);
    const response = await restore(late);
    expect(response.statusCode).toBe(410);
    expect(response.json()).toMatchObject({ code: `${code}_NOT_RESTORABLE` });
    expect(await fingerprint(testApp.database.db)).toEqual(before);
  });

  test('is purged after that, by any server, and only it', async () => {
    const { db } = testApp.database;
    const old = await Promise.all(Array.from({ length: 3 }, () => insert()));
    const recent = await insert();
    const visible = await insert();
    for (const { id } of old) await setDeletedAt(id, at(11));
    await setDeletedAt(recent.id, at(9));
    const purgeExpired = () => purgeExpiredContent(testApp.services.app);
    await Promise.all([purgeExpired(), purgeExpired(), purgeExpired()]);
    // SKIP LOCKED leaves locked rows to the next run.
    await purgeExpired();
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where author_id = ${authorId} order by id`.execute(db);
    expect(rows.map(({ id }) => id)).toEqual([recent.id, visible.id].sort());
    await expectCountersRight(db);
  });

  test('purge does not wait for a locked row', async () => {
    const { db, pool } = testApp.database;
    const [held, free] = [await insert(), await insert()];
    for (const { id } of [held, free]) await setDeletedAt(id, at(11));
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query(`select 1 from ${table} where id = $1 for update`, [held.id]);
      await purgeExpiredContent(testApp.services.app);
      const { rows } = await sql`select id from ${sql.table(table)} where id in (${held.id}, ${free.id})`.execute(db);
      expect(rows).toEqual([{ id: held.id }]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });
});

test('removeUnrestorable: hundreds of texts, and one with thousands of likes, are purged a few rows at a time', async () => {
  const { db } = testApp.database;
  await sql`
    insert into posts (id, author_id, content, deleted_at)
    select 'old' || i, ${authorId}, 'x', ${at(11)} from generate_series(1, 450) i`.execute(db);
  await sql`
    insert into users (id, username, email)
    select 'fan' || i, 'fan ' || i, 'fan' || i || '@example.test' from generate_series(1, 3500) i`.execute(db);
  await sql`insert into post_likes (post_id, user_id) select 'old1', 'fan' || i from generate_series(1, 3500) i`.execute(
    db,
  );
  await sql`
    insert into comments (id, author_id, post_id, content)
    select 'under' || i, 'fan' || i, 'old1', 'x' from generate_series(1, 450) i`.execute(db);
  const PURGED = ['posts', 'post_likes', 'comments'];
  await sql`
    create table purge_steps (transaction bigint, rows bigint);
    create function note_purge_step() returns trigger language plpgsql as $$
    begin insert into purge_steps select txid_current(), count(*) from gone; return null; end $$`.execute(db);
  for (const table of PURGED) {
    await sql`
      create trigger note_purge_step after delete on ${sql.table(table)} referencing old table as gone
      for each statement execute function note_purge_step()`.execute(db);
  }
  try {
    await purgeExpiredContent(testApp.services.app);
    const { rows } = await sql<{ most: number }>`
      select max(total)::int as most from (select sum(rows) as total from purge_steps group by transaction) s`.execute(
      db,
    );
    expect(rows[0]?.most).toBeLessThanOrEqual(200);
  } finally {
    for (const table of PURGED) await sql`drop trigger note_purge_step on ${sql.table(table)}`.execute(db);
    await sql`drop function note_purge_step(); drop table purge_steps`.execute(db);
  }
  expect(await db.selectFrom('posts').select('id').where('author_id', '=', authorId).execute()).toEqual([]);
  for (const table of ['post_likes', 'comments'] as const) {
    expect(await db.selectFrom(table).select('post_id').where('post_id', '=', 'old1').execute()).toEqual([]);
  }
  await expectCountersRight(db);
});

test('softDeleteContent, restoreContent: take part in the transaction of their caller', async () => {
  const { db } = testApp.database;
  const { id } = await insertPost(db, authorId);
  const call = callOf(testApp.services.app, testApp.admin);
  const request = { ...call.request, requestId: 'from-a-report' };
  const before = await fingerprint(db);
  const aborted = inTransaction({ ...call, request }, async (ctx) => {
    await softDeleteContent(ctx, { type: 'Post', id });
    throw new Error('aborted');
  });
  await expect(aborted).rejects.toThrow('aborted');
  expect(await fingerprint(db)).toEqual(before);

  await inTransaction({ ...call, request }, (ctx) => softDeleteContent(ctx, { type: 'Post', id }));
  await inTransaction({ ...call, request }, (ctx) => restoreContent(ctx, { type: 'Post', id }));
  const entries = await db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('request_id', '=', request.requestId)
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'post.delete', after: null },
    { action: 'post.restore', after: { deletedAt: null } },
  ]);
});
