import {
  POST_COMMENTS_LIST_LIMIT,
  POST_DETAIL_LIST_LIMIT,
  POST_LIKES_LIST_LIMIT,
} from '@hai-dang/contract/constants.ts';
import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { DbOrTx, Schema } from '../lib/db/database.ts';
import { precompiledQuery } from '../lib/db/precompiled-query.ts';
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

/** How many of a post's likes and comments are listed with it. */
interface Listed {
  likes: number;
  comments: number;
}
const IN_A_LIST: Listed = { likes: POST_LIKES_LIST_LIMIT, comments: POST_COMMENTS_LIST_LIMIT };
const ALONE: Listed = { likes: POST_DETAIL_LIST_LIMIT, comments: POST_DETAIL_LIST_LIMIT };

/** For standalone subqueries; they refer to the outer row by a column's full name. */
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

/** Whether the author's account exists; one that is being deleted does not. */
const hasAuthor = (authorColumn: string) => {
  const author = subquery.selectFrom('users as a').select('a.id').where('a.id', '=', sql.ref<string>(authorColumn));
  return subquery.exists(author);
};

/** The newest comments under a parent, each with its author. */
const commentsOf = (parentColumn: 'post_id' | 'travel_post_id', outerId: string, count: number) =>
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
      .limit(count),
  ).as('comments');

const selectPosts = (db: DbOrTx, listed: Listed = IN_A_LIST) =>
  db
    .selectFrom('posts')
    .select(COMMON_COLUMNS)
    .select([
      'category',
      authorOf('posts.author_id'),
      commentsOf('post_id', 'posts.id', listed.comments),
      jsonArrayFrom(
        subquery
          .selectFrom('post_likes as l')
          .select('l.user_id')
          .where('l.post_id', '=', sql.ref<string>('posts.id'))
          .orderBy('l.created_at', 'desc')
          .limit(listed.likes),
      ).as('likes'),
    ])
    .where('deleted_at', 'is', null)
    .where(hasAuthor('posts.author_id'));

const selectTravelPosts = (db: DbOrTx, listed: Listed = IN_A_LIST) =>
  db
    .selectFrom('travel_posts')
    .select(COMMON_COLUMNS)
    .select([
      'location',
      authorOf('travel_posts.author_id'),
      commentsOf('travel_post_id', 'travel_posts.id', listed.comments),
      jsonArrayFrom(
        subquery
          .selectFrom('travel_post_likes as l')
          .select('l.user_id')
          .where('l.travel_post_id', '=', sql.ref<string>('travel_posts.id'))
          .orderBy('l.created_at', 'desc')
          .limit(listed.likes),
      ).as('likes'),
    ])
    .where('deleted_at', 'is', null)
    .where(hasAuthor('travel_posts.author_id'));

/** How often each was reported, null for never; the facets of reports begin with the pending ones. */
const reportsOf = (type: 'Post' | 'TravelPost', outerId: string) =>
  jsonObjectFrom(
    subquery
      .selectFrom('moderation_subjects as m')
      .select((eb) => [
        'm.reports_count as total',
        'm.open_reports_count as open',
        eb
          .selectFrom('reports as r')
          .select('r.id')
          .where('r.subject_type', '=', sql.lit(type))
          .where('r.subject_id', '=', sql.ref<string>(outerId))
          .orderBy('r.subject_type')
          .orderBy('r.subject_id')
          .orderBy('r.status')
          .limit(1)
          .as('report_id'),
      ])
      .where('m.subject_type', '=', sql.lit(type))
      .where('m.subject_id', '=', sql.ref<string>(outerId))
      .where('m.reports_count', '>', 0),
  ).as('reports');

type Page = Omit<PostPage, 'newestFirst'>;

