-- Without a transaction: an index on a table that is in use.

-- Letters that were never sent, which retention purges.
create index concurrently if not exists letters_withdrawn on letters (withdrawn_at, id) where withdrawn_at is not null;
