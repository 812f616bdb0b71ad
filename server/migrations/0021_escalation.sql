-- Open subjects that are overdue for long stand one severity higher (contract/src/moderation/priority.ts).

-- Since when; null for those that do not.
alter table moderation_subjects add column escalated_at timestamptz(3);

-- Not validated: every event has passed the check before it, which let in fewer.
alter table moderation_events drop constraint moderation_events_kind_check;
alter table moderation_events add constraint moderation_events_kind_check check (kind in (
  'reported', 'status_set', 'report_deleted', 'decided', 'decision_undone', 'auto_closed', 'auto_hidden',
  'taken_down', 'restored', 'warned', 'suspended', 'unsuspended', 'disabled', 'enabled', 'deleted', 'noted',
  'note_removed', 'tagged', 'tag_removed', 'assigned', 'released', 'points_given', 'points_expired', 'letter_queued',
  'letter_sent', 'appealed', 'appeal_upheld', 'appeal_overturned', 'appeal_closed', 'policy_named', 'escalated')) not valid;
