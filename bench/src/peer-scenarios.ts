import {
  REPORT_PAGE_SIZE,
  USER_PAGE_SIZE,
  USER_POSTS_PAGE_SIZE,
  USER_TRAVEL_POSTS_PAGE_SIZE,
} from '@hai-dang/contract/constants.ts';
import type { ListReportsBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { ListUsersBody } from '@hai-dang/contract/users/users.schema.ts';
import { encodeCursor } from '../../server/src/lib/cursor.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { listReports } from '../../server/src/moderation/queue/list-reports.ts';
import { getReport } from '../../server/src/moderation/reports/get-report.ts';
import { getPost, getTravelPost } from '../../server/src/posts/get-post.ts';
import { listUserPosts, listUserTravelPosts } from '../../server/src/posts/list-user-content.ts';
import { callOf } from '../../server/src/testing/call-of.ts';
import { getUserDetail } from '../../server/src/users/get-user-detail.ts';
import { listUsers } from '../../server/src/users/list-users.ts';
import { searchUsers } from '../../server/src/users/search-users.ts';
import type { Call } from './scenarios.ts';

/** The same query for both. */
export interface PeerCall {
  ours: Call;
  /** The GET request to AdminJS. */
  theirs: string;
}

export interface PeerScenario {
  name: string;
  /** Used in turn. */
  calls: PeerCall[];
  /** Both must return the same number of rows; a search may differ, because they search different columns. */
  hasSameRows: boolean;
  /** A single record: also measured without the writes of AdminJS's session. */
  isDetail?: true;
}

const VARIANTS = 20;
/** The depths of the pages, as shares of the way to the last. */
const DEPTHS = [0.2, 0.4, 0.6, 0.8];
const LONG_AGO = { sortBy: 'created_at', direction: 'desc' };

type Table = 'users' | 'posts' | 'travel_posts' | 'reports';
type Fields = Record<string, string | number>;

const listOf = (table: Table, perPage: number, page: number, filters: Fields = {}): string => {
  const named = Object.entries(filters).map(([column, value]) => [`filters.${column}`, value]);
  const query = { page, perPage, ...LONG_AGO, ...Object.fromEntries(named) };
  const text = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return `/admin/api/resources/${table}/actions/list?${new URLSearchParams(text)}`;
};
const recordOf = (table: Table, id: string) => `/admin/api/resources/${table}/records/${id}/show`;

/** The queries that both support for users, posts, travel posts and reports: lists, searches, single records. */
export async function createPeerScenarios({ pool }: Database): Promise<PeerScenario[]> {
  const idsOf = async (query: string): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>(`${query} limit ${VARIANTS}`);
    if (rows.length === 0) throw new Error(`nothing to measure with: ${query}`);
    return rows.map(({ id }) => id);
  };
  const scenario = (name: string, calls: PeerCall[], hasSameRows = true): PeerScenario => ({
    name,
    calls,
    hasSameRows,
  });
  const detail = (name: string, calls: PeerCall[]): PeerScenario => ({ ...scenario(name, calls), isDetail: true });

  const users = (given: ListUsersBody, theirs: string): PeerCall => {
    const body = { limit: USER_PAGE_SIZE, ...given };
    return { ours: { url: '/api/admin/users', body, direct: ({ app }) => listUsers(app, body) }, theirs };
  };
  const usersBy = (filters: object, theirs: Fields) =>
    users({ filters: { ...NO_FILTERS, ...filters } }, listOf('users', USER_PAGE_SIZE, 1, theirs));
  const search = (searchTerm: string, theirs: string): PeerCall => {
    const body = { searchTerm, limit: USER_PAGE_SIZE };
    return { ours: { url: '/api/admin/users/search', body, direct: ({ app }) => searchUsers(app, body) }, theirs };
  };
  const searchList = (username: string) => search(username, listOf('users', USER_PAGE_SIZE, 1, { username }));
  const searchEndpoint = (term: string) =>
    search(
      term,
      `/admin/api/resources/users/search/${encodeURIComponent(term)}?${new URLSearchParams({ searchProperty: 'username', perPage: String(USER_PAGE_SIZE) })}`,
    );
  const posts = (kind: 'posts' | 'travel_posts', author: string, page: number): PeerCall => {
    const isFeed = kind === 'posts';
    const limit = isFeed ? USER_POSTS_PAGE_SIZE : USER_TRAVEL_POSTS_PAGE_SIZE;
    const body = { page, limit, sortBy: 'createdAt', sortOrder: -1 } as const;
    return {
      ours: {
        url: `/api/admin/users/${author}/${isFeed ? 'posts' : 'travel'}`,
        body,
        direct: ({ app: { db } }) => (isFeed ? listUserPosts(db, author, body) : listUserTravelPosts(db, author, body)),
      },
      theirs: listOf(kind, limit, page, { author_id: author }),
    };
  };
  const reports = (given: ListReportsBody, theirs: string): PeerCall => {
    const body = { limit: REPORT_PAGE_SIZE, ...given };
    return { ours: { url: '/api/reports/admin/all', body, direct: ({ app }) => listReports(app, body) }, theirs };
  };
  const reportsBy = (given: ListReportsBody, theirs: Fields) =>
    reports(given, listOf('reports', REPORT_PAGE_SIZE, 1, theirs));

  /** Deep pages of a list: ours by the cursor of the row before, theirs by number. */
  const deepPages = async (table: 'users' | 'reports', limit: number) => {
    const { rows } = await pool.query<{ total: number }>(`select count(*)::int as total from ${table}`);
    const total = rows[0]?.total ?? 0;
    const pages = DEPTHS.map((share) => Math.floor((total * share) / limit) + 1).filter((page) => page > 1);
    return Promise.all(
      pages.map(async (page) => {
        const before = await pool.query<{ id: string; created_at: Date }>(
          `select id, created_at from ${table} order by created_at desc, id desc limit 1 offset $1`,
          [(page - 1) * limit - 1],
        );
        const [row] = before.rows;
        if (!row) throw new Error(`${table} ends before page ${page}`);
        const at = row.created_at.toISOString();
        return { page, cursor: (order: object) => encodeCursor({ at, id: row.id, total, relation: 'eq', ...order }) };
      }),
    );
  };
  const userPages = await deepPages('users', USER_PAGE_SIZE);
  const reportPages = await deepPages('reports', REPORT_PAGE_SIZE);

  const somebody = await pool.query<{ id: string; username: string }>(
    `select id, username from users where role = 'user' order by md5(id) limit ${VARIANTS}`,
  );
  const names = somebody.rows.map(({ username }) => username);
  /** The users with the most posts. */
  const writers = (column: string) => idsOf(`select id from users where role = 'user' order by ${column} desc, id`);
  const [feedWriters, travelWriters] = [await writers('posts_count'), await writers('travel_posts_count')];
  const middlePage = async (column: string, author: string, limit: number) => {
    const { rows } = await pool.query<{ n: number }>(`select ${column} as n from users where id = $1`, [author]);
    return Math.max(1, Math.floor((rows[0]?.n ?? 0) / limit / 2));
  };
  const deepPosts = await Promise.all(
    feedWriters.map(async (id) => posts('posts', id, await middlePage('posts_count', id, USER_POSTS_PAGE_SIZE))),
  );
  const deepTravelPosts = await Promise.all(
    travelWriters.map(async (id) =>
      posts('travel_posts', id, await middlePage('travel_posts_count', id, USER_TRAVEL_POSTS_PAGE_SIZE)),
    ),
  );
  // The posts that have comments, which ours returns.
  const discussed = (table: string) =>
    idsOf(`select id from ${table} where comments_count > 0 and deleted_at is null order by md5(id)`);
  const reporters = await idsOf('select reporter_id as id from reports group by 1 order by count(*) desc, 1');
  const someId = await idsOf('select id from reports order by md5(id)');

  return [
    scenario('users, first page', [users({}, listOf('users', USER_PAGE_SIZE, 1))]),
    scenario(
      'users, deep page',
      userPages.map(({ page, cursor }) =>
        users({ cursor: cursor({ order: 'newest' }) }, listOf('users', USER_PAGE_SIZE, page)),
      ),
    ),
    scenario('users, men, not verified', [
      usersBy({ gender: 'male', verified: 'false' }, { gender: 'male', is_verified: 'false' }),
    ]),
    scenario('users, banned', [usersBy({ status: 'banned' }, { is_disabled: 'true' })]),
    scenario('search, one user’s full name', names.map(searchList), false),
    scenario('search, some thousands match', ['Quách Thị', 'Tô Hữu', 'Thái Ngọc', 'Phùng Văn'].map(searchList), false),
    scenario('search, common', ['Nguyễn', 'Nguyễn Thị', 'Trần'].map(searchList), false),
    scenario('search, none', ['khong co ai', 'zzzzz', 'nguyen van zz'].map(searchList), false),
    scenario('search as one types, one user’s full name', names.map(searchEndpoint), false),
    scenario('search as one types, common', ['Nguyễn', 'Nguyễn Thị', 'Trần'].map(searchEndpoint), false),
    detail(
      'user',
      somebody.rows.map(({ id }) => ({
        ours: { url: `/api/admin/users/detail/${id}`, body: {}, direct: ({ app }) => getUserDetail(app.db, id) },
        theirs: recordOf('users', id),
      })),
    ),
    scenario(
      'posts of a user, first page',
      feedWriters.map((id) => posts('posts', id, 1)),
    ),
    scenario('posts of a user, deep page', deepPosts),
    scenario(
      'travel posts of a user, first page',
      travelWriters.map((id) => posts('travel_posts', id, 1)),
    ),
    scenario('travel posts of a user, deep page', deepTravelPosts),
    detail(
      'post',
      (await discussed('posts')).map((id) => ({
        ours: { url: `/api/admin/posts/${id}`, body: {}, direct: ({ app }) => getPost(app.db, id) },
        theirs: recordOf('posts', id),
      })),
    ),
    detail(
      'travel post',
      (await discussed('travel_posts')).map((id) => ({
        ours: { url: `/api/admin/travel/${id}`, body: {}, direct: ({ app }) => getTravelPost(app.db, id) },
        theirs: recordOf('travel_posts', id),
      })),
    ),
    scenario('reports, first page', [reports({}, listOf('reports', REPORT_PAGE_SIZE, 1))]),
    scenario(
      'reports, deep page',
      reportPages.map(({ page, cursor }) => reports({ cursor: cursor({}) }, listOf('reports', REPORT_PAGE_SIZE, page))),
    ),
    scenario('reports, pending', [reportsBy({ status: 'pending' }, { status: 'pending' })]),
    scenario('reports, pending, of comments, for spam', [
      reportsBy(
        { status: 'pending', itemType: 'Comment', reason: 'spam' },
        { status: 'pending', subject_type: 'Comment', reason: 'spam' },
      ),
    ]),
    scenario(
      'reports by one user',
      reporters.map((reporterId) => reportsBy({ reporterId }, { reporter_id: reporterId })),
    ),
    detail(
      'report',
      someId.map((id) => ({
        ours: {
          url: `/api/reports/admin/detail/${id}`,
          body: {},
          direct: ({ app }) => getReport(callOf(app, { id: 'bench', username: '' }), id),
        },
        theirs: recordOf('reports', id),
      })),
    ),
  ];
}

const NO_FILTERS = { status: '', role: '', vohieuhoa: '', verified: '', gender: '' } as const;
