-- Live chat (docs/decisions/009, 015).

-- One conversation for each app user, answered by any administrator; its id is the user's.
create table conversations (
  user_id text collate "C" primary key references accounts on delete cascade,
  -- The number of messages. A sender locks the row, so that messages are numbered without gaps.
  last_seq integer not null,
  -- The user's messages after admin_read_seq.
  unread_count integer not null,
  -- Read marks: administrators have read the user's messages up to here, and the user theirs.
  admin_read_seq integer not null default 0,
  user_read_seq integer not null default 0,
  -- The bytes in the image store of the images that the user has sent; they are limited by it.
  image_bytes bigint not null default 0,
  -- A conversation waits for an answer, is open, or is resolved: it waits while waiting_since is set; otherwise it is resolved while
  -- resolved_at is. The first is the time of the first message that no administrator has answered; a letter is no answer.
  waiting_since timestamptz(3),
  resolved_at timestamptz(3),
  -- Since when the user waited as it was resolved: opening it again restores that.
  resolved_waiting_since timestamptz(3),
  -- Since when it is open, for one that is.
  opened_at timestamptz(3) not null default now(),
  -- Who handles it. No foreign key: an administrator who is gone or disabled handles nothing.
  assignee_id text collate "C"
)
-- Every message updates the row, and hardly ever an indexed column of it: room for the new version beside the old one.
with (fillfactor = 70);

-- Who has waited longest: only a user's first message and the first answer to it change an entry. Then the lists of open and of
-- resolved conversations, and their counts: only a change of state does.
create index conversations_waiting on conversations (waiting_since, user_id) where waiting_since is not null;
create index conversations_open on conversations (opened_at, user_id) where waiting_since is null and resolved_at is null;
create index conversations_resolved on conversations (resolved_at, user_id)
  where waiting_since is null and resolved_at is not null;

create table messages (
  id text collate "C" primary key,
  user_id text collate "C" not null references conversations on delete cascade,
  seq integer not null,
  -- No foreign key: an administrator's messages outlive the account.
  sender_id text collate "C" not null,
  is_from_admin boolean not null,
  type text not null constraint messages_type_check check (type in ('text', 'image')),
  content text not null,
  -- The client's key of the message (`tempId` on the wire): a repeat is recognised by it.
  client_key text not null,
  created_at timestamptz(3) not null,
  caption text,
  -- Names of the image and its preview in the image store, by the SHA-256 of their bytes.
  image_name text collate "C",
  image_preview_name text collate "C",
  -- In pixels, upright.
  image_width integer,
  image_height integer,
  -- SHA-256 of what was sent: a repeat is recognised by it before it is processed again.
  image_source_hash text collate "C",
  -- A text, or an image's caption, folded like the names of users, every run of whitespace one blank, so that a phrase is found
  -- across the end of a line.
  search_text text not null generated always as (
    normalize_search(regexp_replace(
      case type when 'text' then content else coalesce(caption, '') end,
      -- What JavaScript takes for whitespace, whatever the database's locale.
      '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
  ) stored,
  -- When its author edited it, or deleted it: then only its place in the conversation is left, and no text or image.
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  -- The message that it quotes, by its number in the same conversation. (user_id, quoted_seq) finds it by messages_seq_key. No
  -- foreign key: messages of an account are purged oldest first, in steps, so a quoted one goes before the one that quotes it. And
  -- none is needed: numbers are never reused, and a deleted message stays as a row without text.
  quoted_seq integer,
  constraint messages_seq_key unique (user_id, seq),
  constraint messages_client_key unique (sender_id, client_key),
  constraint messages_image_check check (
    num_nonnulls(image_name, image_preview_name, image_width, image_height, image_source_hash) in (0, 5)
    and (type = 'image' or (image_name is null and caption is null))
  )
);

-- Search in messages: over all conversations the newest comes first.
create index messages_newest on messages (created_at desc, id desc);
-- Storing a message is the most frequent statement. What it adds to the index waits in a list that is merged at once when it is
-- full; a short one, since each search scans it.
create index messages_words on messages using gin (word_pairs(search_text))
  with (fastupdate = on, gin_pending_list_limit = 1024);
-- The timeline of a user: the days on which the user wrote.
create index messages_of_user_newest on messages (user_id, created_at desc, id desc) where not is_from_admin;

-- Whether an image belongs to a conversation.
create index messages_by_image on messages (user_id, image_name) where image_name is not null;
create index messages_by_preview on messages (user_id, image_preview_name) where image_preview_name is not null;

-- Deleted accounts whose images are still to be purged from the store.
create table chat_image_purges (
  user_id text collate "C" primary key,
  created_at timestamptz(3) not null
);

-- Replies that all administrators share.
create table canned_replies (
  id text collate "C" primary key,
  shortcut text not null,
  -- A reply is found by it and is unique by it: case and diacritics removed.
  shortcut_key text collate "C" not null generated always as (normalize_search(shortcut)) stored
    constraint canned_replies_shortcut_key unique,
  content text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
