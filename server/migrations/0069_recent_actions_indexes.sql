-- Without a transaction: indexes on tables that are in use.

-- What an administrator did, newest first; what users did is far more, and not asked for by its actor.
create index concurrently if not exists moderation_events_of_administrator on moderation_events (actor_id, created_at desc, id desc)
  where actor_type = 'administrator';
-- Notes and tags of a subject, also those that were taken back.
create index concurrently if not exists subject_notes_of_subject on subject_notes (subject_type, subject_id);