/**
 * The ids of a page. It is limited before what belongs to its posts is fetched; otherwise that is done for the pages before it
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

// Compiling these queries takes longer than PostgreSQL takes to run them.
const postsOf = (direction: 'asc' | 'desc') =>
  precompiledQuery(['authorId', 'limit', 'offset'], (db, page: Page) =>
    selectPosts(db)
      .select(reportsOf('Post', 'posts.id'))
      .where('id', 'in', idsOnPage('posts', direction, page))
      .orderBy('created_at', direction)
      .orderBy('id', direction),
  );
const travelPostsOf = (direction: 'asc' | 'desc') =>
  precompiledQuery(['authorId', 'limit', 'offset'], (db, page: Page) =>
    selectTravelPosts(db)
      .select(reportsOf('TravelPost', 'travel_posts.id'))
      .where('id', 'in', idsOnPage('travel_posts', direction, page))
      .orderBy('created_at', direction)
      .orderBy('id', direction),
  );
const [newestPostsOf, oldestPostsOf] = [postsOf('desc'), postsOf('asc')];
const [newestTravelPostsOf, oldestTravelPostsOf] = [travelPostsOf('desc'), travelPostsOf('asc')];
const postById = (listed: Listed) =>
  precompiledQuery(['id'], (db, { id }: { id: string }) => selectPosts(db, listed).where('id', '=', id));
const travelPostById = (listed: Listed) =>
  precompiledQuery(['id'], (db, { id }: { id: string }) => selectTravelPosts(db, listed).where('id', '=', id));
const [postAlone, postInReport] = [postById(ALONE), postById(IN_A_LIST)];
const [travelPostAlone, travelPostInReport] = [travelPostById(ALONE), travelPostById(IN_A_LIST)];

export const postsStore = {
  ...postsDeletionStore,

  /** How many posts and travel posts an account has, or undefined if there is no such account. */
  countsOf(db: DbOrTx, userId: string) {
    return db
      .selectFrom('users')
      .select(['posts_count', 'travel_posts_count'])
      .where('id', '=', userId)
      .executeTakeFirst();
  },

  findPostsOf: (db: DbOrTx, { newestFirst, ...page }: PostPage) =>
    (newestFirst ? newestPostsOf : oldestPostsOf)(db, page),

  findTravelPostsOf: (db: DbOrTx, { newestFirst, ...page }: PostPage) =>
    (newestFirst ? newestTravelPostsOf : oldestTravelPostsOf)(db, page),

  findPost: async (db: DbOrTx, id: string, isAlone: boolean) =>
    (await (isAlone ? postAlone : postInReport)(db, { id }))[0],

  findTravelPost: async (db: DbOrTx, id: string, isAlone: boolean) =>
    (await (isAlone ? travelPostAlone : travelPostInReport)(db, { id }))[0],

  /** A comment, unless it is deleted; what it stands under may be. */
  findComment(db: DbOrTx, id: string) {
    return db
      .selectFrom('comments as c')
      .leftJoin('posts as p', 'p.id', 'c.post_id')
      .leftJoin('travel_posts as t', 't.id', 'c.travel_post_id')
      .select(['c.id', 'c.content', 'c.created_at', 'c.post_id', 'c.travel_post_id'])
      .select(authorOf('c.author_id'))
      .where('c.id', '=', id)
      .where('c.deleted_at', 'is', null)
      .where(hasAuthor('c.author_id'))
      .where(({ or }) => or([hasAuthor('p.author_id'), hasAuthor('t.author_id')]))
      .executeTakeFirst();
  },
};
export type ListedPostRow = Awaited<ReturnType<typeof postsStore.findPostsOf>>[number];
export type ListedTravelPostRow = Awaited<ReturnType<typeof postsStore.findTravelPostsOf>>[number];
export type PostRow = Omit<ListedPostRow, 'reports'>;
export type TravelPostRow = Omit<ListedTravelPostRow, 'reports'>;
export type CommentRow = NonNullable<Awaited<ReturnType<typeof postsStore.findComment>>>;
