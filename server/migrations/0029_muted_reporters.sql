-- Reports of an account that reports wrongly and often are kept, and close themselves.

-- Since when; only accounts have it.
alter table moderation_subjects add column muted_at timestamptz(3);
-- Whether it has closed itself for that.
alter table reports add column is_muted boolean not null default false;

-- Not validated: every event has passed the check before it, which let in fewer.
alter table moderation_events drop constraint moderation_events_kind_check;
alter table moderation_events add constraint moderation_events_kind_check check (kind in (
  'reported', 'status_set', 'report_deleted', 'decided', 'decision_undone', 'auto_closed', 'auto_hidden',
  'taken_down', 'restored', 'warned', 'suspended', 'unsuspended', 'disabled', 'enabled', 'deleted', 'noted',
  'note_removed', 'tagged', 'tag_removed', 'assigned', 'released', 'points_given', 'points_expired', 'letter_queued',
  'letter_sent', 'appealed', 'appeal_upheld', 'appeal_overturned', 'appeal_closed', 'policy_named', 'escalated',
  'reporter_muted', 'reporter_unmuted')) not valid;
