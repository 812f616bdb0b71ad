-- Accounts and who follows whom.
-- Ids are opaque text: UUIDv7 for new rows, 24-hex ObjectIds for rows imported from an older store.

-- Every account, deleted ones too (docs/decisions/024).
create table accounts (
  id text collate "C" primary key,
  username text not null constraint users_username_key unique,
  email text not null,
  password_hash text,
  role text not null default 'user' constraint users_role_check check (role in ('user', 'admin')),
  is_disabled boolean not null default false,
  is_verified boolean not null default false,
  avatar_url text,
  phone text,
  postal_address text,
  gender text constraint users_gender_check check (gender in ('male', 'female', 'other')),
  age smallint constraint users_age_check check (age between 0 and 150),
  marital_status text,
  bio text,
  nationality text,
  hometown text,
  -- These counters are kept by triggers (0006_counters).
  followers_count integer not null default 0,
  following_count integer not null default 0,
  posts_count integer not null default 0,
  travel_posts_count integer not null default 0,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- One line each: the name, the phone as it was typed, its digits, the e-mail. No line has a newline of its own, and no
  -- search term has one, so a match cannot span two lines.
  search_text text not null generated always as (
    fold_for_search(username) || E'\n' || coalesce(fold_for_search(phone), '') || E'\n' ||
    coalesce(dialled_digits(phone), '') || E'\n' || fold_for_search(email)
  ) stored,
  name_words text not null generated always as (
    'J' || join_words(fold_for_search(username)) || 'J'
  ) stored,
  -- When the account was deleted. Nothing personal is left in the row then.
  deleted_at timestamptz(3),
  -- When a suspension ends; null for an account that is not disabled, or without an end.
  disabled_until timestamptz(3)
);

-- The accounts that are not deleted: queries name `accounts` only where they want the deleted ones too. A column that a later
-- file adds to `accounts` is visible here once the view has been replaced.
create view users as select * from accounts where deleted_at is null;

create table follows (
  follower_id text collate "C" not null references accounts on delete cascade,
  followee_id text collate "C" not null references accounts on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (follower_id, followee_id),
  constraint follows_not_self check (follower_id <> followee_id)
);

create unique index users_email_key on accounts (lower(email));

-- The list of users, newest first, by each of its filters.
create index users_newest on accounts (created_at desc, id desc);
create index users_newest_disabled on accounts (created_at desc, id desc) where is_disabled;
create index users_newest_admin on accounts (created_at desc, id desc) where role = 'admin';
create index users_newest_by_verified on accounts (is_verified, created_at desc, id desc);
create index users_newest_by_gender on accounts (gender, created_at desc, id desc);

-- How many users are active.
create index users_last_seen on accounts (last_seen_at desc) where not is_disabled;
-- The list of the chat: users who were never seen come last.
create index users_by_last_seen on accounts ((coalesce(last_seen_at, '-infinity'::timestamptz)) desc, id desc);

create index users_search on accounts using gin (search_key(search_text) gin_trgm_ops);
-- Whether better matches are left can only be seen in indexes without the domains of e-mails: a term may match those of all
-- accounts. Of a word, its trigrams may each be in many names that do not have the word.
create index users_search_own on accounts using gin (
  name_words gin_trgm_ops, search_contact(search_text) gin_trgm_ops, string_to_array(name_words, 'J'));
create index users_name_words on accounts (name_words);
-- Reports are searched by the names of their reporters: the first line.
create index accounts_name_words on accounts using gin (word_pairs(split_part(search_text, E'\n', 1)));

-- Suspensions that end.
create index accounts_disabled_until on accounts (disabled_until) where disabled_until is not null;
-- Which accounts are deleted and not purged yet: each server asks when it starts.
create index accounts_closed on accounts (deleted_at) where deleted_at is not null;

create index follows_followee on follows (followee_id);

-- Accounts of one person have names and e-mails that are alike; their IPs and browsers are in 0003_sign_in.

-- A name without case, diacritics, digits, blanks and punctuation: 'Trang.Shop 02' and 'Tráng shop' are 'trangshop'.
create function name_key(username text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(fold_for_search(username), '[ -@[-`{-~]', '', 'g');

-- The letters of an e-mail before '@' and '+': 'Trang.Shop02+a@x.vn' is 'trangshop'.
create function email_key(email text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(split_part(split_part(fold_for_search(email), '@', 1), '+', 1), '[ -@[-`{-~]', '', 'g');

create index users_by_name_key on accounts (name_key(username)) where deleted_at is null;
create index users_by_email_key on accounts (email_key(email)) where deleted_at is null;

-- The counts of verified and other users who are online are kept outside of the database. Accounts whose verification has
-- changed, or that were deleted, by whatever program, wait here until these counts are corrected (docs/decisions/019).
create table account_changes (
  id bigint generated always as identity primary key,
  user_id text collate "C" not null
);
-- The purge of a deleted account leaves none of them.
create index account_changes_user on account_changes (user_id);

create function note_account_change() returns trigger language plpgsql as $$
begin
  insert into account_changes (user_id) values (old.id);
  return null;
end $$;
create trigger accounts_note_update after update of is_verified, deleted_at on accounts for each row
  when (old.is_verified is distinct from new.is_verified or old.deleted_at is distinct from new.deleted_at)
  execute function note_account_change();
-- Of an account that was deleted before it is purged, it is noted by then.
create trigger accounts_note_delete after delete on accounts for each row when (old.deleted_at is null)
  execute function note_account_change();
