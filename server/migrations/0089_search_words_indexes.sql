-- Without a transaction: indexes on tables that are in use.

-- Storing a text must not wait for them: a short list takes its words in, which each search scans (docs/decisions/016).
create index concurrently if not exists messages_words on messages using gin (word_pairs(search_text))
  with (fastupdate = on, gin_pending_list_limit = 1024);
create index concurrently if not exists report_texts_words on report_texts using gin (word_pairs(search_text))
  with (fastupdate = on, gin_pending_list_limit = 1024);
create index concurrently if not exists post_texts_words on post_texts using gin (word_pairs(search_text))
  with (fastupdate = on, gin_pending_list_limit = 1024);
create index concurrently if not exists travel_post_texts_words on travel_post_texts using gin (word_pairs(search_text))
  with (fastupdate = on, gin_pending_list_limit = 1024);
create index concurrently if not exists comment_texts_words on comment_texts using gin (word_pairs(search_text))
  with (fastupdate = on, gin_pending_list_limit = 1024);
-- The names of reporters, the first line of what is searched for of accounts.
create index concurrently if not exists accounts_name_words on accounts using gin (word_pairs(split_part(search_text, E'\n', 1)));
drop index concurrently if exists messages_search;
drop index concurrently if exists report_texts_search;
drop index concurrently if exists post_texts_search;
drop index concurrently if exists travel_post_texts_search;
drop index concurrently if exists comment_texts_search;
analyze accounts, messages, report_texts, post_texts, travel_post_texts, comment_texts;
