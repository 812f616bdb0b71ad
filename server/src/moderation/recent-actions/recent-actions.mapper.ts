import { DECISION_OUTCOMES } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { POLICY_ACTIONS } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { RecentAction, UndoState } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { restoreDeadline } from '../../posts/content-kinds.ts';
import { toAction, undoableUntil } from '../bulk/bulk.mapper.ts';
import type { BulkRow } from '../bulk/bulk.store.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import type { RecentActionRow } from './recent-actions.store.ts';

/** For whom, and when, it is listed. */
interface Listed {
  readonly callerId: string;
  readonly now: Date;
}

/**
 * One action as it crosses the wire.
 * @param report the newest one of its subject
 */
export function toRecentAction(
  row: RecentActionRow,
  report: { readonly reportId: string; readonly title: string | null } | undefined,
  { callerId, now }: Listed,
): RecentAction {
  const isReportThere = row.report_id !== null && row.report_status !== null;
  const isOwn = row.actor_id === callerId;
  const outcome = row.kind === 'decided' ? DECISION_OUTCOMES.find((one) => one === row.outcome) : undefined;
  return {
    _id: row.id,
    kind: row.kind,
    at: row.created_at.toISOString(),
    actor: { _id: row.actor_id, username: row.actor_name ?? '' },
    subject: toSubjectRef(row),
    name: row.name ?? report?.title ?? null,
    reportId: isReportThere ? row.report_id : (report?.reportId ?? null),
    fromStatus: row.from_status,
    toStatus: row.to_status,
    isForAll: row.kind === 'status_set' && row.report_id === null,
    decision: outcome ? { outcome, actions: POLICY_ACTIONS.filter((action) => row.actions?.includes(action)) } : null,
    bulk: null,
    policy: row.policy,
    detail: row.detail,
    undo: isOwn || !isNote(row) ? undoStateOf(row, now) : 'none',
    needsReason: !isOwn,
  };
}

/** An action on many subjects, as one. */
export const toBulkAction = (row: BulkRow, { callerId, now }: Listed): RecentAction => ({
  _id: row.id,
  kind: 'bulk',
  at: row.started_at.toISOString(),
  actor: { _id: row.started_by, username: row.started_by_name },
  subject: null,
  name: null,
  reportId: null,
  fromStatus: null,
  toStatus: null,
  isForAll: false,
  decision: null,
  bulk: { action: toAction(row), total: row.total },
  policy: row.policy_title,
  detail: row.note,
  undo: undoStateOfBulk(row, now),
  needsReason: row.started_by !== callerId,
});

function undoStateOfBulk(row: BulkRow, now: Date): UndoState {
  if (row.undo_state !== null) return 'undone';
  if (row.state === 'running' || undoableUntil(row, now)) return 'possible';
  return row.done === 0 ? 'none' : 'expired';
}

/** Whether it is about a note or a tag, which only who did it takes back here. */
export const isNote = ({ kind }: Pick<RecentActionRow, 'kind'>): boolean =>
  ['noted', 'note_removed', 'tagged', 'tag_removed'].includes(kind);

/** Whether an action can be undone, as far as can be said without locks; the undo itself looks again. */
function undoStateOf(row: RecentActionRow, now: Date): UndoState {
  switch (row.kind) {
    case 'decided':
      return row.is_undone ? 'undone' : 'possible';
    case 'decision_undone':
      return row.is_decision ? 'none' : 'possible';
    case 'status_set':
      if (row.decision_id !== null) return 'possible';
      if (row.report_status === row.from_status) return 'undone';
      return row.report_status === row.to_status && row.report_decision_id === null ? 'possible' : 'changed';
    case 'taken_down': {
      const isKept = restoreDeadline(row.created_at) > now || (row.kept_until !== null && row.kept_until > now);
      if (!row.is_last) return 'changed';
      return isKept ? 'possible' : 'expired';
    }
    case 'restored':
    case 'suspended':
    case 'disabled':
    case 'enabled':
    case 'reporter_muted':
    case 'reporter_unmuted':
      return row.is_last ? 'possible' : 'changed';
    case 'assigned':
    case 'released':
      return row.is_still_assigned ? 'possible' : 'changed';
    case 'noted':
    case 'tagged':
      if (row.note_id === null) return 'changed';
      return row.is_note_removed ? 'undone' : 'possible';
    case 'note_removed':
    case 'tag_removed':
      if (row.note_id === null) return 'changed';
      return row.is_note_removed ? 'possible' : 'undone';
    default:
      return 'none';
  }
}
