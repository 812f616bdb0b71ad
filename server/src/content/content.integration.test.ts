import type { ContentDetail, ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../lib/context.ts';
import { newId } from '../lib/ids.ts';
import { hideContent } from '../moderation/actions/soft-delete-content.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { makeDecision, undoDecision } from '../testing/decisions.ts';
import { insertComment, insertPost, insertReport, insertTravelPost, insertUser } from '../testing/factories.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const START = Date.UTC(2026, 0, 1);
const hour = (hours: number) => new Date(START + hours * HOUR_MS);

type Page = { data: ListedContent[]; pagination: { total: number; totalRelation: string; nextCursor: string | null } };
const ask = (body: object) => testApp.post('/api/admin/content', body);
async function list(body: object): Promise<Page> {
  const response = await ask(body);
  expect(response.statusCode).toBe(200);
  return response.json();
}
const idsFor = async (body: object) => (await list(body)).data.map(({ _id }) => _id);
async function idsOfAll(body: object): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const { data, pagination }: Page = await list({ ...body, cursor });
    ids.push(...data.map(({ _id }) => _id));
    cursor = pagination.nextCursor;
  } while (cursor !== null);
  return ids;
}
const detail = (itemType: string, itemId: string) => testApp.post(`/api/admin/content/${itemType}/${itemId}`);

/** An author with a post, a comment under it, a travel post and a comment under that, an hour apart. */
async function insertAuthor() {
  const { db } = testApp.database;
  const author = await insertUser(db);
  const images = ['/media/a.webp', '/media/b.webp'];
  const post = await insertPost(db, author.id, { title: 'Chợ nổi', created_at: hour(1), image_urls: images });
  const comment = await insertComment(db, author.id, { postId: post.id }, { created_at: hour(2) });
  const travelPost = await insertTravelPost(db, author.id, { created_at: hour(3) });
  const reply = await insertComment(db, author.id, { travelPostId: travelPost.id }, { created_at: hour(4) });
  return { authorId: author.id, post, comment, travelPost, reply };
}

