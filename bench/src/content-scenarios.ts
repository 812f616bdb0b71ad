import { CONTENT_PAGE_SIZE } from '@hai-dang/contract/constants.ts';
import { type ListContentBody, listContentBodySchema } from '@hai-dang/contract/content/content.schema.ts';
import { listContent } from '../../server/src/content/list-content.ts';
import { encodeCursor } from '../../server/src/lib/cursor.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { createRandom } from '../../server/src/lib/random.ts';
import { type Call, type Scenario, samplePercent } from './scenarios.ts';

const VARIANTS = 20;
const P95_MAX_MS = 30;
/** A hostile term may take longer, but must not block the server. */
const HOSTILE_P95_MAX_MS = 100;

/** The list of all content, at five million posts and at fewer: by every filter, by cursor and by terms. */
export async function createContentScenarios({ pool }: Database): Promise<Scenario[]> {
  const random = createRandom('benchmark of content');
  const { rows } = await pool.query<{ id: string; author_id: string; created_at: Date }>(
    `select id, author_id, created_at from posts tablesample bernoulli (${await samplePercent(pool, 'posts')}) order by id`,
  );
  const some = random.sample(rows, VARIANTS);
  const { rows: authors } = await pool.query<{ id: string }>(
    'select id from users order by posts_count + travel_posts_count desc, id limit 5',
  );
  const list = (given: Partial<ListContentBody>): Call => {
    const body = { limit: CONTENT_PAGE_SIZE, ...given };
    const whole = listContentBodySchema.parse(body);
    return { url: '/api/admin/content', body, direct: ({ app }) => listContent(app.db, whole) };
  };
  const scenario = (name: string, calls: Call[], p95MaxMs = P95_MAX_MS): Scenario => ({ name, calls, p95MaxMs });
  const cursors = some.map(({ id, created_at }) => encodeCursor({ at: created_at.toISOString(), id }));
  const day = (some[0]?.created_at.toISOString() ?? '2026-01-01').slice(0, 10);
  return [
    scenario('content, first page', [list({})]),
    scenario(
      'content, deep cursor',
      cursors.map((cursor) => list({ cursor })),
    ),
    scenario('content, by type', [list({ itemType: 'TravelPost' }), list({ itemType: 'Comment' })]),
    scenario('content, with images', [
      list({ hasImages: true }),
      ...cursors.map((cursor) => list({ hasImages: true, cursor })),
    ]),
    scenario('content, reported', [list({ isReported: true }), list({ isReported: true, itemType: 'Comment' })]),
    scenario('content, taken down, hidden', [list({ state: 'taken_down' }), list({ state: 'hidden' })]),
    scenario('content, reported with images of some days', [
      list({ isReported: true, hasImages: true, from: day, to: day }),
      list({ isReported: true, hasImages: true }),
    ]),
    scenario(
      'content, of an author',
      [...authors.map(({ id }) => id), ...some.map(({ author_id }) => author_id)].map((authorId) => list({ authorId })),
    ),
    scenario(
      'content, search, common',
      ['bien', 'sương sớm', 'da lat'].map((q) => list({ q })),
    ),
    scenario(
      'content, search, none',
      ['zzzzz', 'khong co gi het', 'qwerty asdf'].map((q) => list({ q })),
    ),
    scenario(
      'content, search, hostile',
      ['%%%', 'ng ng ng', 'a', 'nguoi nguoi nguoi'].map((q) => list({ q })),
      HOSTILE_P95_MAX_MS,
    ),
  ];
}
