import { sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import { unprepared } from '../../lib/db/prepared-statements.ts';
import {
  allOf,
  type ListedReportRow,
  ownFacetConditions,
  type ReportCriteria,
  selectRows,
  subjectConditions,
  timeConditions,
} from './reports-rows.store.ts';

/** The last report already seen, by the priority that its subject had; without one, the last subject that was looked at. */
export interface PriorityPosition {
  priority: number;
  itemType: string;
  itemId: string;
  report: { createdAt: Date; id: string } | null;
}

export interface PriorityPage {
  criteria: ReportCriteria;
  after: PriorityPosition | null;
  limit: number;
}

const BY_PRIORITY = sql`order by m.priority desc, m.subject_type desc, m.subject_id desc`;

/** The next `width` open subjects by priority, whatever their reports. */
function nextSubjects({ criteria, after }: PriorityPage, width: number) {
  const { itemType } = criteria;
  const position = sql`(m.priority, m.subject_type, m.subject_id)`;
  const wanted = [
    sql`m.priority is not null`,
    ...(itemType === undefined ? [] : [sql`m.subject_type = ${itemType}`]),
    ...subjectConditions('m', criteria),
    ...(after
      ? [
          sql`${position} ${after.report ? sql`<=` : sql`<`} (${after.priority}::int, ${after.itemType}::text, ${after.itemId}::text)`,
        ]
      : []),
  ];
  return sql`
    select m.subject_type, m.subject_id, m.priority from moderation_subjects m
    where ${allOf(wanted)} ${BY_PRIORITY} limit ${width}`;
}

export const reportsPriorityStore = {
  /**
   * One page of the reports, open ones by the criteria, of the next `width` subjects by priority, of each subject the newest first. A subject's
   * reports are read by its facets, so that a notorious one costs no more than a page of each.
   */
  findPage(db: DbOrTx, page: PriorityPage, width: number): Promise<Array<ListedReportRow & { priority: number }>> {
    const { criteria, after, limit } = page;
    const isNext = after?.report
      ? [
          sql`((m.subject_type, m.subject_id) <> (${after.itemType}, ${after.itemId})
            or (r.created_at, r.id) < (${after.report.createdAt}, ${after.report.id}))`,
        ]
      : [];
    const query = sql`
      select x.id, x.created_at, m.priority, m.subject_type, m.subject_id from (${nextSubjects(page, width)}) m
      cross join lateral (
        select y.id, y.created_at from report_subject_facets f
        cross join lateral (
          select r.id, r.created_at from reports r
          where r.subject_type = f.subject_type and r.subject_id = f.subject_id and r.status = f.status and r.reason = f.reason
            and ${allOf([...timeConditions(criteria), ...isNext])}
          order by r.created_at desc, r.id desc limit ${limit}) y
        where ${allOf([
          sql`f.subject_type = m.subject_type and f.subject_id = m.subject_id`,
          ...ownFacetConditions('f', criteria),
        ])}
        order by y.created_at desc, y.id desc limit ${limit}) x
      ${BY_PRIORITY}, x.created_at desc, x.id desc limit ${limit}`;
    const order = sql`order by page.priority desc, page.subject_type desc, page.subject_id desc, page.created_at desc, page.id desc`;
    return selectRows(db, query, { order, columns: sql`, page.priority` }, unprepared) as Promise<
      Array<ListedReportRow & { priority: number }>
    >;
  },

  /** Where the next `width` subjects end; undefined where there are fewer. */
  async endOfSubjects(db: DbOrTx, page: PriorityPage, width: number): Promise<PriorityPosition | undefined> {
    const { rows } = await sql<Omit<PriorityPosition, 'report'>>`
      select m.priority, m.subject_type as "itemType", m.subject_id as "itemId"
      from (${nextSubjects(page, width)}) m ${BY_PRIORITY} offset ${width - 1} limit 1 ${unprepared}`.execute(db);
    return rows[0] && { ...rows[0], report: null };
  },
};
