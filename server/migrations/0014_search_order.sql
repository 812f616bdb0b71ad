-- Search puts the best match first, and finds a phone number however it is written.

-- A text as users are searched by: case, diacritics and characters that nobody sees gone, every run of blanks one blank.
-- Blanks are JavaScript's, whatever the database's locale.
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

-- Line by line: the name, the phone as it was typed, its digits, the e-mail. No line has a newline of its own, and no search
-- term has one, so a match stays in its line. A server of the version before finds what it found.
drop index users_search;
alter table users drop column search_text;
alter table users add column search_text text not null generated always as (
  fold_for_search(username) || E'\n' || coalesce(fold_for_search(phone), '') || E'\n' ||
  coalesce(dialled_digits(phone), '') || E'\n' || fold_for_search(email)
) stored;

-- The words of a name, each between two capital 'J', which a folded name never has; to a trigram index it is a letter like
-- others, so that the beginning of a word, and the joint of two, have trigrams of their own.
create function join_words(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(value, '[ -/:-@[-`{-~]', 'J', 'g');
alter table users add column name_words text not null generated always as (
  'J' || join_words(fold_for_search(username)) || 'J'
) stored;

-- What of the rest is the user's own: the phone, its digits, the e-mail up to '@'; a capital 'Z' before each.
create function search_contact(search_text text) returns text
  language sql immutable strict parallel safe
  return replace(split_part(substr(search_text, strpos(search_text, E'\n')), '@', 1), E'\n', 'Z');

-- The indexes are in 0018_indexes: they are built while others write.
