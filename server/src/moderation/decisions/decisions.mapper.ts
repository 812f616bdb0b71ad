import type { ModerationEvent, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { recommendFor } from '@hai-dang/contract/moderation/ladder.ts';
import type { LadderStep } from '@hai-dang/contract/moderation/settings.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { SubjectReports } from '../closing/subject-reports.ts';
import type { EventAssignee, SubjectState } from '../subjects/apply-event.ts';
import type { ModerationEventRow } from '../subjects/subject-events.store.ts';
import { toAssignee, toDue, toFoundHarmless } from '../subjects/subjects.mapper.ts';
import type { OwnerRecord } from './decisions.store.ts';

/** One moderation event as it crosses the wire: users are not named, but for the reporter of a report. */
const toModerationEvent = (row: ModerationEventRow): ModerationEvent => ({
  _id: row.id,
  kind: row.kind,
  at: row.created_at.toISOString(),
  actor: row.actor_type === 'administrator' ? { _id: row.actor_id, username: row.actor_name ?? '' } : null,
  reportId: row.report_id,
  ...(row.reason !== null && {
    report: {
      reason: row.reason,
      policy: row.report_policy,
      description: row.description,
      reporter: row.reporter_name,
    },
  }),
  decisionId: row.decision_id,
  policy:
    row.policy_key === null || row.policy_version === null
      ? null
      : { key: row.policy_key, version: row.policy_version, title: row.policy_title ?? row.policy_key },
  note: row.note,
  until: row.until?.toISOString() ?? null,
});

const stateOf = ({ openReports, pendingReports, openAppeals }: SubjectState): ModerationSubject['state'] => {
  if (openAppeals > 0) return 'open';
  if (openReports === 0) return 'closed';
  return pendingReports > 0 ? 'open' : 'in_review';
};

/** A subject as one decides it. */
export const toModerationSubject = (
  subject: SubjectRef,
  state: SubjectState,
  {
    owner,
    record,
    reports,
    ladder,
    events,
    harmless,
    waiting,
    assignee,
    contentReports,
  }: {
    owner: UserDetail | null;
    record: OwnerRecord;
    reports: SubjectReports;
    ladder: readonly LadderStep[];
    events: readonly ModerationEventRow[];
    harmless: { at: Date; by: string } | undefined;
    waiting: { closing: number; updating: number };
    assignee: EventAssignee | null | undefined;
    contentReports: { open: number; subjects: number } | undefined;
  },
): ModerationSubject => ({
  subject,
  state: stateOf(state),
  version: state.version,
  owner: owner && {
    _id: owner._id,
    username: owner.username ?? '',
    isDisabled: owner.isDisabled === true,
    disabledUntil: owner.disabledUntil ?? null,
    isAdmin: owner.role === 'admin',
  },
  foundHarmless: toFoundHarmless(harmless),
  hiddenAt: state.hiddenAt?.toISOString() ?? null,
  takenDownAt: state.takenDownAt?.toISOString() ?? null,
  ...toDue(state),
  assignee: toAssignee(assignee, state.assignedAt),
  reports: state.reports,
  openReports: state.openReports,
  closing: waiting.closing,
  updating: waiting.updating,
  reporters: state.reporters,
  ...(contentReports && { contentReports }),
  openAppeals: state.openAppeals,
  strikes: { points: record.points, recommended: recommendFor(ladder, record.points), ladder: [...ladder] },
  ownerRecord: { warnings: record.warnings, appealsWon: record.appealsWon },
  reportersRecord: { closed: reports.closed, right: reports.right },
  newestReportId: reports.newestReportId,
  events: events.map(toModerationEvent),
});
