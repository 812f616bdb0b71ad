import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertComment, insertLike, insertPost, insertTravelPost, insertUser } from '../testing/factories.ts';

let testApp: TestApp;
let author: Awaited<ReturnType<typeof insertUser>>;
beforeAll(async () => {
  testApp = await buildTestApp();
  author = await insertUser(testApp.database.db, { avatar_url: '/media/tac-gia.webp', is_verified: true });
});
afterAll(() => testApp.close());

const minutesAgo = (minutes: number) => new Date(testApp.clock.now().getTime() - minutes * MINUTE_MS);
const wireAuthor = () => ({
  _id: author.id,
  username: author.username,
  avatar: `http://localhost${author.avatar_url}`,
  verified: true,
});

describe.each([
  { kind: 'posts', path: 'posts', insert: insertPost, defaultLimit: 5 },
  { kind: 'travelPosts', path: 'travel', insert: insertTravelPost, defaultLimit: 10 },
] as const)("/api/admin/users/:id/$path: a user's $kind", ({ kind, path, insert, defaultLimit }) => {
  const COUNT = 23;
  let userId: string;
  let newestFirst: string[];
  const read = async (body: unknown) => {
    const response = await testApp.post(`/api/admin/users/${userId}/${path}`, body);
    expect(response.statusCode).toBe(200);
    const { data } = response.json();
    return { ids: data[kind].map(({ _id }: { _id: string }) => _id), pagination: data.pagination };
  };

  beforeAll(async () => {
    const { db } = testApp.database;
    ({ id: userId } = await insertUser(db));
    const rows = [];
    // Three share each minute, so that ids must decide.
    for (let i = 0; i < COUNT; i += 1)
      rows.push(await insert(db, userId, { created_at: minutesAgo(Math.floor(i / 3)) }));
    await insert(db, author.id);
    newestFirst = rows
      .sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
  });

  test(`are returned ${defaultLimit} a page, newest first, by default`, async () => {
    const totalPages = Math.ceil(COUNT / defaultLimit);
    expect(await read({})).toEqual({
      ids: newestFirst.slice(0, defaultLimit),
      pagination: { currentPage: 1, totalPages, totalPosts: COUNT, limit: defaultLimit },
    });
  });

  test('are each on one page only', async () => {
    const ids: string[] = [];
    for (let page = 1; page <= 4; page += 1) ids.push(...(await read({ page, limit: 7, sortBy: 'createdAt' })).ids);
    expect(ids).toEqual(newestFirst);
  });

  test('can be sorted oldest first', async () => {
    expect((await read({ sortOrder: 1, limit: 100 })).ids).toEqual([...newestFirst].reverse());
  });

  test('are none on a page after the last', async () => {
    expect(await read({ page: 100_000, limit: 100 })).toMatchObject({ ids: [], pagination: { totalPosts: COUNT } });
  });

  test('may be none at all', async () => {
    const { id } = await insertUser(testApp.database.db);
    const { data } = (await testApp.post(`/api/admin/users/${id}/${path}`)).json();
    expect(data).toEqual({
      [kind]: [],
      pagination: { currentPage: 1, totalPages: 0, totalPosts: 0, limit: defaultLimit },
    });
  });

  test.each([
    { page: 0 },
    { page: 1.5 },
    { page: '1' },
    { limit: 0 },
    { limit: 101 },
    { sortOrder: 0 },
    { sortBy: 'id' },
  ])('reject %j', async (body) => {
    const response = await testApp.post(`/api/admin/users/${userId}/${path}`, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('getPost, getTravelPost, getComment: fields of', () => {
  test('a post are those of the specification', async () => {
    const { db } = testApp.database;
    const row = await insertPost(db, author.id, {
      title: 'Chợ nổi',
      content: 'Cái Răng lúc năm giờ sáng',
      category: 'Ẩm thực',
      image_urls: ['/media/a.webp', '/media/b.webp'],
    });
    const friend = await insertUser(db);
    const comment = await insertComment(db, friend.id, { postId: row.id }, { content: 'Ngon!' });
    await insertLike(db, friend.id, { postId: row.id });
    expect((await testApp.post(`/api/admin/posts/${row.id}`)).json()).toEqual({
      success: true,
      data: {
        _id: row.id,
        title: 'Chợ nổi',
        content: 'Cái Răng lúc năm giờ sáng',
        category: 'Ẩm thực',
        images: ['http://localhost/media/a.webp', 'http://localhost/media/b.webp'],
        createdAt: row.created_at.toISOString(),
        likes: [friend.id],
        comments: [
          {
            _id: comment.id,
            content: 'Ngon!',
            createdAt: comment.created_at.toISOString(),
            user: { _id: friend.id, username: friend.username, avatar: null, verified: false },
          },
        ],
        likesCount: 1,
        commentsCount: 1,
        user: wireAuthor(),
      },
    });
  });

  test('a travel post include its location and its author', async () => {
    const row = await insertTravelPost(testApp.database.db, author.id, { title: 'Mũi Né', location: 'Phan Thiết' });
    expect((await testApp.post(`/api/admin/travel/${row.id}`)).json().data).toEqual({
      _id: row.id,
      title: 'Mũi Né',
      location: 'Phan Thiết',
      content: row.content,
      images: [],
      createdAt: row.created_at.toISOString(),
      likes: [],
      comments: [],
      likesCount: 0,
      commentsCount: 0,
      author: wireAuthor(),
    });
  });

  test('a comment include its parent', async () => {
    const { db } = testApp.database;
    const post = await insertPost(db, author.id);
    const travelPost = await insertTravelPost(db, author.id);
    for (const [parent, parentType, parentId] of [
      [{ postId: post.id }, 'Post', post.id],
      [{ travelPostId: travelPost.id }, 'TravelPost', travelPost.id],
    ] as const) {
      const { id, created_at } = await insertComment(db, author.id, parent, { content: 'Tuyệt' });
      expect((await testApp.post(`/api/admin/comments/${id}`)).json().data).toEqual({
        _id: id,
        content: 'Tuyệt',
        createdAt: created_at.toISOString(),
        user: wireAuthor(),
        parentType,
        parentId,
      });
    }
  });
});

test.each([
  { path: 'posts', parent: 'postId', insert: insertPost },
  { path: 'travel', parent: 'travelPostId', insert: insertTravelPost },
] as const)(
  'getPost, getTravelPost: many likes and comments are all counted, and the newest returned, more than in a list: $path',
  async ({ path, parent, insert }) => {
    const { db } = testApp.database;
    const { id } = await insert(db, author.id);
    const [likes, column] = parent === 'postId' ? ['post_likes', 'post_id'] : ['travel_post_likes', 'travel_post_id'];
    await sql`insert into users (id, username, email) select ${id} || i, ${id} || i, i || ${`@${id}.test`}
    from generate_series(1, 1010) i`.execute(db);
    await sql`insert into ${sql.table(likes)} (${sql.ref(column)}, user_id, created_at)
    select ${id}, ${id} || i, now() - i * interval '1 minute' from generate_series(1, 1010) i`.execute(db);
    await sql`insert into comments (id, author_id, ${sql.ref(column)}, content, created_at)
    select 'c' || ${id} || i, ${id} || i, ${id}, 'Lời thứ ' || i, now() - i * interval '1 minute'
    from generate_series(1, 1005) i`.execute(db);
    const alone = (await testApp.post(`/api/admin/${path}/${id}`)).json().data;
    const listPath = `/api/admin/users/${author.id}/${path}`;
    const listed: Array<typeof alone> = Object.values((await testApp.post(listPath)).json().data)[0] as never;
    const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    for (const [data, likesListed, commentsListed] of [
      [alone, 1_000, 1_000],
      [listed.find(({ _id }) => _id === id), 100, 20],
    ]) {
      expect(data).toMatchObject({ likesCount: 1_010, commentsCount: 1_005 });
      expect(data.likes).toEqual(numbered(likesListed).map((i) => `${id}${i}`));
      expect(data.comments.map(({ content }: { content: string }) => content)).toEqual(
        numbered(commentsListed).map((i) => `Lời thứ ${i}`),
      );
    }
  },
);
