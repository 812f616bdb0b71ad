-- Without a transaction: built while others write.

-- The decisions of one action on one account.
create index concurrently if not exists decisions_of_bulk on decisions (bulk_id, owner_id) where bulk_id is not null;
