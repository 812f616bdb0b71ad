-- Without a transaction: indexes on tables that are in use.

-- Whose points count at a time: the filter of the user list.
create index concurrently if not exists decisions_points_counting on decisions (points_expire_at, owner_id)
  where undone_at is null and points > 0;
-- What was reported of a user: one row for each subject, however often it was reported.
create index concurrently if not exists moderation_subjects_of_owner on moderation_subjects (owner_id);
-- What became of the reports that a user has filed: counted without their rows.
create index concurrently if not exists reports_of_reporter_by_status on reports (reporter_id, status);
