-- Internal notes and tags of a subject, for administrators alone (docs/decisions/043).

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
  -- Since when it is removed.
  removed_at timestamptz(3),
  -- Whose account or content it is about, for the timeline of that user.
  owner_id text collate "C" references accounts on delete set null,
  -- The client's key of a note that was written in a conversation: a repeat is recognised by it.
  client_key text
);
create unique index subject_notes_client_key on subject_notes (author_id, client_key) where client_key is not null;
create index subject_notes_newest on subject_notes (subject_type, subject_id, kind, created_at desc, id desc)
  where removed_at is null;
-- Also those that were removed.
create index subject_notes_of_subject on subject_notes (subject_type, subject_id);
create index subject_notes_of_owner on subject_notes (owner_id, created_at desc, id desc) where owner_id is not null;
create index subject_notes_of_user on subject_notes (user_id) where user_id is not null;
create index subject_notes_of_author on subject_notes (author_id);
-- Those that were removed, which are purged after a day.
create index subject_notes_removed on subject_notes (removed_at, id) where removed_at is not null;
