-- Without a transaction: indexes on tables that are in use.

-- What a user wrote, and what was decided on it, newest first.
create index concurrently if not exists comments_author_newest on comments (author_id, created_at desc, id desc)
  where deleted_at is null;
create index concurrently if not exists decisions_newest_of_owner on decisions (owner_id, created_at desc, id desc)
  where owner_id is not null;
