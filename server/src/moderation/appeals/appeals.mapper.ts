import { APPEAL_KINDS, APPEAL_OUTCOMES, type Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { DECISION_OUTCOMES } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { POLICY_ACTIONS } from '@hai-dang/contract/moderation/policies.schema.ts';
import { toAssignee, toSubjectRef } from '../subjects/subjects.mapper.ts';
import type { AppealRow } from './appeals.store.ts';

/** The database lets in no other values. */
const oneOf = <T extends string>(values: readonly T[], text: string): T => {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`an appeal has an unknown value: ${text}`);
  return found;
};

/** An appeal as it crosses the wire. @param report the newest of its subject, with what the evidence calls that */
export const toAppeal = (row: AppealRow, report: { reportId: string; title: string | null } | undefined): Appeal => ({
  _id: row.id,
  kind: oneOf(APPEAL_KINDS, row.kind),
  text: row.text,
  createdAt: row.created_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  author: row.username === null ? null : { _id: row.user_id, username: row.username },
  subject: toSubjectRef(row),
  assignee: toAssignee(
    row.assignee_id === null
      ? null
      : { id: row.assignee_id, username: row.assignee_name ?? '', avatarUrl: row.assignee_avatar },
    row.assigned_at,
  ),
  title: row.account_name ?? report?.title ?? row.target_name,
  reportId: report?.reportId ?? null,
  decision: {
    _id: row.decision_id,
    outcome: oneOf(DECISION_OUTCOMES, row.decision_outcome),
    policy:
      row.policy_key === null || row.policy_version === null
        ? null
        : { key: row.policy_key, version: row.policy_version, title: row.policy_title ?? row.policy_key },
    actions: POLICY_ACTIONS.filter((action) => row.actions.includes(action)),
    until: row.suspended_until?.toISOString() ?? null,
    at: row.decision_at.toISOString(),
    by: { _id: row.actor_id, username: row.actor_name ?? '' },
    note: row.decision_note,
    isUndone: row.undone_at !== null,
  },
  outcome: row.outcome === null ? null : oneOf(APPEAL_OUTCOMES, row.outcome),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_by_id === null ? null : { _id: row.decided_by_id, username: row.decided_by_name ?? '' },
  note: row.note,
});
