-- Posts, travel posts, their comments and likes, their lists and their search (docs/decisions/004).
-- deleted_at: soft-deleted, as long as it can be restored. Such a row is shown nowhere and counted nowhere.

create table posts (
  id text collate "C" primary key,
  author_id text collate "C" not null references accounts on delete cascade,
  title text,
  content text not null,
  category text,
  image_urls text[] not null default '{}',
  -- The counters are kept by triggers (0006_counters).
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

-- The lists of an author's posts and comments, and of a post's comments and likes, newest first.
create index posts_author_newest on posts (author_id, created_at desc, id desc) where deleted_at is null;
create index travel_posts_author_newest on travel_posts (author_id, created_at desc, id desc) where deleted_at is null;
create index comments_author_newest on comments (author_id, created_at desc, id desc) where deleted_at is null;
create index comments_post_newest on comments (post_id, created_at desc, id desc) where post_id is not null;
create index comments_travel_post_newest on comments (travel_post_id, created_at desc, id desc)
  where travel_post_id is not null;
create index post_likes_newest on post_likes (post_id, created_at desc);
create index travel_post_likes_newest on travel_post_likes (travel_post_id, created_at desc);

-- All of an author, soft-deleted or not; also for the cascade from accounts.
create index posts_of_author on posts (author_id, created_at desc, id desc);
create index travel_posts_of_author on travel_posts (author_id, created_at desc, id desc);
create index comments_of_author on comments (author_id, created_at desc, id desc);
create index post_likes_user on post_likes (user_id);
create index travel_post_likes_user on travel_post_likes (user_id);

-- What was removed of an author and can be restored.
create index posts_removed_of_author on posts (author_id, deleted_at desc) where deleted_at is not null;
create index travel_posts_removed_of_author on travel_posts (author_id, deleted_at desc) where deleted_at is not null;
create index comments_removed_of_author on comments (author_id, deleted_at desc) where deleted_at is not null;

-- The list of all content, newest first: all of it, what is removed, what has images. What is reported or hidden is listed from
-- moderation_subjects (0010_subjects).
create index posts_newest on posts (created_at desc, id desc);
create index travel_posts_newest on travel_posts (created_at desc, id desc);
create index comments_newest on comments (created_at desc, id desc);
create index posts_removed_newest on posts (created_at desc, id desc) where deleted_at is not null;
create index travel_posts_removed_newest on travel_posts (created_at desc, id desc) where deleted_at is not null;
create index comments_removed_newest on comments (created_at desc, id desc) where deleted_at is not null;
create index posts_with_images_newest on posts (created_at desc, id desc) where image_urls <> '{}';
create index travel_posts_with_images_newest on travel_posts (created_at desc, id desc) where image_urls <> '{}';

-- The job that purges what can no longer be restored.
create index posts_deleted on posts (deleted_at) where deleted_at is not null;
create index travel_posts_deleted on travel_posts (deleted_at) where deleted_at is not null;
create index comments_deleted on comments (deleted_at) where deleted_at is not null;

-- What a search reads, one row for each text, folded. Not a column of the content: it would be read with each row.
create table post_texts (
  id text collate "C" primary key references posts on delete cascade,
  search_text text not null
);
create table travel_post_texts (
  id text collate "C" primary key references travel_posts on delete cascade,
  search_text text not null
);
create table comment_texts (
  id text collate "C" primary key references comments on delete cascade,
  search_text text not null
);
-- Publishing must not wait for them: a short list takes its words in, which each search scans.
create index post_texts_words on post_texts using gin (word_pairs(search_text))
  with (fastupdate = on, gin_pending_list_limit = 1024);
create index travel_post_texts_words on travel_post_texts using gin (word_pairs(search_text))
  with (fastupdate = on, gin_pending_list_limit = 1024);
create index comment_texts_words on comment_texts using gin (word_pairs(search_text))
  with (fastupdate = on, gin_pending_list_limit = 1024);

-- Title, text and location, one line each, folded like messages. No text has U+0001.
-- @param content a row of posts, travel_posts or comments
create function content_search_text(content jsonb) returns text
  language sql stable parallel safe
  return replace(normalize_search(regexp_replace(
    concat_ws(U&'\0001', content ->> 'title', content ->> 'content', content ->> 'location'),
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')), U&'\0001', E'\n');

-- The texts of all content that has none. For bulk loads, which disable the triggers.
create function fill_content_texts() returns void language sql volatile set enable_nestloop = off as $$
  insert into post_texts (id, search_text)
    select c.id, content_search_text(to_jsonb(c)) from posts c
    where not exists (select from post_texts t where t.id = c.id) on conflict (id) do nothing;
  insert into travel_post_texts (id, search_text)
    select c.id, content_search_text(to_jsonb(c)) from travel_posts c
    where not exists (select from travel_post_texts t where t.id = c.id) on conflict (id) do nothing;
  insert into comment_texts (id, search_text)
    select c.id, content_search_text(to_jsonb(c)) from comments c
    where not exists (select from comment_texts t where t.id = c.id) on conflict (id) do nothing;
$$;

create function store_content_text() returns trigger language plpgsql as $$
begin
  execute format('insert into %I (id, search_text) values ($1, $2)
    on conflict (id) do update set search_text = excluded.search_text', tg_argv[0])
    using new.id, content_search_text(to_jsonb(new));
  return null;
end $$;

create trigger posts_texts after insert or update of title, content on posts
  for each row execute function store_content_text('post_texts');
create trigger travel_posts_texts after insert or update of title, content, location on travel_posts
  for each row execute function store_content_text('travel_post_texts');
create trigger comments_texts after insert or update of content on comments
  for each row execute function store_content_text('comment_texts');
