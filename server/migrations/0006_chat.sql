-- Live chat. One conversation for each app user, answered by any administrator; its id is the user's.
create table conversations (
  user_id text collate "C" primary key references users on delete cascade,
  -- How many messages there are. The row is locked by who sends, so that they are numbered without gaps.
  last_seq integer not null,
  -- Of the user's messages those after admin_read_seq.
  unread_count integer not null,
  -- Administrators have read up to here what the user wrote, and the user what they wrote.
  admin_read_seq integer not null default 0,
  user_read_seq integer not null default 0
)
-- Updated by every message, and by none of them in an indexed column: room for the new version beside the old one.
with (fillfactor = 70);

create table messages (
  id text collate "C" primary key,
  user_id text collate "C" not null references conversations on delete cascade,
  seq integer not null,
  -- No foreign key: what an administrator has written outlives his account.
  sender_id text collate "C" not null,
  is_from_admin boolean not null,
  type text not null constraint messages_type_check check (type in ('text', 'image')),
  content text not null,
  -- The sender's own key for it, by which a repeat is known.
  temp_id text not null,
  created_at timestamptz(3) not null,
  constraint messages_seq_key unique (user_id, seq),
  constraint messages_temp_id_key unique (sender_id, temp_id)
);

-- Who was seen last comes first, who was never seen last.
create index users_by_last_seen on users ((coalesce(last_seen_at, '-infinity'::timestamptz)) desc, id desc);
-- An index on an expression has statistics of its own, and no plan is sound before they are there.
analyze users;
