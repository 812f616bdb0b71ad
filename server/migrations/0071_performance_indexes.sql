-- Without a transaction: indexes on tables that are in use.

-- Subjects with events that are not folded yet.
create index concurrently if not exists moderation_subjects_to_fold on moderation_subjects (subject_type, subject_id)
  where folded_version < version;
