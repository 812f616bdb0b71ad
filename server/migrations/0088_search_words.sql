-- Texts are searched by their words: a term is found where a word begins, and its last word may go on. The trigrams of a term
-- are in very many texts that do not have the term, each of which had to be read (docs/decisions/066).

-- The words of a folded text, a blank between them: all but blanks, punctuation and symbols belongs to a word.
create function search_words(value text) returns text language sql immutable parallel safe strict
return btrim(regexp_replace(value, '[\u0009-\u000d\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u1680\u2000-\u206f\u2190-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufeff\U0001f000-\U0001faff]+', ' ', 'g'));

-- What the index has of a folded text: each word with the one after it. Words are cut, and so are texts longer than any message or post
-- should be, since an entry and a tsvector have limits.
create function word_pairs(value text) returns tsvector language sql immutable parallel safe strict
return (
  select array_to_tsvector(array_agg(word || ' ' || next)) from (
    select left(word, 60) as word, lead(left(word, 60), 1, '') over () as next
    from unnest(string_to_array(search_words(left(value, 100000)), ' ')) word where word <> ''
  ) pairs
);

-- The pairs of a folded term, of which the last may go on; null where it has no words. A single word is the beginning of a pair.
create function word_query(term text) returns tsquery language sql immutable parallel safe strict
return (
  select string_agg(quote_literal(concat_ws(' ', word, next)) || case when is_last then ':*' else '' end, ' & ')::tsquery
  from (
    select left(word, 60) as word, lead(left(word, 60), 1) over (order by n) as next, n, n >= count(*) over () - 1 as is_last
    from unnest(string_to_array(search_words(term), ' ')) with ordinality words (word, n) where word <> ''
  ) pairs
  where next is not null or n = 1
);

-- The regular expression that finds a folded term in a folded text, of which each line is a text of its own: its words are
-- separated as above, but for the end of a line.
create function word_pattern(term text) returns text language sql immutable parallel safe strict
return (
  select '(^|\n|' || separator || ')' || replace(search_words(term), ' ', separator || '+')
  from (values ('[\u0009\u000b-\u000d\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u1680\u2000-\u206f\u2190-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufeff\U0001f000-\U0001faff]')) as class (separator)
);
