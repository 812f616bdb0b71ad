import { REPORT_PAGE_SIZE } from '@hai-dang/contract/constants.ts';
import type { ListReportCasesBody, ListReportsBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import { encodeCursor } from '../../server/src/lib/cursor.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { createRandom } from '../../server/src/lib/random.ts';
import { listReportCases } from '../../server/src/moderation/queue/cases-list.ts';
import { listReports } from '../../server/src/moderation/queue/list-reports.ts';
import { getReport } from '../../server/src/moderation/reports/get-report.ts';
import { callOf } from '../../server/src/testing/call-of.ts';
import { type Call, type Scenario, samplePercent } from './scenarios.ts';

const VARIANTS = 20;
const P95_MAX_MS = 30;

/**
 * The measured calls, at a million reports and at fewer: the list by every filter, grouped and ungrouped, and the
 * detail.
 */
export async function createReportScenarios({ pool }: Database): Promise<Scenario[]> {
  const random = createRandom('benchmark of reports');
  const { rows } = await pool.query<{ id: string; created_at: Date }>(
    `select id, created_at from reports tablesample bernoulli (${await samplePercent(pool, 'reports')}) order by id`,
  );
  const some = random.sample(rows, VARIANTS);
  const { rows: things } = await pool.query<{ subject_type: 'User'; subject_id: string; newest_id: string }>(
    `select subject_type, subject_id, (array_agg(newest_id order by newest_at desc))[1] as newest_id
     from report_subject_facets group by 1, 2 order by sum(reports_count) desc, 2 limit 5`,
  );
  /** The reporters with the most reports. */
  const most = async (column: 'subject_owner_id' | 'reporter_id'): Promise<string[]> => {
    const { rows: people } = await pool.query<{ id: string }>(
      `select ${column} as id from reports where ${column} is not null group by 1 order by count(*) desc, 1 limit 5`,
    );
    return people.map(({ id }) => id);
  };
  const [accounts, reporters] = [await most('subject_owner_id'), await most('reporter_id')];

  const list = (given: ListReportsBody): Call => {
    const body = { limit: REPORT_PAGE_SIZE, ...given };
    return { url: '/api/reports/admin/all', body, direct: ({ app }) => listReports(app, body) };
  };
  const group = (given: ListReportCasesBody): Call => {
    const body = { limit: REPORT_PAGE_SIZE, ...given };
    return { url: '/api/reports/admin/cases', body, direct: ({ app }) => listReportCases(app, body) };
  };
  const detail = (id: string): Call => ({
    url: `/api/reports/admin/detail/${id}`,
    body: {},
    direct: ({ app }) => getReport(callOf(app, { id: 'bench', username: '' }), id),
  });
  const scenario = (name: string, calls: Call[]): Scenario => ({ name, calls, p95MaxMs: P95_MAX_MS });
  const cursors = some.map(({ id, created_at }) =>
    encodeCursor({ at: created_at.toISOString(), id, total: 1_000_000, relation: 'eq' }),
  );
  const dayOf = (row: (typeof some)[number] | undefined) =>
    (row?.created_at.toISOString() ?? '2026-01-01').slice(0, 10);
  const day = { from: dayOf(some[0]), to: dayOf(some[0]) };
  const { rows: named } = await pool.query<{ username: string }>(
    `select u.username from reports r join users u on u.id = r.reporter_id where r.id = any($1) order by u.id`,
    [some.map(({ id }) => id)],
  );
  const names = named.map(({ username }) => username);
  const rare = { status: 'reviewing', itemType: 'Comment', reason: 'violence' } as const;

  return [
    scenario('reports, first page', [list({})]),
    scenario(
      'reports, deep cursor',
      cursors.map((cursor) => list({ cursor })),
    ),
    scenario('reports, by status', [list({ status: 'pending' }), list({ status: 'rejected' })]),
    scenario('reports, by type', [list({ itemType: 'User' }), list({ itemType: 'TravelPost' })]),
    scenario('reports, by reason', [list({ reason: 'spam' }), list({ reason: 'violence' })]),
    scenario('reports, by two filters', [
      list({ status: 'pending', itemType: 'Post' }),
      list({ status: 'resolved', reason: 'other' }),
      list({ itemType: 'Comment', reason: 'hate_speech' }),
    ]),
    scenario('reports, by all three', [list(rare), list({ status: 'pending', itemType: 'Post', reason: 'spam' })]),
    scenario(
      'reports, by all three, deep cursor',
      cursors.map((cursor) => list({ ...rare, cursor })),
    ),
    scenario('reports, longest waiting', [list({ sort: 'oldest' }), list({ sort: 'oldest', status: 'pending' })]),
    scenario('reports, of some days', [
      list(day),
      list({ ...day, status: 'pending' }),
      list({ ...day, sort: 'oldest', itemType: 'Post', reason: 'spam' }),
    ]),
    scenario('reports, search, common', [
      list({ q: 'nguyen' }),
      list({ q: 'quảng cáo' }),
      list({ q: 'tài khoản', sort: 'oldest' }),
    ]),
    scenario(
      'reports, search, rare (a name with its number)',
      names.map((q) => list({ q })),
    ),
    scenario(
      'reports, search, none',
      ['zzzzz', 'nguyen nguyen thi', 'khong co ai'].map((q) => list({ q })),
    ),
    scenario('reports, search, filtered', [
      list({ q: 'nguyen', ...rare }),
      list({ q: 'quảng cáo', status: 'reviewing' }),
      list({ q: 'zzzzz', status: 'pending', ...day }),
    ]),
    // Common in all reports and in none of the filter's.
    {
      ...scenario('reports, search, common in others', [
        list({ q: 'mạo danh', itemType: 'Comment', reason: 'violence' }),
        list({ q: 'nguyen', itemType: 'Comment', to: '2001-01-01' }),
      ]),
      isContrived: true,
    },
    scenario(
      'reports of one thing',
      things.map(({ subject_type: itemType, subject_id: itemId }) => list({ itemType, itemId })),
    ),
    scenario(
      'reports about one account',
      accounts.flatMap((accountId) => [list({ accountId }), list({ accountId, status: 'pending', reason: 'spam' })]),
    ),
    scenario(
      'reports by one reporter',
      reporters.flatMap((reporterId) => [list({ reporterId }), list({ reporterId, status: 'resolved' })]),
    ),
    scenario('reports, by priority', [
      list({ sort: 'priority' }),
      list({ sort: 'priority', status: 'pending', itemType: 'Post' }),
      list({ sort: 'priority', ...rare }),
    ]),
    scenario('reports, overdue', [
      list({ isOverdue: true, sort: 'priority' }),
      list({ isOverdue: true }),
      list({ isOverdue: true, sort: 'oldest' }),
    ]),
    scenario('reports grouped', [group({})]),
    scenario(
      'reports grouped, deep cursor',
      cursors.map((cursor) => group({ cursor })),
    ),
    scenario('reports grouped, by status', [group({ status: 'pending' }), group({ status: 'rejected' })]),
    scenario('reports grouped, by two filters', [
      group({ status: 'reviewing', itemType: 'User' }),
      group({ itemType: 'TravelPost', reason: 'spam' }),
    ]),
    scenario('reports grouped, by all three', [group(rare), group({ ...rare, status: 'pending', reason: 'spam' })]),
    scenario('reports grouped, most reported', [
      group({ sort: 'reports' }),
      group({ sort: 'reports', status: 'pending' }),
      group({ sort: 'reports', ...rare }),
    ]),
    scenario('reports grouped, longest waiting', [
      group({ sort: 'oldest' }),
      group({ sort: 'oldest', status: 'open' }),
      group({ sort: 'oldest', status: 'open', itemType: 'Post', reason: 'spam' }),
    ]),
    scenario('reports grouped, by priority and due time', [
      group({ sort: 'priority' }),
      group({ sort: 'due', itemType: 'Post' }),
      group({ sort: 'due', ...rare }),
      group({ sort: 'due', isOverdue: true }),
    ]),
    scenario('reports grouped, of some days', [
      group(day),
      group({ ...day, sort: 'oldest', status: 'open' }),
      group({ ...day, itemType: 'Post', reason: 'spam' }),
    ]),
    scenario('reports grouped, search', [
      group({ q: 'nguyen' }),
      group({ q: 'quảng cáo', sort: 'priority' }),
      group({ q: 'zzzzz', sort: 'reports' }),
      ...names.slice(0, 5).map((q) => group({ q })),
    ]),
    scenario(
      'report detail',
      some.map(({ id }) => detail(id)),
    ),
    scenario(
      'report detail, of what hundreds reported',
      things.map(({ newest_id }) => detail(newest_id)),
    ),
  ];
}
