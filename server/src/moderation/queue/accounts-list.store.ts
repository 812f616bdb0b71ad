import { sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import type { AssigneeRow } from '../reports/reports.store.ts';
import { allOf, ownFacetConditions, type ReportCriteria, subjectConditions } from './reports-rows.store.ts';

export interface ReportAccountRow {
  owner_id: string;
  username: string | null;
  avatar_url: string | null;
  is_verified: boolean | null;
  reports: number;
  subjects: number;
  severity: number;
  due_at: Date | null;
  assignee: AssigneeRow | null;
  /** The value that it is sorted by. */
  value: number | Date;
}

const SORTS = {
  reports: { value: sql`sum(m.open_reports_count)::int`, direction: sql`desc`, isBeyond: sql`<` },
  priority: { value: sql`max(m.priority)`, direction: sql`desc`, isBeyond: sql`<` },
  due: { value: sql`min(m.due_at)`, direction: sql`asc`, isBeyond: sql`>` },
} as const;
export type AccountSort = keyof typeof SORTS;

/** The last account already seen. */
export interface AccountPosition {
  value: number | Date;
  id: string;
}

interface AccountPage {
  criteria: ReportCriteria;
  sort: AccountSort;
  after: AccountPosition | null;
  limit: number;
}

/** The owners of what has open reports and meets the criteria: only open subjects are read, by the index of their owners. */
function owners(criteria: ReportCriteria, value = sql`null`) {
  const { itemType, reason } = criteria;
  const facets = sql`select from report_subject_facets f where f.subject_type = m.subject_type and f.subject_id = m.subject_id
    and ${allOf(ownFacetConditions('f', { ...criteria, isOpen: true }))}`;
  const conditions = [
    sql`m.open_reports_count > 0 and m.owner_id is not null`,
    ...(itemType === undefined ? [] : [sql`m.subject_type = ${itemType}`]),
    ...(reason === undefined ? [] : [sql`exists (${facets})`]),
    ...subjectConditions('m', criteria),
  ];
  return sql`
    select m.owner_id, ${value} as value, sum(m.open_reports_count)::int as reports, count(*)::int as subjects,
      max(m.severity) as severity, min(m.due_at) as due_at, max(m.assigned_at) as assigned_at,
      case when count(distinct m.assignee_id) = 1 then min(m.assignee_id) end as assignee_id
    from moderation_subjects m where ${allOf(conditions)} group by m.owner_id`;
}

export const accountsListStore = {
  /** The next accounts in order, each with the sum of its open subjects. */
  async findPage(db: DbOrTx, { criteria, sort, after, limit }: AccountPage): Promise<ReportAccountRow[]> {
    const { value, direction, isBeyond } = SORTS[sort];
    const isNext = after ? sql`(o.value, o.owner_id) ${isBeyond} (${after.value}, ${after.id})` : sql`true`;
    const order = sql`order by value ${direction}, owner_id ${direction}`;
    const { rows } = await sql<ReportAccountRow>`
      select p.*, a.username, a.avatar_url, a.is_verified,
        case when h.id is not null then
          jsonb_build_object('id', h.id, 'username', h.username, 'avatarUrl', h.avatar_url, 'at', p.assigned_at) end as assignee
      from (select * from (${owners(criteria, value)}) o where o.value is not null and ${isNext} ${order} limit ${limit}) p
      left join users a on a.id = p.owner_id
      left join users h on h.id = p.assignee_id and h.role = 'admin' and not h.is_disabled
      ${order}`.execute(db);
    return rows;
  },

  /** How many accounts there are. */
  async count(db: DbOrTx, criteria: ReportCriteria): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) from (${owners(criteria)}) o`.execute(db);
    return rows[0]?.count ?? 0;
  },
};
