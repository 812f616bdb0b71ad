import { POST_COMMENTS_LISTED, POST_LIKES_LISTED } from '@hai-dang/contract/constants.ts';
import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { DbOrTx, Schema } from '../lib/db/database.ts';
import { fixedQuery, fixedRowsQuery } from '../lib/db/fixed-query.ts';
import { postsDeletionStore } from './posts.deletion.store.ts';

export interface PostPage {
  authorId: string;
  limit: number;
  offset: number;
  newestFirst: boolean;
}

const COMMON_COLUMNS = [
  'id',
  'author_id',
  'title',
  'content',
  'image_urls',
  'likes_count',
  'comments_count',
  'created_at',
] as const;

/** For subqueries that stand alone; they refer to the outer row by a column's full name. */
const subquery = expressionBuilder<Schema, never>();

const authorOf = (authorColumn: string) =>
  jsonObjectFrom(
    subquery
      .selectFrom('users as author')
      .select(['author.id', 'author.username', 'author.avatar_url', 'author.is_verified'])
      .where('author.id', '=', sql.ref<string>(authorColumn)),
  )
    // No post outlives its author.
    .$notNull()
    .as('author');

/** The newest comments under a parent, each with its author. */
const commentsOf = (parentColumn: 'post_id' | 'travel_post_id', outerId: string) =>
  jsonArrayFrom(
    subquery
      .selectFrom('comments as c')
      .innerJoin('users as cu', 'cu.id', 'c.author_id')
      .select(['c.id', 'c.content', 'c.created_at'])
      .select(['cu.id as author_id', 'cu.username', 'cu.avatar_url', 'cu.is_verified'])
      .where(`c.${parentColumn}`, '=', sql.ref<string>(outerId))
      .where('c.deleted_at', 'is', null)
      .orderBy('c.created_at', 'desc')
      .orderBy('c.id', 'desc')
      .limit(POST_COMMENTS_LISTED),
  ).as('comments');

const selectPosts = (db: DbOrTx) =>
  db
    .selectFrom('posts')
    .select(COMMON_COLUMNS)
    .select([
      'category',
      authorOf('posts.author_id'),
      commentsOf('post_id', 'posts.id'),
      jsonArrayFrom(
        subquery
          .selectFrom('post_likes as l')
          .select('l.user_id')
          .where('l.post_id', '=', sql.ref<string>('posts.id'))
          .orderBy('l.created_at', 'desc')
          .limit(POST_LIKES_LISTED),
      ).as('likes'),
    ])
    .where('deleted_at', 'is', null);

const selectTravelPosts = (db: DbOrTx) =>
  db
    .selectFrom('travel_posts')
    .select(COMMON_COLUMNS)
    .select([
      'location',
      authorOf('travel_posts.author_id'),
      commentsOf('travel_post_id', 'travel_posts.id'),
      jsonArrayFrom(
        subquery
          .selectFrom('travel_post_likes as l')
          .select('l.user_id')
          .where('l.travel_post_id', '=', sql.ref<string>('travel_posts.id'))
          .orderBy('l.created_at', 'desc')
          .limit(POST_LIKES_LISTED),
      ).as('likes'),
    ])
    .where('deleted_at', 'is', null);

type Page = Omit<PostPage, 'newestFirst'>;

/**
 * The ids of a page. It is cut before what hangs on its posts is looked up; otherwise that is done for the pages before it
 * as well.
 */
const idsOnPage = (table: 'posts' | 'travel_posts', direction: 'asc' | 'desc', page: Page) =>
  subquery
    .selectFrom(table)
    .select('id')
    .where('deleted_at', 'is', null)
    .where('author_id', '=', page.authorId)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(page.limit)
    .offset(page.offset);

// Building these anew takes longer than PostgreSQL takes to answer them.
const postsOf = (direction: 'asc' | 'desc') =>
  fixedRowsQuery((db, page: Page) =>
    selectPosts(db)
      .where('id', 'in', idsOnPage('posts', direction, page))
      .orderBy('created_at', direction)
      .orderBy('id', direction),
  );
const travelPostsOf = (direction: 'asc' | 'desc') =>
  fixedRowsQuery((db, page: Page) =>
    selectTravelPosts(db)
      .where('id', 'in', idsOnPage('travel_posts', direction, page))
      .orderBy('created_at', direction)
      .orderBy('id', direction),
  );
const [newestPostsOf, oldestPostsOf] = [postsOf('desc'), postsOf('asc')];
const [newestTravelPostsOf, oldestTravelPostsOf] = [travelPostsOf('desc'), travelPostsOf('asc')];
const postById = fixedRowsQuery((db, { id }: { id: string }) => selectPosts(db).where('id', '=', id));
const travelPostById = fixedRowsQuery((db, { id }: { id: string }) => selectTravelPosts(db).where('id', '=', id));

export const postsStore = {
  ...postsDeletionStore,

  /** How many posts and travel posts an account has, or undefined if there is no such account. */
  countsOf: fixedQuery((db, userId: string) =>
    db.selectFrom('users').select(['posts_count', 'travel_posts_count']).where('id', '=', userId),
  ),

  findPostsOf: (db: DbOrTx, { newestFirst, ...page }: PostPage) =>
    (newestFirst ? newestPostsOf : oldestPostsOf)(db, page),

  findTravelPostsOf: (db: DbOrTx, { newestFirst, ...page }: PostPage) =>
    (newestFirst ? newestTravelPostsOf : oldestTravelPostsOf)(db, page),

  findPost: async (db: DbOrTx, id: string) => (await postById(db, { id }))[0],

  findTravelPost: async (db: DbOrTx, id: string) => (await travelPostById(db, { id }))[0],

  /** A comment, unless it or what it stands under is deleted. */
  findComment(db: DbOrTx, id: string) {
    return db
      .selectFrom('comments as c')
      .leftJoin('posts as p', 'p.id', 'c.post_id')
      .leftJoin('travel_posts as t', 't.id', 'c.travel_post_id')
      .select(['c.id', 'c.content', 'c.created_at', 'c.post_id', 'c.travel_post_id'])
      .select(authorOf('c.author_id'))
      .where('c.id', '=', id)
      .where('c.deleted_at', 'is', null)
      .where('p.deleted_at', 'is', null)
      .where('t.deleted_at', 'is', null)
      .executeTakeFirst();
  },
};
export type PostsStore = typeof postsStore;
export type PostRow = Awaited<ReturnType<typeof postsStore.findPostsOf>>[number];
export type TravelPostRow = Awaited<ReturnType<typeof postsStore.findTravelPostsOf>>[number];
export type CommentRow = NonNullable<Awaited<ReturnType<typeof postsStore.findComment>>>;
