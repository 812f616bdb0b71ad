import { USER_PAGE_SIZE } from '@hai-dang/contract/constants.ts';
import type { Services } from '../../server/src/app/services.ts';
import { encodeCursor } from '../../server/src/lib/cursor.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { createRandom } from '../../server/src/lib/random.ts';
import { getDashboardStats } from '../../server/src/stats/stats.ts';
import { getUserDetail } from '../../server/src/users/get-user-detail.ts';
import { listUsers } from '../../server/src/users/list-users.ts';
import { searchUsers } from '../../server/src/users/search-users.ts';

/** One call over HTTP, and the same call directly to the service. */
export interface Call {
  url: string;
  body: object;
  direct: (services: Services) => Promise<unknown>;
}

export interface Scenario {
  name: string;
  /** Used alternately, so that the responses differ. */
  calls: Call[];
  /** The bar for the 95th percentile of the response time, if there is one. */
  p95MaxMs?: number;
  /** Terms that users do not type; not part of the load. */
  isContrived?: boolean;
}

const VARIANTS = 20;
/** Enough rows to contain the wanted number. */
const SAMPLED = 200;
const SEARCH_P95_MAX_MS = 30;
/** A hostile term may take longer, but must not block the server. */
const HOSTILE_P95_MAX_MS = 100;
const LIMIT = USER_PAGE_SIZE;

/** The measured calls, at a million users and at fewer. */
export async function createScenarios({ pool }: Database): Promise<Scenario[]> {
  const random = createRandom('benchmark');
  const { rows } = await pool.query<{ id: string; username: string; created_at: Date }>(
    `select id, username, created_at from accounts tablesample bernoulli (${await samplePercent(pool, 'users')})
     where role = 'user' order by id`,
  );
  const some = random.sample(rows, VARIANTS);

  const list = (fields: object): Call => {
    const body = { limit: LIMIT, ...fields };
    return { url: '/api/admin/users', body, direct: ({ app }) => listUsers(app, body) };
  };
  const filters = (given: object) =>
    ({ status: '', role: '', vohieuhoa: '', verified: '', gender: '', ...given }) as const;
  const search = (searchTerm: string, given: object = {}): Call => {
    const body = { searchTerm, limit: LIMIT, filters: filters(given) };
    return { url: '/api/admin/users/search', body, direct: ({ app }) => searchUsers(app, body) };
  };
  const searches = (name: string, terms: string[]): Scenario => ({
    name,
    calls: terms.map((term) => search(term)),
    p95MaxMs: SEARCH_P95_MAX_MS,
  });
  const deep = some.map(({ id, created_at }) =>
    list({ cursor: encodeCursor({ at: created_at.toISOString(), id, order: 'newest', total: 1, relation: 'eq' }) }),
  );
  const lastWord = (name: string) => name.split(' ').at(-1) ?? name;

  return [
    { name: 'list, first page', calls: [list({})] },
    { name: 'list, deep cursor', calls: deep },
    {
      name: 'list, filtered (women, verified)',
      calls: [list({ filters: filters({ gender: 'female', verified: 'true' }) })],
    },
    { name: 'list, filtered (active)', calls: [list({ filters: filters({ status: 'active' }) })] },
    { name: 'list, filtered (banned)', calls: [list({ filters: filters({ status: 'banned' }) })] },
    searches(
      'search, rare (one user’s number)',
      some.map(({ username }) => lastWord(username)),
    ),
    searches(
      'search, rare (full name)',
      some.map(({ username }) => username.toLowerCase()),
    ),
    searches('search, some thousands match', ['quach thi', 'to huu', 'thai ngoc', 'phung van', 'cao gia']),
    searches('search, common', ['nguyen', 'Nguyễn Thị', 'example.com', 'trần', '060']),
    searches('search, none', ['khong co ai', 'zzzzz', 'nguyen van zz', 'quynh huong 0000', 'mai@khong.vn']),
    searches('search, two characters', ['ng', 'an', 'zq', '9z', 'đà']),
    {
      // Terms without trigrams, or of pattern characters.
      ...searches('search, hostile', ['%_\\', '🌸🌸🌸', 'q t', '(a+)+$', "' or 1=1 --", '9999999999']),
      p95MaxMs: HOSTILE_P95_MAX_MS,
    },
    {
      // Hundreds of thousands have the parts, and none has the whole.
      ...searches('search, none, of parts nearly all have', [
        'nguyen nguyen thi',
        'nguyen@',
        'thi nguyen thi',
        'example@',
      ]),
      isContrived: true,
    },
    {
      name: 'search, filtered (banned “nguyen”)',
      calls: [search('nguyen', { status: 'banned' })],
      p95MaxMs: SEARCH_P95_MAX_MS,
    },
    {
      name: 'detail',
      calls: some.map(({ id }) => ({
        url: `/api/admin/users/detail/${id}`,
        body: {},
        direct: ({ app }) => getUserDetail(app.db, id),
      })),
    },
    {
      name: 'dashboard, 90 days',
      calls: [
        { url: '/api/admin/dashboard-stats', body: { days: 90 }, direct: ({ app }) => getDashboardStats(app, 90) },
      ],
    },
  ];
}

/** The share in a hundred rows that makes about two hundred rows, at any size. */
export async function samplePercent(pool: Database['pool'], metric: 'users' | 'posts' | 'reports'): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select sum(count)::float8 as count from total_counts where metric = $1',
    [metric],
  );
  return Math.min(100, (SAMPLED * 100) / Math.max(1, rows[0]?.count ?? 1));
}
