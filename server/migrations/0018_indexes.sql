-- Without a transaction: each index is built while others write. Those that migrations 0009 to 0014 once built themselves are there
-- already where these have run.

-- Search in messages: over all conversations the newest comes first.
create index concurrently if not exists messages_newest on messages (created_at desc, id desc);

-- Storing a message is the most frequent statement. What it adds to the index waits in a list that is merged at once when it
-- is full; a short one, since each search reads it through.
create index concurrently if not exists messages_search on messages using gin (search_key(search_text) gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 1024);

-- Retention: whether any row names an image.
create index concurrently if not exists users_by_picture on accounts (named_picture(avatar_url)) where avatar_url is not null;
create index concurrently if not exists notifications_by_picture on notifications (named_picture(sender_avatar_url))
  where sender_avatar_url is not null;
create index concurrently if not exists messages_by_picture on messages (named_picture(content))
  where type = 'image' and image_name is null;
create index concurrently if not exists posts_by_picture on posts using gin (named_pictures(image_urls)) where image_urls <> '{}';
create index concurrently if not exists travel_posts_by_picture on travel_posts using gin (named_pictures(image_urls))
  where image_urls <> '{}';
-- What stands between quotation marks, URLs among it.
create index concurrently if not exists report_snapshots_by_picture on report_snapshots
  using gin (named_pictures(string_to_array(content::text, '"')));

-- A decision on a report marks the notifications of it as read.
create index concurrently if not exists notifications_unread_of_report on notifications (report_id) where not is_read;

-- Search in users, whose table is accounts since 0016.
create index concurrently if not exists users_search on accounts using gin (search_key(search_text) gin_trgm_ops);
-- Whether better matches are left can only be seen in indexes that do not know the domains of e-mails: a term may match
-- those of all accounts. Of a word, its trigrams may each be in many names that do not have the word.
create index concurrently if not exists users_search_own on accounts using gin (
  name_words gin_trgm_ops, search_contact(search_text) gin_trgm_ops, string_to_array(name_words, 'J'));
create index concurrently if not exists users_name_words on accounts (name_words);

-- An index on an expression has statistics of its own, and no plan is sound before they are there.
analyze messages;
analyze accounts;
