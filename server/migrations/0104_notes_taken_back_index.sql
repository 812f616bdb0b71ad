-- Without a transaction: an index on a table that is in use.

-- Notes and tags that were taken back, which are purged after a day.
create index concurrently if not exists subject_notes_removed on subject_notes (removed_at, id) where removed_at is not null;
