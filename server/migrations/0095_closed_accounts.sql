-- Without a transaction: an index on a table that is in use.

-- Which accounts are closed and not purged yet: each server asks when it starts.
create index concurrently if not exists accounts_closed on accounts (deleted_at) where deleted_at is not null;
