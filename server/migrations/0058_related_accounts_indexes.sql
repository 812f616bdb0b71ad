-- Without a transaction: indexes on tables that are in use.

-- Who else has signed in from an IP, or in a network with the same browser.
create index concurrently if not exists sign_in_ips_by_ip on sign_in_ips (ip, user_id);
create index concurrently if not exists sessions_by_device on sessions (ip_network(ip), user_agent, user_id);
-- Whose name or e-mail is alike.
create index concurrently if not exists users_by_name_key on accounts (name_key(username)) where deleted_at is null;
create index concurrently if not exists users_by_email_key on accounts (email_key(email)) where deleted_at is null;

-- What was removed of an author and can be restored.
create index concurrently if not exists posts_removed_of_author on posts (author_id, deleted_at desc) where deleted_at is not null;
create index concurrently if not exists travel_posts_removed_of_author on travel_posts (author_id, deleted_at desc)
  where deleted_at is not null;
create index concurrently if not exists comments_removed_of_author on comments (author_id, deleted_at desc)
  where deleted_at is not null;
