-- An administrator may name a rule beside the reason of a report: such an event says how severe what is open is from then on, and
-- when it is due.
alter table moderation_events drop constraint moderation_events_kind_check;
alter table moderation_events add constraint moderation_events_kind_check check (kind in ('reported', 'status_set',
  'report_deleted', 'decided', 'decision_undone', 'auto_closed', 'auto_hidden', 'taken_down', 'restored', 'warned', 'suspended',
  'unsuspended', 'disabled', 'enabled', 'deleted', 'noted', 'note_removed', 'tagged', 'tag_removed', 'assigned', 'released',
  'points_given', 'points_expired', 'letter_queued', 'letter_sent', 'appealed', 'appeal_upheld', 'appeal_overturned',
  'appeal_closed', 'policy_named')) not valid;
alter table moderation_events validate constraint moderation_events_kind_check;
