-- Without a transaction: indexes on tables that are in use.

-- Who handles what; few subjects are handled at a time.
create index concurrently if not exists moderation_subjects_assigned on moderation_subjects (assignee_id, subject_type, subject_id)
  where assignee_id is not null;
