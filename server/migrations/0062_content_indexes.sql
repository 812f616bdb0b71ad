-- Without a transaction: indexes on tables that are in use.

-- All content, newest first, and what is taken down or hidden.
create index concurrently if not exists posts_newest on posts (created_at desc, id desc);
create index concurrently if not exists travel_posts_newest on travel_posts (created_at desc, id desc);
create index concurrently if not exists comments_newest on comments (created_at desc, id desc);
create index concurrently if not exists posts_removed_newest on posts (created_at desc, id desc) where deleted_at is not null;
create index concurrently if not exists travel_posts_removed_newest on travel_posts (created_at desc, id desc)
  where deleted_at is not null;
create index concurrently if not exists comments_removed_newest on comments (created_at desc, id desc)
  where deleted_at is not null;
-- An author's, taken down or not; also for the cascade from accounts, as the indexes were that they replace.
create index concurrently if not exists posts_of_author on posts (author_id, created_at desc, id desc);
create index concurrently if not exists travel_posts_of_author on travel_posts (author_id, created_at desc, id desc);
create index concurrently if not exists comments_of_author on comments (author_id, created_at desc, id desc);
drop index concurrently if exists posts_author;
drop index concurrently if exists travel_posts_author;
drop index concurrently if exists comments_author;
-- With images.
create index concurrently if not exists posts_with_images_newest on posts (created_at desc, id desc) where image_urls <> '{}';
create index concurrently if not exists travel_posts_with_images_newest on travel_posts (created_at desc, id desc)
  where image_urls <> '{}';
-- Reported, and hidden by the system.
create index concurrently if not exists moderation_subjects_reported_content
  on moderation_subjects (subject_type, content_created_at desc, subject_id desc)
  where open_reports_count > 0 and content_created_at is not null;
create index concurrently if not exists moderation_subjects_hidden_content
  on moderation_subjects (subject_type, content_created_at desc, subject_id desc)
  where hidden_at is not null and content_created_at is not null;
-- Publishing must not wait for trigrams: a short list takes them in, which each search scans (docs/decisions/016).
create index concurrently if not exists post_texts_search on post_texts using gin (search_key(search_text) gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 1024);
create index concurrently if not exists travel_post_texts_search on travel_post_texts
  using gin (search_key(search_text) gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 1024);
create index concurrently if not exists comment_texts_search on comment_texts using gin (search_key(search_text) gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 1024);
analyze post_texts, travel_post_texts, comment_texts;
