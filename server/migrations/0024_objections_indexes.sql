-- Without a transaction: indexes on tables that are in use.

-- One objection of each user to a decision. The index of a decision alone is part of it.
create unique index concurrently if not exists appeals_once on appeals (decision_id, user_id);
drop index concurrently if exists appeals_of_decision;
-- What waits on a subject, and on what an account owns: closed when the account is deleted.
create index concurrently if not exists appeals_open_of_subject on appeals (subject_type, subject_id) where outcome is null;
create index concurrently if not exists moderation_subjects_appealed_of_owner on moderation_subjects (owner_id)
  where open_appeals_count > 0;
