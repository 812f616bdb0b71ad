-- Without a transaction: indexes on tables that are in use.

-- What administrators are reminded of.
create index concurrently if not exists appeals_open_half_due on appeals (half_due_at, id) where outcome is null;
