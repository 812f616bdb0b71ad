-- Posts, travel posts, their comments and likes.
-- deleted_at: set while a deletion can still be undone. Such a row is shown nowhere and counted nowhere.

create table posts (
  id text collate "C" primary key,
  author_id text collate "C" not null references accounts on delete cascade,
  title text,
  content text not null,
  category text,
  image_urls text[] not null default '{}',
  -- The counters are kept by triggers (0006_stats).
  likes_count integer not null default 0,
  comments_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);

create table travel_posts (
  id text collate "C" primary key,
  author_id text collate "C" not null references accounts on delete cascade,
  title text not null,
  location text not null,
  content text not null,
  image_urls text[] not null default '{}',
  likes_count integer not null default 0,
  comments_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);

create table comments (
  id text collate "C" primary key,
  author_id text collate "C" not null references accounts on delete cascade,
  post_id text collate "C" references posts on delete cascade,
  travel_post_id text collate "C" references travel_posts on delete cascade,
  content text not null,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  constraint comments_one_parent check (num_nonnulls(post_id, travel_post_id) = 1)
);

create table post_likes (
  post_id text collate "C" not null references posts on delete cascade,
  user_id text collate "C" not null references accounts on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (post_id, user_id)
);

create table travel_post_likes (
  travel_post_id text collate "C" not null references travel_posts on delete cascade,
  user_id text collate "C" not null references accounts on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (travel_post_id, user_id)
);

-- The lists of an author's posts, and of a post's comments and likes, newest first.
create index posts_author_newest on posts (author_id, created_at desc, id desc) where deleted_at is null;
create index travel_posts_author_newest on travel_posts (author_id, created_at desc, id desc) where deleted_at is null;
create index comments_post_newest on comments (post_id, created_at desc, id desc) where post_id is not null;
create index comments_travel_post_newest on comments (travel_post_id, created_at desc, id desc)
  where travel_post_id is not null;
create index post_likes_newest on post_likes (post_id, created_at desc);
create index travel_post_likes_newest on travel_post_likes (travel_post_id, created_at desc);

-- For the cascade from accounts, which must find deleted rows too.
create index posts_author on posts (author_id);
create index travel_posts_author on travel_posts (author_id);
create index comments_author on comments (author_id);
create index post_likes_user on post_likes (user_id);
create index travel_post_likes_user on travel_post_likes (user_id);

-- The job that purges what can no longer be restored.
create index posts_deleted on posts (deleted_at) where deleted_at is not null;
create index travel_posts_deleted on travel_posts (deleted_at) where deleted_at is not null;
create index comments_deleted on comments (deleted_at) where deleted_at is not null;