describe('listContent', () => {
  test("an author's posts, travel posts and comments: in one list, newest first, with all fields of the rows", async () => {
    const { authorId, post, comment, travelPost, reply } = await insertAuthor();
    const { data, pagination } = await list({ authorId });
    expect(data.map(({ _id, itemType }) => [itemType, _id])).toEqual([
      ['Comment', reply.id],
      ['TravelPost', travelPost.id],
      ['Comment', comment.id],
      ['Post', post.id],
    ]);
    expect(pagination).toEqual({ total: 4, totalRelation: 'eq', nextCursor: null });
    expect(data[0]).toMatchObject({ parent: { itemType: 'TravelPost', itemId: travelPost.id }, commentsCount: null });
    expect(data[3]).toMatchObject({
      title: 'Chợ nổi',
      excerpt: post.content,
      imagesCount: 2,
      commentsCount: 1,
      openReports: 0,
      state: 'visible',
      author: { _id: authorId },
      parent: null,
    });
    expect(data[3]?.images).toEqual([expect.stringMatching(/\/media\/a\.webp\?/)]);
  });

  test('a page of any size, texts at one and the same time: each once, in the order of the whole', async () => {
    const { db } = testApp.database;
    const { authorId, post } = await insertAuthor();
    for (let index = 0; index < 6; index += 1) {
      await insertPost(db, authorId, { created_at: hour(2) });
      await insertComment(db, authorId, { postId: post.id }, { created_at: hour(2) });
    }
    const whole = await idsFor({ authorId });
    expect(whole).toHaveLength(16);
    for (const limit of [1, 3, 15, 16]) expect(await idsOfAll({ authorId, limit })).toEqual(whole);
  });

  test('filters by type, images, days and parent: only what matches all of them', async () => {
    const { authorId, post, comment, travelPost, reply } = await insertAuthor();
    expect(await idsFor({ authorId, itemType: 'Comment' })).toEqual([reply.id, comment.id]);
    expect(await idsFor({ authorId, hasImages: true })).toEqual([post.id]);
    expect(await idsFor({ authorId, hasImages: true, itemType: 'Comment' })).toEqual([]);
    expect(await idsFor({ parent: { itemType: 'TravelPost', itemId: travelPost.id } })).toEqual([reply.id]);
    expect(await idsFor({ authorId, from: '2026-01-01', to: '2026-01-01' })).toHaveLength(4);
    expect(await idsFor({ authorId, to: '2025-12-31' })).toEqual([]);
  });

  test('reported: with an open report, newest content first, not once it is decided', async () => {
    const { authorId, post, comment } = await insertAuthor();
    const { db } = testApp.database;
    for (const subject of [
      { itemType: 'Post', itemId: post.id },
      { itemType: 'Comment', itemId: comment.id },
    ]) {
      await insertReport(db, { ...subject, itemAuthorId: authorId });
      await insertReport(db, { ...subject, itemAuthorId: authorId });
    }
    expect(await idsFor({ authorId, isReported: true })).toEqual([comment.id, post.id]);
    const { data } = await list({ isReported: true, from: '2026-01-01', to: '2026-01-01' });
    expect(data.filter(({ author }) => author._id === authorId)).toMatchObject([
      { _id: comment.id, openReports: 2 },
      { _id: post.id, openReports: 2 },
    ]);
    await makeDecision(testApp, { itemType: 'Post', itemId: post.id });
    expect(await idsFor({ authorId, isReported: true })).toEqual([comment.id]);
    expect(await idsFor({ itemType: 'Post', isReported: true })).not.toContain(post.id);
  });

  test('taken down: listed as such, without the comments under it, which are listed after a restore', async () => {
    const { authorId, post, comment, travelPost, reply } = await insertAuthor();
    const decision = { policy: 'spam', actions: ['takedown' as const] };
    const decisionId = await makeDecision(testApp, { itemType: 'Post', itemId: post.id }, decision);
    expect((await list({ authorId })).data.map(({ _id, state }) => [_id, state])).toEqual([
      [reply.id, 'visible'],
      [travelPost.id, 'visible'],
      [post.id, 'taken_down'],
    ]);
    expect(await idsFor({ authorId, state: 'taken_down' })).toEqual([post.id]);
    expect(await idsFor({ itemType: 'Post', state: 'taken_down' })).toContain(post.id);
    expect(await idsFor({ authorId, state: 'visible' })).toEqual([reply.id, travelPost.id]);
    expect(await idsFor({ parent: { itemType: 'Post', itemId: post.id } })).toEqual([comment.id]);
    await undoDecision(testApp, decisionId);
    expect(await idsFor({ authorId })).toEqual([reply.id, travelPost.id, comment.id, post.id]);
  });

  test('hidden by the system: listed as such', async () => {
    const { authorId, travelPost } = await insertAuthor();
    await inTransaction(testApp.services.app, (ctx) =>
      hideContent(ctx, { type: 'TravelPost', id: travelPost.id }, { type: 'system' }),
    );
    expect(await idsFor({ authorId, state: 'hidden' })).toEqual([travelPost.id]);
    expect(await idsFor({ state: 'hidden' })).toContain(travelPost.id);
    expect(await idsFor({ authorId, state: 'taken_down' })).toEqual([]);
  });

  test('deleted by its author, or of an account that is being deleted: not listed', async () => {
    const { db } = testApp.database;
    const { authorId, post } = await insertAuthor();
    await db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', post.id).execute();
    expect(await idsFor({ authorId })).not.toContain(post.id);
    expect((await detail('Post', post.id)).json()).toMatchObject({ code: 'POST_NOT_FOUND' });
    await db.updateTable('accounts').set({ deleted_at: new Date() }).where('id', '=', authorId).execute();
    expect(await idsFor({ authorId })).toEqual([]);
  });

  test('a term: in title, text or location, without case, diacritics and runs of blanks, also once the text changes', async () => {
    const { db } = testApp.database;
    const { id: authorId } = await insertUser(db);
    const post = await insertPost(db, authorId, { title: 'Bến Đò', content: 'Sương sớm\n trên   sông' });
    const travelPost = await insertTravelPost(db, authorId, { location: 'Đồng Văn', content: 'Mùa hoa' });
    const comment = await insertComment(db, authorId, { postId: post.id }, { content: 'Một bến đò cũ, 100%' });
    expect(await idsFor({ authorId, q: 'BEN DO' })).toEqual([comment.id, post.id]);
    expect(await idsFor({ authorId, q: 'som tren song' })).toEqual([post.id]);
    expect(await idsFor({ authorId, q: 'đong van' })).toEqual([travelPost.id]);
    expect(await idsFor({ authorId, q: '100%' })).toEqual([comment.id]);
    expect(await idsFor({ authorId, q: '_' })).toEqual([]);
    await db.updateTable('posts').set({ content: 'Nắng trưa' }).where('id', '=', post.id).execute();
    expect(await idsFor({ authorId, q: 'nang trua' })).toEqual([post.id]);
    expect(await idsFor({ authorId, q: 'som tren song' })).toEqual([]);
  });

  test('an unknown type or state, a long term, a limit of 0 or 101: rejected', async () => {
    for (const body of [
      { itemType: 'User' },
      { state: 'gone' },
      { q: 'x'.repeat(201) },
      { limit: 0 },
      { limit: 101 },
    ]) {
      expect((await ask(body)).statusCode).toBe(400);
    }
  });
});

