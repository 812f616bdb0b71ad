-- Search in messages. What is looked through: a text, or a picture's caption, folded like the names of users, every run
-- of blanks one blank, so that a phrase is found across the end of a line.
alter table messages add column search_text text not null generated always as (
  normalize_search(regexp_replace(
    case type when 'text' then content else coalesce(caption, '') end,
    -- JavaScript's idea of a blank, whatever the database's locale.
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
) stored;

-- Over all conversations the newest comes first.
create index messages_newest on messages (created_at desc, id desc);

-- Storing a message is the hottest statement there is. What it adds to the index waits in a list that is merged in one
-- go; a short one, for each search reads it through, and whoever fills it merges it.
create index messages_search on messages using gin (search_key(search_text) gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 1024);
-- An index on an expression has statistics of its own, and no plan is sound before they are there.
analyze messages;
