-- Search in messages. What is looked through: a text, or a picture's caption, folded like the names of users, every run
-- of blanks one blank, so that a phrase is found across the end of a line.
alter table messages add column search_text text not null generated always as (
  normalize_search(regexp_replace(
    case type when 'text' then content else coalesce(caption, '') end,
    -- JavaScript's idea of a blank, whatever the database's locale.
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
) stored;

-- Its indexes are in 0018_indexes: they are built while others write.
