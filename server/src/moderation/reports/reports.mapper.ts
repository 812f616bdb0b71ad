import type { ReportAccount } from '@hai-dang/contract/moderation/report-accounts.schema.ts';
import { REPORT_STATUSES, type ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { type ReportSnapshot, reportSnapshotSchema } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import type {
  ListedReport,
  Report,
  ReportCase,
  ReportCaseCounts,
  ReportEvent,
  ReportedUser,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { needsUndoReason } from '../decisions/undo-reason.ts';
import { withCounts } from '../evidence/snapshot.ts';
import type { ReportAccountRow } from '../queue/accounts-list.store.ts';
import type { ReportCaseRow } from '../queue/cases-list.store.ts';
import type { CaseCounts } from '../queue/reports-list.store.ts';
import type { DueRow, ListedReportRow } from '../queue/reports-rows.store.ts';
import type { DeletionRow, ReportEventRow } from '../subjects/subject-events.store.ts';
import { toAssignee, toDue, toSubjectRef } from '../subjects/subjects.mapper.ts';
import { isClosed } from './reports.policy.ts';
import type { AssigneeRow, ReportDetailRow, ReportRow } from './reports.store.ts';

/** Returns a status that the database's own check lets in. */
export const toStatus = (status: string): ReportStatus => {
  const known = REPORT_STATUSES.find((each) => each === status);
  if (!known) throw new Error(`a report in an unknown status: ${status}`);
  return known;
};

/** A report as it crosses the wire: an allow-list. The subject is an id here; the detail loads it. */
export const toReport = (row: ReportRow): Report => ({
  _id: row.id,
  reporter:
    row.reporter_name === null
      ? row.reporter_id
      : {
          _id: row.reporter_id,
          username: row.reporter_name,
          email: row.reporter_email,
          avatar: row.reporter_avatar,
        },
  itemType: row.subject_type,
  reportedItem: row.subject_id,
  reason: row.reason,
  ...(row.policy_key !== null && { policy: { key: row.policy_key, title: row.policy_title ?? row.policy_key } }),
  description: row.description,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  version: row.version,
  accountId: row.subject_owner_id,
});

/** A report in a list, with what it is of. */
export const toListedReport = (row: ListedReportRow): ListedReport => ({
  ...toReport(row),
  subject: {
    title: row.subject_title,
    owner: { id: row.subject_owner_id, name: row.owner_name },
    image: row.subject_image,
    reports: row.subject_reports ?? 0,
    isHidden: row.hidden_at !== null,
    hasOpenAppeal: row.has_open_appeal,
  },
  assignee: toAssignee(row.assignee, toDate(row.assignee)),
  ...toDueOfReport(row),
});

const toDate = (assignee: AssigneeRow | null): Date | null => assignee && new Date(assignee.at);

const dueOf = (row: DueRow) =>
  toDue({
    severity: row.severity ?? 1,
    openReports: row.open_reports ?? 0,
    recordClosed: row.record_closed ?? 0,
    recordRight: row.record_right ?? 0,
    dueAt: row.due_at,
    hiddenAt: row.hidden_at,
    escalatedAt: row.escalated_at,
  });

/** When a report is due: with its subject, as long as it is open. */
export const toDueOfReport = ({ status, ...row }: DueRow & { status: string }) =>
  dueOf(isClosed(toStatus(status)) ? { ...row, due_at: null } : row);

/** A report's evidence with the likes and comments of when it was filed; null where none can be read. */
export function toSnapshot({
  snapshot,
  subject_likes_count: likesCount,
  subject_comments_count: commentsCount,
}: Pick<ReportDetailRow, 'snapshot' | 'subject_likes_count' | 'subject_comments_count'>): ReportSnapshot | null {
  const { data } = reportSnapshotSchema.safeParse(snapshot);
  if (!data) return null;
  return likesCount === null || commentsCount === null ? data : withCounts(data, { likesCount, commentsCount });
}

/** The administrator who deleted a subject, and the decision by which. */
export const toDeleted = ({ actor_name: by, decision_id: _id, policy_title: policy }: DeletionRow) => ({
  by,
  decision: _id === null ? undefined : { _id, policy },
});

/** All reports of one subject in numbers. */
export const toCaseCounts = (row: CaseCounts): ReportCaseCounts => ({
  reports: row.reports,
  reporters: row.reporters,
  open: row.open,
  pending: row.pending,
  closing: row.closing,
  updating: row.updating,
  openAppeals: row.open_appeals,
  hiddenAt: row.hidden_at?.toISOString() ?? null,
  assignee: toAssignee(row.assignee, toDate(row.assignee)),
});

/** All reports of one subject; one without evidence is named by its id. */
export const toReportCase = (row: ReportCaseRow): ReportCase => ({
  ...toSubjectRef(row),
  ...toCaseCounts(row),
  ...dueOf(row),
  newest: toReport(row),
  title: row.title ?? row.subject_id,
  author: row.author && {
    ...(row.author._id ? { _id: row.author._id } : {}),
    ...(row.author.username == null ? {} : { username: row.author.username }),
    avatar: row.author.avatar ?? null,
    verified: row.author.verified ?? false,
  },
  image: row.image,
  version: row.subject_version,
});

/** An account with what is open of it. */
export const toReportAccount = (row: ReportAccountRow): ReportAccount => ({
  account: {
    _id: row.owner_id,
    username: row.username,
    avatar: row.avatar_url,
    isVerified: row.is_verified ?? false,
  },
  reports: row.reports,
  subjects: row.subjects,
  severity: row.severity,
  dueAt: row.due_at?.toISOString() ?? null,
  assignee: toAssignee(row.assignee, toDate(row.assignee)),
});

/** How a moderation event is called on the wire; one of another kind keeps its name. */
const EVENT_KINDS: Readonly<Record<string, string>> = {
  status_set: 'status',
  auto_closed: 'status',
  disabled: 'disable_account',
  enabled: 'enable_account',
  taken_down: 'delete_content',
  restored: 'restore_content',
};

/** One line of a report's history, for an administrator. */
export const toReportEvent = (row: ReportEventRow, callerId: string, now: Date): ReportEvent => ({
  _id: row.id,
  createdAt: row.created_at.toISOString(),
  actor: row.actor_name === null ? null : { _id: row.actor_id, username: row.actor_name },
  kind: EVENT_KINDS[row.kind] ?? row.kind,
  from: row.from_status,
  to: row.to_status,
  targetName: row.target_name,
  note: row.note,
  batchId: row.decision_id,
  decision:
    row.is_decision && row.decision_id !== null
      ? { _id: row.decision_id, isUndone: row.is_undone, needsReason: needsUndoReason(row, callerId, now) }
      : null,
});

/** A reported account: what an administrator needs of it, not its whole profile. */
export const toReportedUser = (user: UserDetail): ReportedUser => ({
  _id: user._id,
  username: user.username,
  email: user.email,
  avatar: user.avatar,
  createdAt: user.createdAt,
  vohieuhoa: user.vohieuhoa,
  xacMinhDanhTinh: user.xacMinhDanhTinh,
  bio: user.bio,
});
