-- Without a transaction: an index on a table that is in use.

-- Actions on many subjects that have ended, which are purged after a day.
create index concurrently if not exists moderation_bulks_ended on moderation_bulks (ended_at, id) where ended_at is not null;
