import { POLICY_ACTIONS } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { RecordedDecision } from '@hai-dang/contract/moderation/record.schema.ts';
import { needsUndoReason } from '../decisions/undo-reason.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import type { MutingRow, RecordedDecisionRow } from './record.store.ts';

/** One decision of a user's record as it crosses the wire to an administrator. */
export const toRecordedDecision = (row: RecordedDecisionRow, callerId: string, now: Date): RecordedDecision => ({
  _id: row.id,
  subject: toSubjectRef(row),
  title: row.target_name,
  outcome: row.outcome,
  policy:
    row.policy_key === null || row.policy_version === null
      ? null
      : { key: row.policy_key, version: row.policy_version, title: row.policy_title ?? row.policy_key },
  points: row.points,
  pointsExpireAt: row.points_expire_at?.toISOString() ?? null,
  actions: POLICY_ACTIONS.filter((action) => row.actions.includes(action)),
  suspendedUntil: row.suspended_until?.toISOString() ?? null,
  actor: { _id: row.actor_id, username: row.actor_name ?? '' },
  createdAt: row.created_at.toISOString(),
  needsReason: needsUndoReason(row, callerId, now),
  undone: row.undone_at && {
    by: row.undone_by_name === null ? null : { _id: row.undone_by_id, username: row.undone_by_name },
    at: row.undone_at.toISOString(),
    reason: row.undone_reason,
    isAppeal: row.is_appeal === true,
  },
});

/** By whom and since when a reporter is muted, as it crosses the wire to an administrator. */
export const toMuting = ({ actor_id, actor_name, created_at }: MutingRow) => ({
  by: { _id: actor_id, username: actor_name ?? '' },
  at: created_at.toISOString(),
});
