-- Internal notes and tags of a subject, for administrators alone (docs/decisions/048).
create table subject_notes (
  id text collate "C" primary key,
  subject_type text not null
    constraint subject_notes_type_check check (subject_type in ('User', 'Post', 'TravelPost', 'Comment')),
  subject_id text collate "C" not null,
  -- Of an account, with which they go.
  user_id text collate "C" generated always as (case subject_type when 'User' then subject_id end) stored
    references accounts on delete cascade,
  kind text not null constraint subject_notes_kind_check check (kind in ('noted', 'tagged')),
  text text not null,
  author_id text collate "C" references accounts on delete set null,
  author_name text not null,
  created_at timestamptz(3) not null,
  -- From when on it is not shown any more; null for no end.
  expires_at timestamptz(3),
  -- Since when it is taken back.
  removed_at timestamptz(3)
);
create index subject_notes_newest on subject_notes (subject_type, subject_id, kind, created_at desc, id desc)
  where removed_at is null;
create index subject_notes_of_user on subject_notes (user_id) where user_id is not null;
create index subject_notes_of_author on subject_notes (author_id);

-- Whose profile a notification leads to, where it is about no report.
alter table notifications add column user_id text collate "C" references accounts on delete set null;

alter table moderation_events drop constraint moderation_events_kind_check;
alter table moderation_events add constraint moderation_events_kind_check check (kind in ('reported', 'status_set',
  'report_deleted', 'decided', 'decision_undone', 'auto_closed', 'auto_hidden', 'taken_down', 'restored', 'warned', 'suspended',
  'unsuspended', 'disabled', 'enabled', 'deleted', 'noted', 'note_removed', 'tagged', 'tag_removed', 'assigned', 'released',
  'points_given', 'points_expired', 'letter_queued', 'letter_sent', 'appealed', 'appeal_upheld', 'appeal_overturned',
  'appeal_closed')) not valid;
alter table moderation_events validate constraint moderation_events_kind_check;