describe('getContent', () => {
  test('a post: whole, with its images, counts and newest report; also once it is taken down', async () => {
    const { authorId, post } = await insertAuthor();
    const subject = { itemType: 'Post', itemId: post.id };
    const report = await insertReport(testApp.database.db, { ...subject, itemAuthorId: authorId });
    const read = async (): Promise<ContentDetail> => (await detail('Post', post.id)).json().data;
    expect(await read()).toMatchObject({
      _id: post.id,
      text: post.content,
      images: [expect.stringMatching(/a\.webp\?/), expect.stringMatching(/b\.webp\?/)],
      commentsCount: 1,
      likesCount: 0,
      reports: 1,
      openReports: 1,
      newestReportId: report.id,
      state: 'visible',
    });
    await makeDecision(testApp, subject, { policy: 'spam', actions: ['takedown'] });
    expect(await read()).toMatchObject({ state: 'taken_down', openReports: 0, text: post.content });
  });

  test('a travel post and a comment: with location and parent', async () => {
    const { travelPost, reply } = await insertAuthor();
    const { data } = (await detail('TravelPost', travelPost.id)).json();
    expect(data).toMatchObject({ location: travelPost.location, category: null, parent: null, newestReportId: null });
    expect((await detail('Comment', reply.id)).json().data).toMatchObject({
      text: reply.content,
      likesCount: null,
      parent: { itemType: 'TravelPost', itemId: travelPost.id },
    });
  });

  test.each([
    ['Post', 'POST_NOT_FOUND'],
    ['TravelPost', 'TRAVEL_POST_NOT_FOUND'],
    ['Comment', 'COMMENT_NOT_FOUND'],
  ])('%s of an unknown id: 404 %s', async (type, code) => {
    const response = await detail(type, newId());
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code });
  });
});

test('fill_content_texts, fill_content_created_at: fill rows that were loaded without triggers', async () => {
  const { db } = testApp.database;
  const { authorId, post } = await insertAuthor();
  await insertReport(db, { itemType: 'Post', itemId: post.id, itemAuthorId: authorId });
  await sql`delete from post_texts where id = ${post.id}`.execute(db);
  await sql`alter table moderation_subjects disable trigger user`.execute(db);
  await sql`update moderation_subjects set content_created_at = null where subject_id = ${post.id}`.execute(db);
  await sql`alter table moderation_subjects enable trigger user`.execute(db);
  const found = async () => [
    await idsFor({ authorId, q: 'cho noi' }),
    (await idsFor({ itemType: 'Post', isReported: true })).includes(post.id),
  ];
  expect(await found()).toEqual([[], false]);
  await sql`select rebuild_counters()`.execute(db);
  expect(await found()).toEqual([[post.id], true]);
});
