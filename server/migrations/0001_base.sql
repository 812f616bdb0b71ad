-- What all other files build on: facts about this database, and how texts are prepared for search (docs/decisions/004).

-- Such as whether it was filled with demo data.
create table app_meta (
  key text primary key,
  value jsonb not null
);

-- Generated columns and indexes use the functions below. None depends on the database's locale: a row has to be found on every
-- server alike.
create extension if not exists pg_trgm;

-- Folds case and Vietnamese diacritics ('Đà Nẵng' -> 'da nang'). Decomposing first leaves ASCII letters for lower().
create function normalize_search(value text) returns text
  language sql immutable strict parallel safe
  return lower(regexp_replace(translate(normalize(value, NFD), 'Đđ', 'dd'), '[\u0300-\u036f]', '', 'g'));

-- A text as users are searched by: case, diacritics and invisible characters removed, every run of whitespace one blank.
-- Whitespace is what JavaScript takes for it.
create function fold_for_search(value text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    regexp_replace(normalize_search(value),
      '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f'
        '\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'));

-- The digits of a phone number as it is dialled in Vietnam: '+84 (0)607 213 157' and '84607213157' are '0607213157'.
create function dialled_digits(phone text) returns text
  language sql immutable strict parallel safe
  return translate(regexp_replace(regexp_replace(phone, '[^0-9+]', '', 'g'),
    '^(\+84|0084|84(?=0?[0-9]{9,10}$))0?', '0'), '+', '');

-- The words of a name, separated by a capital 'J', which a folded name never has. To a trigram index it is a letter like
-- others, so that the beginning of a word, and the joint of two, have trigrams of their own.
create function join_words(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(value, '[ -/:-@[-`{-~]', 'J', 'g');

-- The part of a search text that belongs to the user alone: the phone, its digits, the e-mail up to '@'; a capital 'Z' before each.
create function search_contact(search_text text) returns text
  language sql immutable strict parallel safe
  return replace(split_part(substr(search_text, strpos(search_text, E'\n')), '@', 1), E'\n', 'Z');

-- What the trigram index holds: the text without blanks, and with letters that Vietnamese does not use for the characters that
-- join e-mails and names. pg_trgm cuts a text at everything but letters and digits; so cut, 'nguyen nguyen thi' and 'nguyen@'
-- have no trigram that nearly every account would not have. The trigrams of a key reach over the joints, and those are rare.
-- Every match in the text is a match in the key; the reverse is checked in the text.
create function search_key(value text) returns text
  language sql immutable strict parallel safe
  return translate(value, '@.-_ ', 'fjwz');

-- Long texts are searched by their words: a term is found where a word begins, and its last word may go on. The trigrams of a
-- term are in very many texts that do not have the term, and each of them would have to be read.

-- The words of a folded text, a blank between them: all but blanks, punctuation and symbols belongs to a word.
create function search_words(value text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(value, '[\u0009-\u000d\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u1680\u2000-\u206f\u2190-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufeff\U0001f000-\U0001faff]+', ' ', 'g'));

-- What the index has of a folded text: each word with the one after it. Words are cut, and so are texts longer than any message or post
-- should be, since an entry and a tsvector have limits.
create function word_pairs(value text) returns tsvector
  language sql immutable strict parallel safe
  return (
    select array_to_tsvector(array_agg(word || ' ' || next)) from (
      select left(word, 60) as word, lead(left(word, 60), 1, '') over () as next
      from unnest(string_to_array(search_words(left(value, 100000)), ' ')) word where word <> ''
    ) pairs
  );

-- The pairs of a folded term, of which the last may go on; null where it has no words. A single word is the beginning of a pair.
create function word_query(term text) returns tsquery
  language sql immutable strict parallel safe
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
create function word_pattern(term text) returns text
  language sql immutable strict parallel safe
  return (
    select '(^|\n|' || separator || ')' || replace(search_words(term), ' ', separator || '+')
    from (values ('[\u0009\u000b-\u000d\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u1680\u2000-\u206f\u2190-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufeff\U0001f000-\U0001faff]')) as class (separator)
  );
