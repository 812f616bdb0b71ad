-- Accounts, what they publish, how they relate, who acted as administrator.
-- Ids are opaque text: UUIDv7 for new rows, 24-hex ObjectIds for rows imported from an older store.

create extension if not exists pg_trgm;

-- Folds case and Vietnamese marks ('Đà Nẵng' -> 'da nang'). Decomposing first leaves ASCII letters for lower(),
-- so that the result does not depend on the database's locale.
create function normalize_search(value text) returns text
  language sql immutable strict parallel safe
  return lower(regexp_replace(translate(normalize(value, NFD), 'Đđ', 'dd'), '[\u0300-\u036f]', '', 'g'));

create table users (
  id text collate "C" primary key,
  username text not null constraint users_username_key unique,
  email text not null,
  password_hash text,
  role text not null default 'user' constraint users_role_check check (role in ('user', 'admin')),
  is_disabled boolean not null default false,
  is_verified boolean not null default false,
  avatar_url text,
  phone text,
  address text,
  gender text constraint users_gender_check check (gender in ('male', 'female', 'other')),
  age smallint constraint users_age_check check (age between 0 and 150),
  marital_status text,
  bio text,
  nationality text,
  hometown text,
  followers_count integer not null default 0,
  following_count integer not null default 0,
  posts_count integer not null default 0,
  travel_posts_count integer not null default 0,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- A newline never occurs in a search term, so a match cannot span two fields.
  search_text text not null generated always as
    (normalize_search(username || E'\n' || email || E'\n' || coalesce(phone, ''))) stored
);
create unique index users_email_key on users (lower(email));
create index users_newest on users (created_at desc, id desc);
create index users_newest_disabled on users (created_at desc, id desc) where is_disabled;
create index users_newest_admin on users (created_at desc, id desc) where role = 'admin';
create index users_newest_by_verified on users (is_verified, created_at desc, id desc);
create index users_newest_by_gender on users (gender, created_at desc, id desc);
create index users_last_seen on users (last_seen_at desc) where not is_disabled;
create index users_search on users using gin (search_text gin_trgm_ops);

create table sessions (
  token_hash bytea primary key,
  id text collate "C" not null constraint sessions_id_key unique,
  user_id text collate "C" not null references users on delete cascade,
  address text not null,
  user_agent text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table posts (
  id text collate "C" primary key,
  author_id text collate "C" not null references users on delete cascade,
  title text,
  content text not null,
  category text,
  image_urls text[] not null default '{}',
  likes_count integer not null default 0,
  comments_count integer not null default 0,
  created_at timestamptz(3) not null default now()
);
create index posts_author_newest on posts (author_id, created_at desc, id desc);

create table travel_posts (
  id text collate "C" primary key,
  author_id text collate "C" not null references users on delete cascade,
  title text not null,
  location text not null,
  content text not null,
  image_urls text[] not null default '{}',
  likes_count integer not null default 0,
  comments_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  -- Set while a deletion can still be undone; such a row is shown nowhere and counted nowhere.
  deleted_at timestamptz(3)
);
create index travel_posts_author_newest on travel_posts (author_id, created_at desc, id desc) where deleted_at is null;
-- For the cascade from users, which must find deleted rows too.
create index travel_posts_author on travel_posts (author_id);
create index travel_posts_deleted on travel_posts (deleted_at) where deleted_at is not null;

create table comments (
  id text collate "C" primary key,
  author_id text collate "C" not null references users on delete cascade,
  post_id text collate "C" references posts on delete cascade,
  travel_post_id text collate "C" references travel_posts on delete cascade,
  content text not null,
  created_at timestamptz(3) not null default now(),
  constraint comments_one_parent check (num_nonnulls(post_id, travel_post_id) = 1)
);
create index comments_author on comments (author_id);
create index comments_post_newest on comments (post_id, created_at desc, id desc) where post_id is not null;
create index comments_travel_post_newest on comments (travel_post_id, created_at desc, id desc)
  where travel_post_id is not null;

create table post_likes (
  post_id text collate "C" not null references posts on delete cascade,
  user_id text collate "C" not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (post_id, user_id)
);
create index post_likes_user on post_likes (user_id);
create index post_likes_newest on post_likes (post_id, created_at desc);

create table travel_post_likes (
  travel_post_id text collate "C" not null references travel_posts on delete cascade,
  user_id text collate "C" not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (travel_post_id, user_id)
);
create index travel_post_likes_user on travel_post_likes (user_id);
create index travel_post_likes_newest on travel_post_likes (travel_post_id, created_at desc);

create table follows (
  follower_id text collate "C" not null references users on delete cascade,
  followee_id text collate "C" not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (follower_id, followee_id),
  constraint follows_not_self check (follower_id <> followee_id)
);
create index follows_followee on follows (followee_id);

-- No foreign keys: the trail outlives whom and what it names.
create table audit_entries (
  id text collate "C" primary key,
  created_at timestamptz(3) not null,
  actor_id text,
  actor_name text,
  action text not null,
  target_type text,
  target_id text,
  target_name text,
  before jsonb,
  after jsonb,
  reason text,
  address text not null,
  request_id text not null
);
create index audit_entries_newest on audit_entries (created_at desc, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are append-only';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();

-- Kept by rate-limiter-flexible; its columns and names.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Facts about this database itself, such as whether it was filled with demo data.
create table app_meta (
  key text primary key,
  value jsonb not null
);
-- Where an account has signed in from lately, for the login limiter.
create index audit_entries_logins on audit_entries (actor_id, address, created_at desc) where action = 'auth.login';
