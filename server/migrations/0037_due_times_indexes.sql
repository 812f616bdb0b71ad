-- Without a transaction: indexes on a table that is in use.

-- Open subjects by priority.
create index concurrently if not exists moderation_subjects_priority on moderation_subjects
  (priority desc, subject_type desc, subject_id desc) where priority is not null;
-- What is overdue, and what administrators are reminded of.
create index concurrently if not exists moderation_subjects_due on moderation_subjects (due_at) where due_at is not null;
create index concurrently if not exists moderation_subjects_half_due on moderation_subjects (half_due_at)
  where half_due_at is not null;
