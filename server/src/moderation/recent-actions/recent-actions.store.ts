import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import { eventNoteId, NOTE_EVENTS } from '../subjects/event-note.store.ts';

const NOTE_MAX_CHARS = 200;

/** The events that are shown. What a decision does besides is part of it, and an undo takes it back as a whole. */
const SHOWN = sql`(e.kind in ('status_set', 'decided', 'decision_undone', 'appeal_upheld', 'appeal_overturned', 'report_deleted', 'policy_named')
  or (e.decision_id is null and e.kind in ('taken_down', 'restored', 'suspended', 'disabled', 'enabled', 'deleted',
    'reporter_muted', 'reporter_unmuted', 'noted', 'note_removed', 'tagged', 'tag_removed'))
  or (e.kind in ('assigned', 'released') and e.until is null))`;

export interface RecentActionRow {
  id: string;
  kind: string;
  created_at: Date;
  version: number;
  subject_type: string;
  subject_id: string;
  report_id: string | null;
  decision_id: string | null;
  from_status: string | null;
  to_status: string | null;
  name: string | null;
  actor_id: string;
  actor_name: string | null;
  outcome: string | null;
  actions: string[] | null;
  policy: string | null;
  detail: string | null;
  /** Whether it is a decision, or its undo, and not a status of all open reports. */
  is_decision: boolean;
  is_undone: boolean;
  /** The report as it is; null once it was deleted. */
  report_status: string | null;
  /** The decision that changed the report last together with others of its subject. */
  report_decision_id: string | null;
  /** Whether no event of its kind has followed: the account or the content is as the event left it. */
  is_last: boolean;
  /** Until when content that was taken down is kept for an appeal. */
  kept_until: Date | null;
  /** Whether the subject is assigned as the event left it, and could be assigned otherwise. */
  is_still_assigned: boolean;
  /** The note or tag that it is about, and whether it was taken back. */
  note_id: string | null;
  is_note_removed: boolean;
}

/** Whether no later event of these kinds has happened to the subject. */
const isLastOf = (kinds: RawBuilder<unknown>) => sql`not exists (
  select from moderation_events x where x.subject_type = e.subject_type and x.subject_id = e.subject_id
    and x.kind in ${kinds} and x.version > e.version)`;

/** Actions of administrators, each with what says whether it can be undone. */
const select = (page: RawBuilder<unknown>) => sql<RecentActionRow>`
  select e.id, e.kind, e.created_at, e.version, e.subject_type, e.subject_id, e.report_id, e.decision_id,
    e.from_status, e.to_status,
    coalesce(case when e.kind not in ('assigned', 'released') then e.target_name end, u.username) as name,
    e.actor_id, e.actor_name, d.outcome, d.actions, p.title as policy,
    coalesce(case when e.kind = 'assigned' then e.target_name end,
      left(case when e.kind in ${NOTE_EVENTS} then note.text else e.note end, ${sql.lit(NOTE_MAX_CHARS)})) as detail,
    d.id is not null as is_decision, d.undone_at is not null as is_undone,
    r.status as report_status, r.decision_id as report_decision_id,
    case
      when e.kind in ('taken_down', 'restored') then ${isLastOf(sql`('taken_down', 'restored', 'deleted')`)}
      when e.kind in ('suspended', 'disabled', 'enabled') then u.id is not null
        and ${isLastOf(sql`('suspended', 'unsuspended', 'disabled', 'enabled')`)}
      when e.kind in ('reporter_muted', 'reporter_unmuted') then u.id is not null
        and ${isLastOf(sql`('reporter_muted', 'reporter_unmuted')`)}
      else false
    end as is_last,
    s.kept_until,
    coalesce(s.open_reports_count + s.open_appeals_count > 0 and case e.kind
      when 'assigned' then s.assignee_id = e.assignee_id and s.assigned_at = e.created_at
      when 'released' then s.assignee_id is null and ${isLastOf(sql`('assigned', 'released', 'decided')`)}
    end, false) as is_still_assigned,
    note.id as note_id, coalesce(note.removed_at is not null, false) as is_note_removed
  from (${page}) e
  left join decisions d on d.id = e.decision_id
  left join policy_versions p on p.key = e.policy_key and p.version = e.policy_version
  left join moderation_subjects s on s.subject_type = e.subject_type and s.subject_id = e.subject_id
  left join users u on e.subject_type = 'User' and u.id = e.subject_id
  left join reports r on r.id = e.report_id
  left join subject_notes note on note.id = ${eventNoteId('e')}
  order by e.created_at desc, e.id desc`;

/** Whether an action on many subjects did it, or its undo: that is shown as one. */
const IS_OF_BULK = sql`(exists (
    select from moderation_bulk_items i join moderation_bulks b on b.id = i.bulk_id
    where i.result_id = coalesce(e.decision_id, e.note_id) and (e.kind in ('decided', 'status_set', 'tagged')
      or (b.undo_state is not null and e.kind in ('decision_undone', 'tag_removed'))))
  or exists (select from moderation_bulk_items i where i.undo_result_id = e.decision_id))`;

const isRecent = (since: Date) =>
  sql`e.actor_type = 'administrator' and e.created_at > ${since} and ${SHOWN} and not ${IS_OF_BULK}`;

interface RecentActionsPage {
  /** The administrator whose actions are found, or those of all others. */
  actor: { readonly id: string; readonly isOther: boolean };
  since: Date;
  /** Exclusive; null for the beginning. */
  before: { at: Date; id: string } | null;
  limit: number;
}

export const recentActionsStore = {
  /** Finds what an administrator did, or what the others did, newest first. */
  async findPage(db: DbOrTx, { actor, since, before, limit }: RecentActionsPage): Promise<RecentActionRow[]> {
    const position = before ? sql`and (e.created_at, e.id) < (${before.at}, ${before.id})` : sql``;
    const newestOf = (id: RawBuilder<unknown>) => sql`
      select * from moderation_events e where e.actor_id = ${id} and ${isRecent(since)} ${position}
      order by e.created_at desc, e.id desc limit ${limit}`;
    // Of each of the others by the index of one.
    const { rows } = await select(
      actor.isOther
        ? sql`select e.* from accounts a cross join lateral (${newestOf(sql.ref('a.id'))}) e
            where a.role = 'admin' and a.id <> ${actor.id} order by e.created_at desc, e.id desc limit ${limit}`
        : newestOf(sql`${actor.id}`),
    ).execute(db);
    return rows;
  },

  /** One of them, of any administrator. */
  async find(db: DbOrTx, since: Date, id: string): Promise<RecentActionRow | undefined> {
    const { rows } = await select(
      sql`select * from moderation_events e where e.id = ${id} and ${isRecent(since)}`,
    ).execute(db);
    return rows[0];
  },

  /** Reports that an administrator has closed since a time, without those opened again. */
  async countClosed(db: DbOrTx, actorId: string, since: Date): Promise<number> {
    const { rows } = await sql<{ count: string | null }>`
      select -sum(open_reports_change) as count from moderation_events
      where actor_type = 'administrator' and actor_id = ${actorId} and created_at >= ${since}
        and kind in ('status_set', 'decided', 'decision_undone', 'appeal_overturned')`.execute(db);
    return Math.max(0, Number(rows[0]?.count ?? 0));
  },
};
