-- What the trigram index is asked for: search_text without blanks, and with letters that Vietnamese does not use for the
-- characters that e-mails and names are joined with. pg_trgm cuts a text at everything but letters and digits; so cut,
-- 'nguyen nguyen thi' and 'nguyen@' have no part that nearly every account would not have. The parts of a key reach over
-- the joints, and those are rare. What the text contains, the key contains; the other way round is checked in search_text.
create function search_key(value text) returns text
  language sql immutable strict parallel safe
  return translate(value, '@.-_ ', 'fjwz');

drop index users_search;
create index users_search on users using gin (search_key(search_text) gin_trgm_ops);
-- An index on an expression has statistics of its own, and no plan is sound before they are there.
analyze users;
