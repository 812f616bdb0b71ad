import { QUICK_SEARCH_DEFAULT_LIMIT } from '@hai-dang/contract/constants.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { createRandom } from '../../server/src/lib/random.ts';
import { quickSearch } from '../../server/src/quick-search/quick-search.ts';
import { type Call, type Scenario, samplePercent } from './scenarios.ts';

const VARIANTS = 20;
const P95_MAX_MS = 150;
const HOSTILE = ['%_\\', '🌸🌸🌸', 'q t', 'a', '(a+)+$', "' or 1=1 --", 'nguyen nguyen thi', 'ng ng ng', '9999999999'];

/** The quick search, at a million users: one call searches users, reports and content. */
export async function createQuickSearchScenarios({ pool }: Database): Promise<Scenario[]> {
  const random = createRandom('benchmark of the quick search');
  const { rows } = await pool.query<{ id: string; username: string; phone: string | null }>(
    `select id, username, phone from accounts tablesample bernoulli (${await samplePercent(pool, 'users')})
     where role = 'user' order by id`,
  );
  const some = random.sample(rows, VARIANTS);
  const { rows: reports } = await pool.query<{ id: string }>(
    `select id from reports tablesample bernoulli (${await samplePercent(pool, 'reports')}) order by id limit ${VARIANTS}`,
  );
  const search = (term: string): Call => {
    const body = { term, limit: QUICK_SEARCH_DEFAULT_LIMIT };
    return { url: '/api/admin/quick-search', body, direct: ({ app }) => quickSearch(app, body) };
  };
  const scenario = (name: string, terms: readonly string[]): Scenario => ({
    name: `quick search, ${name}`,
    calls: terms.map(search),
    p95MaxMs: P95_MAX_MS,
  });
  return [
    scenario(
      'rare (full name)',
      some.map(({ username }) => username.toLowerCase()),
    ),
    scenario('common', ['nguyen', 'Nguyễn Thị', 'trần', 'mai', 'da lat', 'bien']),
    scenario(
      'phone',
      some.flatMap(({ phone }) => phone ?? []),
    ),
    scenario(
      'id',
      [...some, ...reports].map(({ id }) => id),
    ),
    scenario('none', ['khong co ai', 'zzzzz', 'quynh huong 0000', 'mai@khong.vn', 'qwerty asdf']),
    scenario('hostile', HOSTILE),
  ];
}
