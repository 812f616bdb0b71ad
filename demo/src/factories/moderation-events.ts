import { OPEN_REPORT_STATUSES, type ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { Insertable } from 'kysely';
import type { Schema } from '../../../server/src/lib/db/database.ts';

type NewModerationEvent = Insertable<Schema['moderation_events']>;

/** A moderation event before its place among those of its subject is known. */
export type PlannedEvent = Pick<
  NewModerationEvent,
  | 'id'
  | 'kind'
  | 'report_id'
  | 'decision_id'
  | 'from_status'
  | 'to_status'
  | 'target_name'
  | 'note'
  | 'policy_key'
  | 'policy_version'
  | 'until'
> & {
  itemType: ReportItemType;
  itemId: string;
  at: number;
  /** The user of 'reported' and 'appealed', the administrator of everything else; undefined for the system. */
  actor: { id: string; username?: string } | undefined;
};

const openCount = (status: unknown) => (OPEN_REPORT_STATUSES.some((open) => open === status) ? 1 : 0);
const pendingCount = (status: unknown) => (status === 'pending' ? 1 : 0);

/** The changes that the events of an appeal make to the number of open ones on its subject. */
const APPEAL_CHANGES: Readonly<Record<string, number>> = { appealed: 1, appeal_upheld: -1, appeal_overturned: -1 };

/** The changes that an event of a report makes to the counts of its subject. */
export function changesOf(event: { kind: string; from_status?: string | null; to_status?: string | null }) {
  const { kind, from_status: from, to_status: to } = event;
  if (kind === 'reported') return { reports_change: 1, open_reports_change: 1, pending_reports_change: 1 };
  if (kind !== 'status_set') return { reports_change: 0, open_reports_change: 0, pending_reports_change: 0 };
  return {
    reports_change: 0,
    open_reports_change: openCount(to) - openCount(from),
    pending_reports_change: pendingCount(to) - pendingCount(from),
  };
}

/**
 * The rows of moderation events, numbered by subject in the order of their time.
 * @param events all events of each subject among them
 */
export function toModerationEvents(events: readonly PlannedEvent[]): NewModerationEvent[] {
  const bySubject = Map.groupBy(events, ({ itemType, itemId }) => `${itemType} ${itemId}`);
  return [...bySubject.values()].flatMap((ofSubject) => {
    const reporters = new Set<string>();
    return ofSubject
      .toSorted((a, b) => a.at - b.at)
      .map((event, index) => {
        const { itemType, itemId, at, actor, ...fields } = event;
        const isReport = event.kind === 'reported';
        const isOfUser = isReport || event.kind === 'appealed';
        const isFirst = isReport && actor !== undefined && !reporters.has(actor.id);
        if (isFirst) reporters.add(actor.id);
        return {
          ...fields,
          ...changesOf(event),
          subject_type: itemType,
          subject_id: itemId,
          version: index + 1,
          created_at: new Date(at),
          open_appeals_change: APPEAL_CHANGES[event.kind] ?? 0,
          actor_type: isOfUser ? 'user' : actor ? 'administrator' : 'system',
          actor_id: actor?.id ?? null,
          actor_name: isOfUser ? null : (actor?.username ?? null),
          reporters_change: isFirst ? 1 : 0,
        };
      });
  });
}
