-- Without a transaction: indexes on tables that are in use.

-- The timeline of a user: notes and tags of the account, those of its content, and the days on which the user wrote.
create index concurrently if not exists moderation_events_notes on moderation_events
  (subject_type, subject_id, created_at desc, id desc)
  where kind in ('noted', 'note_removed', 'tagged', 'tag_removed');
create index concurrently if not exists subject_notes_of_owner on subject_notes (owner_id, created_at desc, id desc)
  where owner_id is not null;
create index concurrently if not exists messages_of_user_newest on messages (user_id, created_at desc, id desc)
  where not is_from_admin;
