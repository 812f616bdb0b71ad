-- Without a transaction: indexes on a table that is in use.

-- The lists of open and of resolved conversations, and their counts. Only a change of state changes an entry.
create index concurrently if not exists conversations_open on conversations (opened_at, user_id)
  where waiting_since is null and resolved_at is null;
create index concurrently if not exists conversations_resolved on conversations (resolved_at, user_id)
  where waiting_since is null and resolved_at is not null;
