-- Without a transaction: indexes on tables that are in use.

-- Whether content is visible, and who deleted what. The one of deletions alone is part of it.
create index concurrently if not exists moderation_events_visibility on moderation_events (subject_type, subject_id, version desc)
  where kind in ('taken_down', 'restored', 'auto_hidden', 'deleted');
drop index concurrently if exists moderation_events_deletions;
-- Hidden content is first in the list grouped by subject.
create index concurrently if not exists moderation_subjects_hidden on moderation_subjects (subject_type, subject_id)
  where hidden_at is not null;
