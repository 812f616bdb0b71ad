import { OPEN_REPORT_STATUSES, REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ReportSort } from '@hai-dang/contract/moderation/reports.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import type { TimeRange } from '../../lib/vietnam-day.ts';
import {
  type AssigneeRow,
  assigneeOf,
  openStatuses,
  policyTitle,
  type ReportRow,
  titleOfSnapshot,
} from '../reports/reports.store.ts';

/** The filter of a list; undefined matches any value. Of the time of filing. */
export interface ReportCriteria extends TimeRange {
  status?: string;
  /** Open ones alone. */
  isOpen?: boolean;
  itemType?: string;
  reason?: string;
  /** The owner of the subject. */
  accountId?: string;
  reporterId?: string;
  /** The administrator who handles the subject; 'none' for open reports that nobody handles. */
  assignee?: string;
  /** Open, and due before. */
  dueBefore?: Date;
  /** Whether the subject is hidden until somebody decides. */
  isHidden?: boolean;
  /** Whether an appeal waits on the subject. */
  hasOpenAppeal?: boolean;
}
/** The last one already seen. */
export interface ReportPosition {
  createdAt: Date;
  id: string;
}
/** The same where those of hidden subjects come first. */
export interface ListPosition extends ReportPosition {
  isHidden?: boolean;
}
/** The orders by the time of filing. */
type TimeSort = Exclude<ReportSort, 'priority'>;

export interface ReportPage {
  criteria: ReportCriteria;
  sort: TimeSort;
  after: ReportPosition | null;
  limit: number;
}

/** The statuses that a list may have. */
export const statusesOf = (criteria: ReportCriteria): readonly string[] =>
  criteria.status !== undefined ? [criteria.status] : isOpenOnly(criteria) ? OPEN_REPORT_STATUSES : REPORT_STATUSES;

/** When the subject `m` is due; null where it is not known. */
export interface DueRow {
  severity: number | null;
  open_reports: number | null;
  record_closed: number | null;
  record_right: number | null;
  due_at: Date | null;
  /** Since when the content is hidden until somebody decides. */
  hidden_at: Date | null;
  escalated_at: Date | null;
}

/** The columns of `DueRow`. */
export const dueColumns = sql`m.severity, m.open_reports_count as open_reports, m.record_closed, m.record_right, m.due_at,
  m.hidden_at, m.escalated_at`;

/** A report with what it is of, as reported. */
export interface ListedReportRow extends ReportRow, DueRow {
  subject_title: string | null;
  owner_name: string | null;
  subject_image: string | null;
  subject_reports: number | null;
  has_open_appeal: boolean;
  assignee: AssigneeRow | null;
}

/** Each order's direction. Both are those of the indexes `reports_newest…`, one of them backwards. */
const ORDERS = {
  newest: { direction: sql`desc`, isBeyond: sql`<` },
  oldest: { direction: sql`asc`, isBeyond: sql`>` },
} as const satisfies Record<TimeSort, object>;

/** `order by`, of a table with `created_at` and `id`. */
export const inOrder = (table: string, sort: TimeSort): RawBuilder<unknown> => {
  const { direction } = ORDERS[sort];
  return sql`order by ${sql.ref(`${table}.created_at`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`;
};

/** Whether a report comes after the last one seen. */
export const isAfter = (table: string, { after, sort }: Pick<ReportPage, 'after' | 'sort'>): RawBuilder<unknown>[] =>
  after
    ? [
        sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) ${ORDERS[sort].isBeyond} (${after.createdAt}, ${after.id})`,
      ]
    : [];

/** Whether the subject of `table` is one of a few, by a condition on `moderation_subjects as h`. */
const isAmong = (table: string, few: RawBuilder<unknown>) => sql`exists (
  select from moderation_subjects h where ${few} and h.subject_type = ${sql.ref(`${table}.subject_type`)}
    and h.subject_id = ${sql.ref(`${table}.subject_id`)})`;

/** Whether the subject of `table` is hidden, which few are. */
export const isHiddenIn = (table: string) => isAmong(table, sql`h.hidden_at is not null`);

/** A condition of two values; undefined is any. */
const whether = (wanted: boolean | undefined, condition: RawBuilder<unknown>): RawBuilder<unknown>[] =>
  wanted === undefined ? [] : [wanted ? condition : sql`not ${condition}`];

/** Returns the conditions on the columns of `table`, `moderation_subjects`. */
export const subjectConditions = (
  table: string,
  { assignee, dueBefore, hasOpenAppeal }: ReportCriteria,
): RawBuilder<unknown>[] => [
  ...(assignee === undefined
    ? []
    : [sql`${sql.ref(`${table}.assignee_id`)} ${assignee === 'none' ? sql`is null` : sql`= ${assignee}`}`]),
  ...(dueBefore === undefined ? [] : [sql`${sql.ref(`${table}.due_at`)} < ${dueBefore}`]),
  ...whether(hasOpenAppeal, sql`(${sql.ref(`${table}.open_appeals_count`)} > 0)`),
];

/** Whether criteria are met by open reports alone. */
const isOpenOnly = ({ isOpen, assignee, dueBefore }: ReportCriteria): boolean =>
  isOpen === true || assignee === 'none' || dueBefore !== undefined;

/** Whether criteria are met by the reports of a few subjects alone. */
export const isOfFewSubjects = ({ assignee, isHidden, hasOpenAppeal }: ReportCriteria): boolean =>
  (assignee !== undefined && assignee !== 'none') || isHidden === true || hasOpenAppeal === true;

/** Returns the conditions on the columns of `table`, reports or their facets. */
export const ownFacetConditions = (table: string, criteria: ReportCriteria): RawBuilder<unknown>[] => {
  const { status, itemType, reason } = criteria;
  return [
    ...(isOpenOnly(criteria) ? [sql`${sql.ref(`${table}.status`)} in (${openStatuses})`] : []),
    ...(status === undefined ? [] : [sql`${sql.ref(`${table}.status`)} = ${status}`]),
    ...(itemType === undefined ? [] : [sql`${sql.ref(`${table}.subject_type`)} = ${itemType}`]),
    ...(reason === undefined ? [] : [sql`${sql.ref(`${table}.reason`)} = ${reason}`]),
  ];
};

/** Returns the conditions that facets and their subjects know, on the columns of `table`. */
export function facetConditions(table: string, criteria: ReportCriteria): RawBuilder<unknown>[] {
  const { assignee, dueBefore, isHidden, hasOpenAppeal } = criteria;
  return [
    ...ownFacetConditions(table, criteria),
    ...(assignee === undefined || assignee === 'none' ? [] : [isAmong(table, sql`h.assignee_id = ${assignee}`)]),
    ...(assignee === 'none' ? [sql`not ${isAmong(table, sql`h.assignee_id is not null`)}`] : []),
    ...(dueBefore === undefined ? [] : [isAmong(table, sql`h.due_at < ${dueBefore}`)]),
    ...whether(isHidden, isHiddenIn(table)),
    ...whether(hasOpenAppeal, isAmong(table, sql`h.open_appeals_count > 0`)),
  ];
}

/** The time of filing, which facets do not know. */
export const timeConditions = ({ since, until }: ReportCriteria): RawBuilder<unknown>[] => [
  ...(since === undefined ? [] : [sql`r.created_at >= ${since}`]),
  ...(until === undefined ? [] : [sql`r.created_at < ${until}`]),
];

/**
 * All criteria on `reports as r`.
 * @param itemId only the reports of this subject
 */
export const reportConditions = (criteria: ReportCriteria, itemId?: string): RawBuilder<unknown>[] => [
  ...facetConditions('r', criteria),
  ...(criteria.accountId === undefined ? [] : [sql`r.subject_owner_id = ${criteria.accountId}`]),
  ...(criteria.reporterId === undefined ? [] : [sql`r.reporter_id = ${criteria.reporterId}`]),
  ...(itemId === undefined ? [] : [sql`r.subject_id = ${itemId}`]),
  ...timeConditions(criteria),
];

/**
 * The next `limit` reports that meet the criteria, in order. Each combination of status, type and reason has its index, which
 * ends with the time; open ones have two statuses, each with an order of its own.
 * @param columns of `reports as r` beside `id` and `created_at`
 * @param itemId only those of this subject
 */
export function nextReports(
  page: Omit<ReportPage, 'limit'>,
  limit: number,
  { columns = sql``, itemId }: { columns?: RawBuilder<unknown>; itemId?: string | undefined },
): RawBuilder<unknown> {
  const { criteria, sort } = page;
  const rows = (status: RawBuilder<unknown>) => sql`select r.id, r.created_at${columns} from reports r
    where ${allOf([status, ...reportConditions(criteria, itemId), ...isAfter('r', page)])}
    ${inOrder('r', sort)} limit ${limit}`;
  if (!isOpenOnly(criteria) || criteria.status !== undefined) return rows(sql`true`);
  return sql`select x.* from unnest(${[...OPEN_REPORT_STATUSES]}::text[]) as s(status)
    cross join lateral (${rows(sql`r.status = s.status`)}) x ${inOrder('x', sort)} limit ${limit}`;
}

export const allOf = (list: RawBuilder<unknown>[]): RawBuilder<boolean> =>
  list.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(list, sql` and `)}`;

/** The columns of a report and its reporter, for statements written by hand. */
export const reportColumns = sql`r.id, r.reporter_id, r.subject_type, r.subject_id, r.subject_owner_id, r.reason, r.description,
  r.status, r.version, r.created_at, reporter.username as reporter_name, reporter.email as reporter_email,
  reporter.avatar_url as reporter_avatar, r.policy_key, ${policyTitle} as policy_title`;

/** The first that the evidence `s` has of these. */
const ofEvidence = (...paths: string[]): RawBuilder<string | null> =>
  sql`coalesce(${sql.join(paths.map((path) => sql`s.content #>> ${sql.lit(`{${path}}`)}`))})`;

/** The account's avatar, or the first image of a post. */
export const imageOfEvidence = ofEvidence('user,avatar', 'post,images,0');

/**
 * The reports of a page with all that a row of the list shows; only they are joined with the other tables.
 * @param page a query of `id` and `created_at`
 * @param order that of the page, for its columns
 * @param columns further ones of the page
 * @param end put at the end of the statement: `unprepared`
 */
export async function selectRows(
  db: DbOrTx,
  page: RawBuilder<unknown>,
  { order, columns = sql`` }: { order: RawBuilder<unknown>; columns?: RawBuilder<unknown> },
  end = sql``,
): Promise<ListedReportRow[]> {
  const { rows } = await sql<ListedReportRow>`
    select ${reportColumns}, ${titleOfSnapshot} as subject_title,
      ${ofEvidence('user,username', 'comment,author,username', 'post,author,username')} as owner_name,
      ${imageOfEvidence} as subject_image, m.reports_count as subject_reports,
      coalesce(m.open_appeals_count > 0, false) as has_open_appeal,
      ${assigneeOf('r')} as assignee, ${dueColumns}${columns}
    from (${page}) page
    join reports r on r.id = page.id
    left join users reporter on reporter.id = r.reporter_id
    left join report_snapshots s on s.id = r.snapshot_id
    left join moderation_subjects m on m.subject_type = r.subject_type and m.subject_id = r.subject_id
    ${order} ${end}`.execute(db);
  return rows;
}
